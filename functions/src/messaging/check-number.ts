import { newId } from '@balcao/shared/ids.ts'
import { awaitReply } from '../data/channels/reply.ts'
import { getNumberCheck, type NumberCheck, saveNumberCheck } from '../data/contacts/number-check.ts'
import { enqueueCommand } from './enqueue.ts'

/**
 * Asks WhatsApp over a connection whether a number has an account; what it said is kept for a day. Undefined when nobody
 * could be asked within `timeoutMs`.
 */
export async function checkNumber(
  companyId: string,
  connection: { id: string; status: string },
  number: string,
  timeoutMs: number,
): Promise<NumberCheck | undefined> {
  const known = await getNumberCheck(companyId, number)
  if (known || connection.status !== 'CONNECTED') return known
  const requestId = newId()
  await enqueueCommand({ type: 'checkNumber', companyId, connectionId: connection.id, requestId, number }, requestId)
  const reply = await awaitReply(companyId, requestId, timeoutMs)
  if (reply?.type !== 'checkNumber') return undefined
  const check = { exists: reply.exists, number: reply.number ?? number, lid: reply.lid ?? null }
  await saveNumberCheck(companyId, number, check)
  return check
}
