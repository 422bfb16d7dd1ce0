import { z } from 'zod'
import type { AccountEvent } from '../account-events.ts'

const Text = z.string().max(100).nullish().catch(undefined)

const QualityUpdate = z.object({
  display_phone_number: Text,
  event: Text,
  current_limit: Text,
  max_daily_conversations_per_business: Text,
})

const AccountUpdate = z.object({
  event: z.string().max(100),
  phone_number: Text,
  ban_info: z.object({ waba_ban_state: Text }).nullish().catch(undefined),
})

type Reason = 'permission' | 'banned' | 'numberGone'
/** Events after which the account's numbers can no longer be used. */
const LOST: Record<string, Reason> = {
  ACCOUNT_DELETED: 'numberGone',
  PHONE_NUMBER_REMOVED: 'numberGone',
  PARTNER_REMOVED: 'permission',
  PARTNER_APP_UNINSTALLED: 'permission',
  ACCOUNT_OFFBOARDED: 'permission',
}

/** Qualities that an event tells by itself; Meta is asked again in any case. */
const QUALITIES: Record<string, string> = { FLAGGED: 'RED', UNFLAGGED: 'YELLOW' }

/**
 * Returns the event of a change of a number's rating or of its business account; undefined for any
 * other change.
 */
export function readAccountChange(field: string, value: unknown, tick: () => number): AccountEvent | undefined {
  if (field === 'phone_number_quality_update') return readQuality(value, tick)
  return field === 'account_update' ? readAccount(value, tick) : undefined
}

function readQuality(value: unknown, tick: () => number): AccountEvent | undefined {
  const known = QualityUpdate.safeParse(value)
  if (!known.success) return undefined
  const { display_phone_number: shown, event, current_limit, max_daily_conversations_per_business } = known.data
  const limit = max_daily_conversations_per_business ?? current_limit
  const quality = event && Object.hasOwn(QUALITIES, event) ? QUALITIES[event] : undefined
  return {
    type: 'cloudNumber',
    change: 'number',
    ...numberIn(shown),
    ...(quality ? { quality } : {}),
    ...(limit ? { messagingLimit: limit } : {}),
    at: tick(),
  }
}

function readAccount(value: unknown, tick: () => number): AccountEvent | undefined {
  const known = AccountUpdate.safeParse(value)
  if (!known.success) return undefined
  const { event, phone_number: shown, ban_info: ban } = known.data
  const about = { type: 'cloudNumber' as const, ...numberIn(shown), at: tick() }
  if (event === 'DISABLED_UPDATE') {
    // Announced alone (SCHEDULE_FOR_DISABLE), a ban changes nothing yet.
    if (ban?.waba_ban_state === 'REINSTATE') return { ...about, change: 'restored' }
    return ban?.waba_ban_state === 'DISABLE' ? { ...about, change: 'lost', reason: 'banned' } : undefined
  }
  if (event === 'PHONE_NUMBER_REMOVED' && !about.number) return undefined
  return Object.hasOwn(LOST, event) ? { ...about, change: 'lost', reason: LOST[event]! } : undefined
}

const numberIn = (shown: string | null | undefined): { number?: string } => {
  const digits = shown?.replace(/\D/g, '') ?? ''
  return digits ? { number: digits } : {}
}

const Shared = z.object({ waba_info: z.object({ waba_id: z.string().min(1).max(64) }) })

/**
 * Returns the account that a change names in its value (Meta then tells the partner); else `id`.
 */
export const accountIn = (value: unknown, id: string): string => Shared.safeParse(value).data?.waba_info.waba_id ?? id
