import { newId } from '@balcao/shared/ids.ts'
import { awaitReply } from '../data/channels/reply.ts'
import { getNumberCheck, isOutdated, type NumberCheck, saveNumberCheck } from '../data/contacts/number-check.ts'
import { enqueueCommand } from './enqueue.ts'

/** How long a number is not asked about again, even on wish: a check costs WhatsApp a question. */
const ANEW_AFTER_MS = 60_000

/**
 * Returns what is kept of a number, else what WhatsApp says over a connection. Undefined when nobody could be asked within
 * `timeoutMs`.
 * @param anew asks again about a number that had no account more than a minute ago
 */
export async function checkNumber(
  companyId: string,
  connection: { id: string; status: string },
  number: string,
  timeoutMs: number,
  anew = false,
): Promise<NumberCheck | undefined> {
  const kept = await getNumberCheck(companyId, number)
  const known = anew && kept && isOutdated(kept, Date.now() - ANEW_AFTER_MS) ? undefined : kept
  if (known || connection.status !== 'CONNECTED') return known
  return askNumber(companyId, connection.id, number, timeoutMs)
}

/**
 * Asks WhatsApp over a connection that is up whether a number has an account; what it said is kept for a day. Undefined when
 * there was no answer within `timeoutMs`.
 */
export async function askNumber(
  companyId: string,
  connectionId: string,
  number: string,
  timeoutMs: number,
): Promise<NumberCheck | undefined> {
  const requestId = newId()
  await enqueueCommand({ type: 'checkNumber', companyId, connectionId, requestId, number }, requestId)
  const reply = await awaitReply(companyId, requestId, timeoutMs)
  if (reply?.type !== 'checkNumber') return undefined
  return saveNumberCheck(companyId, number, {
    exists: reply.exists,
    number: reply.number ?? number,
    lid: reply.lid ?? null,
  })
}
