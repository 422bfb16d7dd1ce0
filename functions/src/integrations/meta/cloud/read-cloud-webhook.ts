/**
 * Turns Meta's webhooks of cloud numbers (`object: whatsapp_business_account`) into events of our
 * own: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference, v23.0 (read on
 * 2026-11-28). Each part is read alone: one that is not as documented does not hold up the others.
 */
import { z } from 'zod'
import type { AccountEvent, AccountEvents } from '../account-events.ts'
import { accountIn, readAccountChange } from './read-account-change.ts'
import { readCloudMessage } from './read-cloud-message.ts'
import { readCloudStatus } from './read-cloud-status.ts'
import { readTemplateChange } from './read-template-change.ts'

const MAX_PARTS = 5000
const MetaId = z.string().min(1).max(64)

const Call = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z
    .array(
      z.object({
        id: MetaId,
        changes: z.array(z.object({ field: z.string(), value: z.unknown() })).max(MAX_PARTS),
      }),
    )
    .max(MAX_PARTS),
})

/** Messages and statuses of a number. */
const OfNumber = z.object({
  metadata: z.object({ phone_number_id: MetaId }),
  contacts: z.array(z.unknown()).max(MAX_PARTS).optional(),
  messages: z.array(z.unknown()).max(MAX_PARTS).optional(),
  message_echoes: z.array(z.unknown()).max(MAX_PARTS).optional(),
  statuses: z.array(z.unknown()).max(MAX_PARTS).optional(),
})

const Profile = z.object({
  wa_id: z.string().nullish(),
  user_id: z.string().nullish(),
  profile: z.object({ name: z.string().nullish() }).nullish(),
})

/**
 * Returns the events of a call, in its order: those of a number under its id, those of a business
 * account under the account's.
 * @param now epoch milliseconds
 */
export function readCloudWebhook(body: unknown, now: number): AccountEvents[] {
  const call = Call.safeParse(body)
  if (!call.success) return []
  let at = now
  const tick = () => at++
  return call.data.entry.flatMap(({ id, changes }) =>
    changes.flatMap(({ field, value }): AccountEvents[] => {
      if (field === 'messages' || field === 'smb_message_echoes') return ofNumber(value, tick)
      const businessAccountId = accountIn(value, id)
      const event = readAccountChange(field, value, tick) ?? readTemplateChange(field, value, businessAccountId, tick)
      return event ? [{ accountId: businessAccountId, events: [event] }] : []
    }),
  )
}

function ofNumber(value: unknown, tick: () => number): AccountEvents[] {
  const known = OfNumber.safeParse(value)
  if (!known.success) return []
  const { metadata, contacts = [], messages = [], message_echoes: echoes = [], statuses = [] } = known.data
  const names = namesIn(contacts)
  const events: AccountEvent[] = [
    ...messages.flatMap(given => readCloudMessage(given, { fromMe: false, names, tick }) ?? []),
    ...echoes.flatMap(given => readCloudMessage(given, { fromMe: true, names, tick }) ?? []),
    ...statuses.flatMap(given => readCloudStatus(given, tick) ?? []),
  ]
  return events.length > 0 ? [{ accountId: metadata.phone_number_id, events }] : []
}

/** Returns the profile names of a call's people, by their ids. */
function namesIn(contacts: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    contacts.flatMap(given => {
      const known = Profile.safeParse(given)
      const name = known.data?.profile?.name
      return name ? [known.data!.wa_id, known.data!.user_id].flatMap(id => (id ? [[id, name] as const] : [])) : []
    }),
  )
}
