import { NUMBERS_A_QUESTION } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { takeTurn } from '../data/channels/ask-turn.ts'
import { awaitReply } from '../data/channels/reply.ts'
import { getNumberChecks, type NumberCheck, saveNumberChecks } from '../data/contacts/number-check.ts'
import { enqueueCommand } from './enqueue.ts'

/** A host waits up to 5 s for its socket before it asks. */
const REPLY_MS = 20_000

export type BatchCheck = {
  /** What WhatsApp says, by each number as it was given; undefined where nobody could be asked. */
  checks: Map<string, NumberCheck | undefined>
  /**
   * Null: all was asked that could be. Else some numbers have to wait, since a connection asks about 20 a second: those
   * are undefined too, and it is to be tried again in so many milliseconds.
   */
  againInMs: number | null
}

/**
 * Asks WhatsApp over a connection which numbers have an account, in one question of 50 numbers at most; what it said is
 * kept for a day. Numbers are read a hundred at a time; those beyond the question come with `againInMs`. Takes some
 * seconds, 20 at most, and never waits for its turn.
 * @param requestId the same at each try of the same step: what was asked before it was cut off is not asked again
 */
export async function checkBatch(
  companyId: string,
  connection: { id: string; status: string },
  numbers: readonly string[],
  requestId?: string,
): Promise<BatchCheck> {
  const wanted = [...new Set(numbers)]
  const known = await getNumberChecks(companyId, wanted)
  const checks = new Map(wanted.map(number => [number, known.get(number)]))
  const open = wanted.filter(number => !known.has(number))
  if (open.length === 0 || connection.status !== 'CONNECTED') return { checks, againInMs: null }

  const question = open.slice(0, NUMBERS_A_QUESTION)
  let reply = requestId && (await awaitReply(companyId, requestId, 0))
  let nextMs = 0
  if (!reply) {
    const id = requestId ?? newId()
    const turn = await takeTurn(companyId, connection.id, question.length, id)
    if (turn.waitMs > 0) return { checks, againInMs: turn.waitMs }
    nextMs = turn.nextMs
    await enqueueCommand(
      { type: 'checkNumbers', companyId, connectionId: connection.id, requestId: id, numbers: question },
      id,
    )
    reply = await awaitReply(companyId, id, REPLY_MS)
  }
  if (!reply || reply.type !== 'checkNumbers') return { checks, againInMs: null }
  const heard = new Map(
    reply.results.map(({ asked, exists, number, lid }) => [
      asked,
      { exists, number: number ?? asked, lid: lid ?? null },
    ]),
  )
  await saveNumberChecks(companyId, heard)
  for (const [number, check] of heard) checks.set(number, check)
  return { checks, againInMs: open.length > question.length ? nextMs : null }
}
