import { type ThemeConfig, theme } from 'antd'
import { useSyncExternalStore } from 'react'
import type { Language } from '../../contract/kit/language.ts'
import { useStored } from './stored.ts'

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)')
const stillQuery = window.matchMedia('(prefers-reduced-motion: reduce)')
const follow = (query: MediaQueryList) => (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
const followDark = follow(darkQuery)
const followStill = follow(stillQuery)

/** Whether the console is dark: as chosen, otherwise as the system is. */
export function useDark(): boolean {
  const chosen = useStored('appearance') ?? 'system'
  const system = useSyncExternalStore(followDark, () => darkQuery.matches)
  return chosen === 'system' ? system : chosen === 'dark'
}

/** Whether the person asked for little motion. */
export const useStill = (): boolean => useSyncExternalStore(followStill, () => stillQuery.matches)

/*
 * Quotation marks, dashes and dots share their code points between Latin and Chinese, but not their shapes and widths:
 * each language takes them from fonts of its own, which styles.css names.
 */
const marks: Record<Language, string> = { 'zh-cn': '"Pitboss Han Marks"', 'en-us': '"Pitboss Latin Marks"' }
const fonts =
  '"Inter", -apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "WenQuanYi Zen Hei", Arial, sans-serif'

/** antd's tokens: dense, quiet, and with contrast that meets AA in light and dark. */
export function themeOf(dark: boolean, still: boolean, language: Language): ThemeConfig {
  const page = dark ? '#101418' : '#f3f5f8'
  const panel = dark ? '#181d23' : '#ffffff'
  const head = dark ? '#1f252d' : '#f6f8fb'
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      fontFamily: `${marks[language]}, ${fonts}`,
      fontSize: 13,
      borderRadius: 6,
      controlHeight: 30,
      colorPrimary: dark ? '#2468c2' : '#0958d9',
      colorLink: dark ? '#7db4ff' : '#0958d9',
      colorInfo: dark ? '#7db4ff' : '#0958d9',
      colorError: dark ? '#ff8c8a' : '#cf1322',
      colorSuccess: dark ? '#95de64' : '#237804',
      colorWarning: dark ? '#ffc53d' : '#a14e00',
      // Grounds derived from colours this dark would be mud.
      colorSuccessBg: dark ? '#1c3512' : '#eef8e7',
      colorSuccessBorder: dark ? '#3f6b2a' : '#b7dca3',
      colorWarningBg: dark ? '#2b2413' : '#fff8e8',
      colorWarningBorder: dark ? '#6b5413' : '#f0d59a',
      colorBgLayout: page,
      colorBgContainer: panel,
      colorBgElevated: dark ? '#20262e' : '#ffffff',
      colorBorder: dark ? '#3c4652' : '#cbd2dc',
      colorBorderSecondary: dark ? '#2a323c' : '#e4e8ee',
      colorText: dark ? '#e4e8ee' : '#1b2430',
      colorTextSecondary: dark ? '#a9b4c2' : '#4d5a6b',
      colorTextTertiary: dark ? '#95a1b0' : '#5c697a',
      colorTextQuaternary: dark ? '#8a96a5' : '#667384',
      colorTextPlaceholder: dark ? '#8a96a5' : '#697586',
      colorTextDisabled: dark ? '#6b7787' : '#8a94a3',
      motion: !still,
      wireframe: false,
    },
    components: {
      Table: {
        headerBg: head,
        headerColor: dark ? '#c5ceda' : '#384455',
        headerSplitColor: 'transparent',
        rowHoverBg: dark ? '#222a34' : '#f0f5ff',
        rowSelectedBg: dark ? '#1b2c45' : '#e8f1ff',
        rowSelectedHoverBg: dark ? '#20344f' : '#dceaff',
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 10,
        cellFontSizeSM: 13,
      },
      Menu: {
        itemHeight: 34,
        itemMarginInline: 8,
        itemBorderRadius: 6,
        itemSelectedBg: dark ? '#1d3557' : '#e6efff',
        itemSelectedColor: dark ? '#a9ccff' : '#0958d9',
        subMenuItemBg: 'transparent',
        subMenuItemSelectedColor: dark ? '#a9ccff' : '#0958d9',
        activeBarBorderWidth: 0,
      },
      Button: {
        primaryShadow: 'none',
        dangerShadow: 'none',
        defaultShadow: 'none',
        colorPrimaryHover: dark ? '#2d74d2' : '#1f66dd',
        // A danger button is light in the dark, so its words are dark.
        ...(dark ? { dangerColor: '#2a0b0c' } : {}),
        paddingInlineSM: 6,
      },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
      Pagination: {
        itemActiveColor: dark ? '#a9ccff' : '#0958d9',
        itemActiveColorHover: dark ? '#a9ccff' : '#0958d9',
      },
      Modal: { titleFontSize: 15 },
    },
  }
}
