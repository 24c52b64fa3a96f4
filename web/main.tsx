import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { htmlLang, language } from './kit/text.ts'
import './kit/styles.css'
import './app/app.css'

document.documentElement.lang = htmlLang(language())

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
