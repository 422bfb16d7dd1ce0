import { z } from 'zod'
import { newNumber } from '../meta/meta-state.ts'
import { SimulatorError } from '../simulated-system.ts'
import type { CloudContext } from './cloud-context.ts'
import { type Account, type BusinessNumber, type CloudState, LIMITS, newCloudToken } from './cloud-state.ts'
import { defaultTemplates } from './default-templates.ts'

const quality = z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])
const tier = z.string().regex(/^TIER_(50|250|1K|2K|10K|100K|UNLIMITED)$/)
/** A phone number, however it is written; digits only. */
export const digits = z
  .string()
  .transform(given => given.replace(/\D/g, ''))
  .pipe(z.string().regex(/^\d{8,15}$/))

/** Limits of a number that a test or a person may change. */
export const ChangedLimits = z
  .object({
    burst: z.number().int().min(1).max(1_000_000),
    pairSeconds: z.number().min(0.001).max(3600),
    throughput: z.number().int().min(1).max(100_000),
    dailyPeople: z.number().int().min(0).max(10_000_000).nullable(),
    marketingPerPerson: z.number().int().min(0).max(1000).nullable(),
    deliveredAfterMs: z.number().int().min(0).max(3_600_000),
    batch: z.number().int().min(1).max(1000),
  })
  .partial()

export const NewNumber = z.object({
  phone: digits,
  name: z.string().trim().min(1).max(100),
  businessAccountId: z.string().optional(),
  quality: quality.default('GREEN'),
  tier: tier.default('TIER_1K'),
  coexistence: z.boolean().default(false),
  /** New templates of the account are approved at once. */
  autoApprove: z.boolean().optional(),
  limits: ChangedLimits.optional(),
})

/** Makes a number, with an account and its first templates unless one is given. */
export function makeNumber(given: z.infer<typeof NewNumber>, state: CloudState) {
  for (const { phone: known, removed } of state.numbers.values())
    if (known === given.phone && !removed) throw new SimulatorError(409, 'ERR_SIM_NUMBER_TAKEN')
  const account = given.businessAccountId ? state.accounts.get(given.businessAccountId) : makeAccount(given.name, state)
  if (!account) throw new SimulatorError(404, 'ERR_SIM_NO_ACCOUNT')
  if (given.autoApprove !== undefined) account.autoApprove = given.autoApprove
  state.save('account', account)
  const number: BusinessNumber = {
    id: newNumber(),
    accountId: account.id,
    phone: given.phone,
    name: given.name,
    quality: given.quality,
    tier: given.tier,
    coexistence: given.coexistence,
    removed: false,
    limits: { ...LIMITS, ...(given.coexistence ? { throughput: 20 } : {}), ...defined(given.limits ?? {}) },
  }
  state.numbers.set(number.id, number)
  state.save('number', number)
  return { phoneNumberId: number.id, businessAccountId: account.id, accessToken: newAccess(account.id, state) }
}

/** Makes a token of a system user, which does not expire. */
export function newAccess(accountId: string, state: CloudState): string {
  const token = newCloudToken('system', [accountId])
  state.saveToken(token)
  return token.token
}

function makeAccount(name: string, state: CloudState): Account {
  const account: Account = { id: newNumber(), name, subscription: null, autoApprove: false, ban: null }
  state.accounts.set(account.id, account)
  for (const template of defaultTemplates(account.id)) {
    state.templates.set(template.id, template)
    state.save('template', template)
  }
  return account
}

export function changeLimits(
  number: BusinessNumber,
  given: z.infer<typeof ChangedLimits>,
  { state, pace }: CloudContext,
) {
  Object.assign(number.limits, defined(given))
  pace.reset(number)
  state.save('number', number)
  return number.limits
}

const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

export const Quality = z.object({
  quality: quality.optional(),
  event: z.enum(['ONBOARDING', 'FLAGGED', 'UNFLAGGED', 'UPGRADE', 'DOWNGRADE', 'THROUGHPUT_UPGRADE']).optional(),
  limit: tier.optional(),
})

/** Changes a number's quality and limit; the webhook tells the limit, the quality is read again. */
export function changeQuality(
  number: BusinessNumber,
  given: z.infer<typeof Quality>,
  { state, webhooks }: CloudContext,
) {
  const before = number.tier
  number.quality = given.quality ?? number.quality
  number.tier = given.limit ?? number.tier
  state.save('number', number)
  webhooks.send(number.accountId, null, 'phone_number_quality_update', {
    display_phone_number: number.phone,
    event: given.event ?? (number.quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED'),
    ...(before === number.tier ? {} : { old_limit: before }),
    current_limit: number.tier,
    max_daily_conversations_per_business: number.tier,
  })
  return { quality: number.quality, limit: number.tier }
}

export const AccountEvent = z.object({
  event: z.enum([
    'DISABLED_UPDATE',
    'ACCOUNT_RESTRICTION',
    'ACCOUNT_VIOLATION',
    'PHONE_NUMBER_REMOVED',
    'PARTNER_REMOVED',
    'ACCOUNT_DELETED',
    'REINSTATED',
  ]),
})

/** Does to a number or its account what Meta or its owner may do, and tells it. */
export function changeAccount(
  number: BusinessNumber,
  { event }: z.infer<typeof AccountEvent>,
  { state, webhooks }: CloudContext,
): Record<string, never> {
  const account = state.accounts.get(number.accountId)!
  const isReinstated = event === 'REINSTATED'
  if (event === 'DISABLED_UPDATE') account.ban = 'banned'
  if (event === 'ACCOUNT_RESTRICTION') account.ban = 'locked'
  if (isReinstated) account.ban = null
  if (event === 'PHONE_NUMBER_REMOVED') number.removed = true
  state.save('account', account)
  state.save('number', number)
  webhooks.send(account.id, null, 'account_update', {
    ...(event === 'PHONE_NUMBER_REMOVED' || event === 'PARTNER_REMOVED' ? { phone_number: number.phone } : {}),
    event: isReinstated ? 'DISABLED_UPDATE' : event,
    ...(event === 'DISABLED_UPDATE' || isReinstated
      ? { ban_info: { waba_ban_state: isReinstated ? 'REINSTATE' : 'DISABLE', waba_ban_date: dayOf(new Date()) } }
      : {}),
    ...(event === 'ACCOUNT_RESTRICTION'
      ? {
          restriction_info: [
            {
              restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
              expiration: Math.floor(Date.now() / 1000) + 7 * 86_400,
            },
          ],
        }
      : {}),
    ...(event === 'ACCOUNT_VIOLATION' ? { violation_info: { violation_type: 'SPAM' } } : {}),
  })
  // Whoever removes the app takes its tokens as well.
  if (event === 'PARTNER_REMOVED' || event === 'ACCOUNT_DELETED') {
    revoke(account.id, state)
    account.subscription = null
    state.save('account', account)
  }
  return {}
}

/** Revokes all tokens of an account. */
export function revoke(accountId: string, state: CloudState): void {
  for (const token of state.tokens.values())
    if (token.accountIds.includes(accountId) && !token.revoked) state.saveToken({ ...token, revoked: true })
}

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** Returns a number as people write it, as Meta's `display_phone_number`. */
const displayed = (phone: string): string => {
  const [, ddd, first, last] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return ddd ? `+55 ${ddd} ${first}-${last}` : `+${phone}`
}

/** Returns a number's node. */
export const numberNode = ({ id, phone, name, quality: rating, tier: limit, coexistence }: BusinessNumber) => ({
  verified_name: name,
  code_verification_status: 'VERIFIED',
  display_phone_number: displayed(phone),
  quality_rating: rating,
  platform_type: 'CLOUD_API',
  throughput: { level: 'STANDARD' },
  id,
  messaging_limit_tier: limit,
  whatsapp_business_manager_messaging_limit: limit,
  name_status: 'APPROVED',
  status: 'CONNECTED',
  account_mode: 'LIVE',
  is_on_biz_app: coexistence,
  is_official_business_account: false,
})
