import { features } from '../../../contract/index.ts'
import { page } from '../../kit/page.tsx'

export const pages = [
  page({
    path: features.signIn.pwdEdit.path,
    title: features.signIn.pwdEdit.title,
    load: async () => (await import('./PasswordPage.tsx')).PasswordPage,
  }),
]

export const loadSignInPage = async () => (await import('./SignInPage.tsx')).SignInPage
export const loadSessionsDialog = async () => (await import('./SessionsDialog.tsx')).SessionsDialog
