import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale/index.js'
import dayjs from 'dayjs'
import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { BrowserRouter } from 'react-router'
import type { Language } from '../../contract/kit/language.ts'
import { queryClient } from '../kit/query.ts'
import { htmlLang, useLanguage, useText, words } from '../kit/text.ts'
import { themeOf, useDark, useStill } from '../kit/theme.ts'
import { bindFeedback } from '../kit/toast.ts'
import { Guard } from './Guard.tsx'
import { TopProgress } from './TopProgress.tsx'

/** antd's own words and the calendar's travel with ours. The modules' types put the locale one level too deep. */
const antdWords = words<{ antd: object }>({
  'zh-cn': async () => {
    const [antd] = await Promise.all([import('antd/es/locale/zh_CN.js'), import('dayjs/locale/zh-cn.js')])
    return { zh: { antd: antd.default } }
  },
  'en-us': async () => ({ en: { antd: (await import('antd/es/locale/en_US.js')).default } }),
})
const dayjsNames: Record<Language, string> = { 'zh-cn': 'zh-cn', 'en-us': 'en' }

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Look>
          <BrowserRouter>
            <TopProgress />
            <Guard />
          </BrowserRouter>
        </Look>
      </Suspense>
    </QueryClientProvider>
  )
}

function Look({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const { antd: locale } = useText(antdWords) as { antd: Locale }
  const dark = useDark()
  const still = useStill()
  dayjs.locale(dayjsNames[language])
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-dark', dark)
    // Also when the language was changed in another tab.
    document.documentElement.lang = htmlLang(language)
  }, [dark, language])
  return (
    <ConfigProvider
      locale={locale}
      theme={themeOf(dark, still, language)}
      button={{ autoInsertSpace: false }}
      form={{ scrollToFirstError: true }}
    >
      <AntApp message={{ maxCount: 4, top: 12 }} style={{ height: '100%' }}>
        <Feedback />
        {children}
      </AntApp>
    </ConfigProvider>
  )
}

function Feedback() {
  const { message, modal } = AntApp.useApp()
  useLayoutEffect(() => bindFeedback({ message, modal }), [message, modal])
  return null
}
