import { newId } from '@balcao/shared/ids.ts'
import { awaitReply } from '../data/channels/reply.ts'
import { getNumberCheck, isOutdated, type NumberCheck, saveNumberCheck } from '../data/contacts/number-check.ts'
import { enqueueCommand } from './enqueue.ts'

/**
 * Minimum time between two checks of a number, even on request: each check costs a query to
 * WhatsApp.
 */
const ANEW_AFTER_MS = 60_000

/**
 * Returns the stored result for a number, else WhatsApp's answer over a connection. Undefined when
 * no connection could be asked within `timeoutMs`.
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
 * Asks WhatsApp over a connected connection whether a number has an account, and stores the answer
 * for a day. Undefined when no answer came within `timeoutMs`.
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
