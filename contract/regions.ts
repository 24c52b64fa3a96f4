import * as z from 'zod'

export const Region = z.enum(['br', 'ph', 'th', 'id', 'vn', 'in'])
export type Region = z.infer<typeof Region>

export type RegionFacts = {
  /** What people call the deployment, in both languages. */
  label: { 'zh-cn': string; 'en-us': string }
  /** IANA zone in which days of reports, limits and rates are cut. */
  zone: string
  /** ISO 4217 code of the money players use. */
  currency: string
  /** Prefix of telephone numbers of the country, without +. */
  callingCode: string
  /** BCP 47 tag by which numbers and dates are written. */
  locale: string
}

/** One deployment serves one region; everything local follows from this table. */
export const regions: Record<Region, RegionFacts> = {
  br: {
    label: { 'zh-cn': '巴西', 'en-us': 'Brazil' },
    zone: 'America/Sao_Paulo',
    currency: 'BRL',
    callingCode: '55',
    locale: 'pt-BR',
  },
  ph: {
    label: { 'zh-cn': '菲律宾', 'en-us': 'Philippines' },
    zone: 'Asia/Singapore',
    currency: 'PHP',
    callingCode: '63',
    locale: 'en-PH',
  },
  th: {
    label: { 'zh-cn': '泰国', 'en-us': 'Thailand' },
    zone: 'Asia/Bangkok',
    currency: 'THB',
    callingCode: '66',
    locale: 'th-TH',
  },
  id: {
    label: { 'zh-cn': '印度尼西亚', 'en-us': 'Indonesia' },
    zone: 'Asia/Jakarta',
    currency: 'IDR',
    callingCode: '62',
    locale: 'id-ID',
  },
  vn: {
    label: { 'zh-cn': '越南', 'en-us': 'Vietnam' },
    zone: 'Asia/Ho_Chi_Minh',
    currency: 'VND',
    callingCode: '84',
    locale: 'vi-VN',
  },
  in: {
    label: { 'zh-cn': '印度', 'en-us': 'India' },
    zone: 'Asia/Kolkata',
    currency: 'INR',
    callingCode: '91',
    locale: 'en-IN',
  },
}
