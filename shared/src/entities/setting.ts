import { z } from 'zod'
import { DELIVERY_METHODS } from './rate.ts'

/** Settings of a company, their accepted values and defaults (4-decisions §10). Those marked secret are write-only. */
const toggle = { values: z.enum(['enabled', 'disabled']), default: 'disabled' }

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

export const SETTINGS = {
  userRating: toggle,
  scheduleType: { values: z.enum(['disabled', 'queue', 'company']), default: 'disabled' },
  call: { ...toggle, default: 'enabled' },
  CheckMsgIsGroup: { ...toggle, default: 'enabled' },
  sendGreetingAccepted: toggle,
  sendMsgTransfTicket: toggle,
  sendGreetingMessageOneQueues: toggle,
  newTicketChatForDay: toggle,
  finishTicketOutFourHours: toggle,
  chatBotType: { values: z.enum(['text']), default: 'text' },
  deliveryMethods: { values: z.enum(DELIVERY_METHODS), default: 'notDelivery' },
  /** enabled: a coupon named LOJA and one or two digits takes that percentage off, though there is none of that name. */
  storePattern: toggle,
  /** Sent to a customer's contact on their birthday, its variables filled; empty: nothing is. */
  birthdayMessage: { values: z.string().max(4096, 'Too Long!'), default: '' },
  /** Tokens that the AI agents may use in a month, all together; empty: as many as they need. */
  openAiMonthlyTokens: { values: z.string().regex(/^([1-9]\d{0,11})?$/, 'a number of tokens, or empty'), default: '' },
  timezone: { values: z.string().max(60).refine(isTimeZone, 'a time zone'), default: 'America/Sao_Paulo' },
  revealUnknownEmail: toggle,
  refuseWeakPasswords: toggle,
} as const satisfies Record<string, { values: z.ZodType<string>; default: string }>

export type SettingKey = keyof typeof SETTINGS
export type Settings = Record<SettingKey, string>

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]),
) as Settings

export const Setting = z.object({ key: z.string(), value: z.string() })
export type Setting = z.infer<typeof Setting>
