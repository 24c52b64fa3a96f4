import { Suspense } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useToken } from '../kit/session.ts'
import { SignInPage } from '../routes.tsx'
import { useConfig } from './config.ts'
import { Shell } from './Shell.tsx'

/** Without a token there is only the sign-in page. Real protection is the server's. */
export function Guard() {
  const { pathname } = useLocation()
  const token = useToken()
  const navigate = useNavigate()
  const config = useConfig()
  if (pathname === '/login') {
    return (
      <Suspense>
        <SignInPage config={config} enter={() => void navigate('/', { replace: true })} />
      </Suspense>
    )
  }
  return token ? <Shell key={token} /> : <Navigate to="/login" replace />
}
