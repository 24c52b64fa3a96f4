import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { queryClient } from './query.ts'
import { bindFeedback } from './toast.ts'

function Feedback() {
  const { message, modal } = App.useApp()
  useLayoutEffect(() => bindFeedback({ message, modal }), [message, modal])
  return null
}

/** Renders what stands on a page, with all a page has around it. For tests. */
export const renderPage = (element: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <App>
          <Feedback />
          {element}
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
