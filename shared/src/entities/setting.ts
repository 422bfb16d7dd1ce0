import { z } from 'zod'
import { readTemplateChoice } from '../rules/templates/template-choice.ts'
import { codeMessage } from '../validation/field-message.ts'
import { FREIGHT_METHODS } from './rate.ts'

/** Forms of the bot's menus: numbered text, buttons, or a list that opens. */
export const MENU_FORMS = ['text', 'button', 'list'] as const
export type MenuForm = (typeof MENU_FORMS)[number]

/**
 * Settings of a company with their accepted values and defaults (decision 0023). Secret ones are
 * write-only: sealed in the table, never answered.
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

/** Key or token of another system, limited to what an HTTP header can carry. */
const secret = {
  values: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x21-\x7e]*$/, codeMessage('invalid_format')),
  default: '',
  secret: true,
}

/** Name of a model of OpenAI's API; empty for the installation's. */
const model = {
  values: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w.:/@-]*$/, codeMessage('invalid_format')),
  default: '',
}

/**
 * URL of a company's own billing system; the addresses it may call are checked when it is saved.
 */
const address = {
  values: z
    .string()
    .trim()
    .max(500)
    .transform(text => text.replace(/\/+$/, '')),
  default: '',
}

/**
 * Choice of the messages that are signed: none, every attendant's, or
 * those an attendant chooses to.
 */
export const SIGN_MESSAGES = ['off', 'always', 'byHand'] as const

export const SETTINGS = {
  userRating: toggle,
  scheduleType: { values: z.enum(['disabled', 'queue', 'company']), default: 'disabled' },
  call: { ...toggle, default: 'enabled' },
  CheckMsgIsGroup: { ...toggle, default: 'enabled' },
  sendGreetingAccepted: toggle,
  sendMsgTransfTicket: toggle,
  sendGreetingMessageOneQueues: toggle,
  newTicketChatForDay: toggle,
  signMessages: { values: z.enum(SIGN_MESSAGES), default: 'off' },
  finishTicketOutFourHours: toggle,
  chatBotType: { values: z.enum(MENU_FORMS), default: 'text' },
  deliveryMethods: { values: z.enum(FREIGHT_METHODS), default: 'notDelivery' },
  /**
   * enabled: a coupon named LOJA and one or two digits gives that percentage, although there is no
   * such coupon.
   */
  storePattern: toggle,
  /** Message to a customer's contact on their birthday, with variables; empty for none. */
  birthdayMessage: { values: z.string().max(4096), default: '' },
  /**
   * Template that stands in for it outside of a contact's window at an official number
   * (`template-choice.ts`); empty for none.
   */
  birthdayTemplate: {
    values: z
      .string()
      .max(4096)
      .refine(text => text === '' || readTemplateChoice(text) !== null, codeMessage('invalid_format')),
    default: '',
  },
  /** Maximum tokens of all prompts in a month; empty for no limit. */
  openAiMonthlyTokens: { values: z.string().regex(/^([1-9]\d{0,11})?$/, codeMessage('not_number')), default: '' },
  /**
   * Most that AI may cost in a month, in the currency of the operator's prices; empty for no limit.
   */
  openAiMonthlyCap: { values: z.string().regex(/^(\d{1,8}(\.\d{1,2})?)?$/, codeMessage('not_number')), default: '' },
  /** Key for what no agent does itself, and its models. */
  openAiKey: secret,
  openAiCopilotModel: model,
  openAiEmbeddingModel: model,
  timezone: {
    values: z.string().max(60).refine(isTimeZone, codeMessage('invalid_time_zone')),
    default: 'America/Sao_Paulo',
  },
  /** enabled: links in messages show a preview of their page, which the server fetches. */
  linkPreviews: { ...toggle, default: 'enabled' },
  /** enabled: the copilot leaves a summary in a ticket that a person passes on. */
  copilotSummaries: { ...toggle, default: 'enabled' },
  /**
   * enabled: users without the right `numbers` get the numbers of contacts masked (decision 0104).
   */
  hideNumbers: toggle,
  revealUnknownEmail: toggle,
  refuseWeakPasswords: toggle,
  /** URL of IXC Provedor, `https://ixc.example.com`, and its token, `16:d0cb…`. */
  ipixc: address,
  tokenixc: secret,
  /** URL of MK-AUTH, and the company's id at its API; the id alone opens nothing. */
  ipmkauth: address,
  clientidmkauth: { values: secret.values, default: '' },
  clientsecretmkauth: secret,
  /** API key of an Asaas account. */
  asaas: secret,
  /** enabled: users without a second factor must set one up at their next sign-in. */
  requireSecondFactor: toggle,
} as const satisfies Record<string, { values: z.ZodType<string>; default: string; secret?: boolean }>

export type SettingKey = keyof typeof SETTINGS
export type Settings = Record<SettingKey, string>

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]),
) as Settings

/** Settings that are written and never read again. */
export type SecretKey = 'tokenixc' | 'clientsecretmkauth' | 'asaas' | 'openAiKey'

export const isSecretKey = (key: SettingKey): key is SecretKey => 'secret' in SETTINGS[key]

/**
 * Setting that follows from the plan and the company's own switch: it is answered with the
 * settings, but cannot be changed there.
 */
export const CAMPAIGNS_SETTING = 'campaignsEnabled'

/**
 * Setting as answered. For a secret one `value` is always empty, and `hasValue` says whether there
 * is one.
 */
export const Setting = z.object({ key: z.string(), value: z.string(), hasValue: z.boolean().optional() })
export type Setting = z.infer<typeof Setting>
