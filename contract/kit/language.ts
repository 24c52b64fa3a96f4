/** Languages as sent in `lang`; the first is the default. */
export const languages = ['zh-cn', 'en-us'] as const
export type Language = (typeof languages)[number]

/** A text in every language. */
export type Text = Readonly<Record<Language, string>>

/** The language for what a client sent: an unknown one means the default. */
export function languageOf(sent: unknown): Language {
  return languages.find((known) => known === sent) ?? 'zh-cn'
}

/** Both texts side by side, Chinese first. */
export const text = (zh: string, en: string): Text => ({ 'zh-cn': zh, 'en-us': en })

/** Fills `{name}` places; a name without a value stays visible rather than vanishing. */
export function fill(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    name in values ? String(values[name]) : place,
  )
}
