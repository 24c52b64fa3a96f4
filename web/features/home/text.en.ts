import type { Texts } from '../../kit/text.ts'
import type { zh } from './text.zh.ts'

export const en: Texts<typeof zh> = {
  morning: (name) => `Good morning, ${name}`,
  afternoon: (name) => `Good afternoon, ${name}`,
  evening: (name) => `Good evening, ${name}`,
  night: (name) => `Working late, ${name}`,
  links: 'Quick links',
  noLinks: 'Your account has no pages yet; please ask an administrator.',
}
