import { expect, test } from 'vitest'
import { Region, regions } from './regions.ts'

test.each(Region.options)('zone, currency and locale of %s are known to this machine', (region) => {
  const { zone, currency, locale } = regions[region]
  expect(new Intl.DateTimeFormat(locale, { timeZone: zone }).resolvedOptions().timeZone).toBeTruthy()
  expect(Intl.supportedValuesOf('currency')).toContain(currency)
  expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale])
})
