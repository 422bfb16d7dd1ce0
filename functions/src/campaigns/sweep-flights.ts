import { fail } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import {
  changedShipping,
  getSaid,
  inFlightSince,
  type ShippingRow,
  shippingWrites,
} from '../data/campaigns/shipping.ts'
import { getWhatsapp } from '../data/channels/whatsapp.ts'
import { transact, WriteRefused } from '../data/table/transact.ts'
import { partId } from './compose.ts'
import { reachShipping } from './reach-shipping.ts'
import { sendParts } from './send-parts.ts'

/**
 * Time (ms) without an acknowledgement after which a message is sent once more, as its command may
 * be lost.
 */
const SILENT_MS = 2 * 60_000
/** Commands for one message after which it has failed. */
const MOST_TRIES = 6
const AT_ONCE = 25

/**
 * Sends unacknowledged messages again. Under its own id it is the same message, and the host checks
 * whether it was sent; so it goes over the connection of its first attempt, which may differ from
 * the campaign's current one, and fails when that was deleted: another phone does not know what
 * this one sent. Returns the recipients that changed; `now` is in epoch ms.
 */
export async function sweepFlights(
  companyId: string,
  campaignId: string,
  connectionId: string,
  now: number,
): Promise<ShippingRow[]> {
  const late = await inFlightSince(companyId, campaignId, now - SILENT_MS, AT_ONCE)
  const changed: ShippingRow[] = []
  for (const row of late) {
    const stage = row.inFlight
    if (!stage) continue
    const over = row.over ?? connectionId
    const isThere = over === connectionId || (await getWhatsapp(companyId, over)) !== undefined
    const said = isThere ? await getSaid(companyId, over, partId(campaignId, row.key, stage, 0)) : undefined
    const gone = !said || row.tries >= MOST_TRIES
    const end = fail(row, stage)
    const ended = { ...end, ...(end?.state === 'failed' ? { reason: 'ERR_SEND_TIMED_OUT' as const } : {}) }
    const after = changedShipping(row, gone ? ended : { leftAt: now, tries: row.tries + 1 })
    try {
      await transact(shippingWrites(row, after))
    } catch (error) {
      // It was acknowledged meanwhile.
      if (error instanceof WriteRefused) continue
      throw error
    }
    changed.push(after)
    if (!gone) await sendParts((await reachShipping(row, over)).chat, said.parts, `|${after.tries}`)
  }
  return changed
}
