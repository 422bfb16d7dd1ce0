import { markFailed } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import {
  changedRecipient,
  getSentMessage,
  type RecipientRow,
  recipientWrites,
  unacknowledgedSince,
} from '../data/campaigns/campaign-recipient.ts'
import { getWhatsapp } from '../data/channels/whatsapp.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { partId } from './compose.ts'
import { resolveRecipient } from './resolve-recipient.ts'
import { sendParts } from './send-parts.ts'

/**
 * Time (ms) without an acknowledgement after which a message is sent once more, as its command may
 * be lost.
 */
const SILENT_MS = 2 * 60_000
/** Commands for one message after which it has failed. */
const MAX_ATTEMPTS = 6
const BATCH_SIZE = 25

/**
 * Sends unacknowledged messages again. Under its own id it is the same message, and the host checks
 * whether it was sent; so it goes over the connection of its first attempt, which may differ from
 * the campaign's current one, and fails when that was deleted: another phone does not know what
 * this one sent. Returns the recipients that changed; `now` is in epoch ms.
 */
export async function resendUnacknowledged(
  companyId: string,
  campaignId: string,
  connectionId: string,
  now: number,
): Promise<RecipientRow[]> {
  const late = await unacknowledgedSince(companyId, campaignId, now - SILENT_MS, BATCH_SIZE)
  const changed: RecipientRow[] = []
  for (const row of late) {
    const stage = row.inFlight
    if (!stage) continue
    const over = row.over ?? connectionId
    const isThere = over === connectionId || (await getWhatsapp(companyId, over)) !== undefined
    const sentMessage = isThere
      ? await getSentMessage(companyId, over, partId(campaignId, row.key, stage, 0))
      : undefined
    const { chat, contact } = await resolveRecipient(row, over)
    const gone = !sentMessage || row.tries >= MAX_ATTEMPTS || Boolean(contact?.blocked)
    const end = markFailed(row, stage)
    const reason = contact?.blocked ? ('ERR_CONTACT_BLOCKED' as const) : ('ERR_SEND_TIMED_OUT' as const)
    const ended = { ...end, ...(end?.state === 'failed' ? { reason } : {}) }
    const after = changedRecipient(row, gone ? ended : { leftAt: now, tries: row.tries + 1 })
    try {
      await transact(recipientWrites(row, after))
    } catch (error) {
      // It was acknowledged meanwhile.
      if (error instanceof WriteConflict) continue
      throw error
    }
    changed.push(after)
    if (!gone) await sendParts(chat, sentMessage.parts, `|${after.tries}`)
  }
  return changed
}
