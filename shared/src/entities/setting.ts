import { z } from 'zod'
import { DELIVERY_METHODS } from './rate.ts'

/**
 * Settings of a company with their accepted values and defaults (decision 0023). Those marked
 * secret are write-only: sealed in the table, never answered.
 */
const toggle = { values: z.enum(['enabled', 'disabled']), default: 'disabled' }

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** A key or token of another system: what a header can carry, since that is where it goes. */
const secret = {
  values: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x21-\x7e]*$/, 'letters, digits and signs'),
  default: '',
  secret: true,
}

/** Where a company's own billing system is; what of it could be called is looked at when it is saved. */
const address = {
  values: z
    .string()
    .trim()
    .max(500)
    .transform(text => text.replace(/\/+$/, '')),
  default: '',
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
  /** Where IXC Provedor is, `https://ixc.example.com`, and its token, `16:d0cb…`. */
  ipixc: address,
  tokenixc: secret,
  /** Where MK-AUTH is, and what its API knows the company by; the id alone opens nothing. */
  ipmkauth: address,
  clientidmkauth: { values: secret.values, default: '' },
  clientsecretmkauth: secret,
  /** The API key of an Asaas account. */
  asaas: secret,
  /** enabled: who has no second factor sets one up at their next sign-in, before anything else. */
  requireSecondFactor: toggle,
} as const satisfies Record<string, { values: z.ZodType<string>; default: string; secret?: boolean }>

export type SettingKey = keyof typeof SETTINGS
export type Settings = Record<SettingKey, string>

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]),
) as Settings

/** Those that are written and never read again. */
export type SecretKey = 'tokenixc' | 'clientsecretmkauth' | 'asaas'

export const isSecretKey = (key: SettingKey): key is SecretKey => 'secret' in SETTINGS[key]

/** Follows from the plan and the company's own switch: answered with the settings, changed by nobody there. */
export const CAMPAIGNS_SETTING = 'campaignsEnabled'

/** Of one that is secret `value` is empty whatever it is, and `hasValue` says whether there is one. */
export const Setting = z.object({ key: z.string(), value: z.string(), hasValue: z.boolean().optional() })
export type Setting = z.infer<typeof Setting>
