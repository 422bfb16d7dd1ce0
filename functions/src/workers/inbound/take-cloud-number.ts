import { MessagingLimit, Quality } from '@balcao/shared/entities/whatsapp.ts'
import type { InboundCloudNumber } from '@balcao/shared/events/queues.ts'
import { longSpelling } from '@balcao/shared/rules/phone-number.ts'
import {
  changeWhatsapp,
  getWhatsapp,
  setCloudState,
  type WhatsappChange,
  type WhatsappRow,
} from '../../data/channels/whatsapp.ts'
import { logger } from '../../http/logger.ts'
import { numberOf } from '../../integrations/meta/cloud/cloud-numbers.ts'
import { GraphError } from '../../integrations/meta/graph-error.ts'
import { keptCloudTokenOf } from '../../messaging/cloud-token.ts'
import { disconnectCloudNumber } from '../../messaging/disconnect-cloud-number.ts'
import { publishConnection } from '../../messaging/publish-connection.ts'

/**
 * Takes a change of a cloud number: its rating and limit, that it can no longer be used, or that a
 * ban was lifted. Meta's webhook says only part of it, so Meta is asked.
 */
export async function takeCloudNumber(event: InboundCloudNumber): Promise<void> {
  const { companyId, connectionId, change, number, reason } = event
  const row = await getWhatsapp(companyId, connectionId, true)
  if (row?.provider !== 'cloud') return
  if (number && row.number && longSpelling(number) !== longSpelling(row.number)) return
  if (change === 'number') return rate(row, event)
  if (change === 'restored') return restore(row)
  if (row.disconnectReason === 'logout' || row.disconnectReason === reason) return
  // Another partner may have left the account, and not we.
  if (reason === 'permission' && (await isUsable(row))) return
  await disconnectCloudNumber(row, reason ?? 'permission')
}

/** Stores what Meta says about the number now; if it cannot be asked, what the event said. */
async function rate(row: WhatsappRow, { quality, messagingLimit }: InboundCloudNumber): Promise<void> {
  const told: WhatsappChange = {
    ...withKnown('quality', Quality.safeParse(quality).data),
    ...withKnown('messagingLimit', MessagingLimit.safeParse(messagingLimit).data),
  }
  const asked = await ask(row)
  const change: WhatsappChange = asked
    ? {
        ...told,
        displayPhoneNumber: asked.displayPhoneNumber,
        ...withKnown('verifiedName', asked.verifiedName),
        ...withKnown('quality', asked.quality),
        ...withKnown('messagingLimit', asked.messagingLimit),
      }
    : told
  if (Object.keys(change).length === 0) return
  await publishConnection(await changeWhatsapp(row.companyId, row.id, change))
}

const withKnown = <N extends keyof WhatsappChange>(name: N, value: WhatsappChange[N] | null): WhatsappChange =>
  value === undefined || value === null ? {} : { [name]: value }

/** Connects a number again whose ban was lifted. */
async function restore(row: WhatsappRow): Promise<void> {
  if (row.disconnectReason !== 'banned' || !row.accessToken) return
  const asked = await ask(row)
  if (!asked) return
  const { phoneNumberId: _, ...said } = asked
  await publishConnection(await setCloudState(row.companyId, row.id, { accessToken: row.accessToken, ...said }, row))
}

const isUsable = async (row: WhatsappRow): Promise<boolean> => (await ask(row)) !== undefined

/** Returns what Meta says about a number; undefined if it cannot be asked now. */
async function ask(row: WhatsappRow) {
  const token = keptCloudTokenOf(row)
  if (!row.phoneNumberId || !token) return undefined
  try {
    return await numberOf(row.phoneNumberId, token)
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    logger.warn('Meta could not be asked about a number', { companyId: row.companyId, connectionId: row.id, error })
    return undefined
  }
}
