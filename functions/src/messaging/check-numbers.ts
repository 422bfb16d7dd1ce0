import { hash } from 'node:crypto'
import { NUMBERS_A_QUESTION } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { takeTurn } from '../data/channels/ask-turn.ts'
import { awaitReply } from '../data/channels/reply.ts'
import { getNumberChecks, isOutdated, type NumberCheck, saveNumberChecks } from '../data/contacts/number-check.ts'
import { enqueueCommand } from './enqueue.ts'

/** A host waits up to 5 s for its socket before it asks. */
const REPLY_MS = 20_000

export type BatchCheck = {
  /**
   * What WhatsApp says, by each number as it was given; undefined where nobody could be asked, and where it says nothing.
   * Numbers that have to wait, since a connection asks about 20 a second, are not in it.
   */
  checks: Map<string, NumberCheck | undefined>
  /** In how many milliseconds those that wait are to be given again; null when none does. */
  againInMs: number | null
  /** The connection was asked, and there was no answer. */
  silent: boolean
}

type Said = Map<string, NumberCheck>

/**
 * The id of what a job asks at a place: the same at each try of its step, so that one which is cut off finds its answer. Numbers may
 * stand in the place, so it is a digest. The step counts: what had no answer is asked anew by the next one.
 */
export const questionId = ({ id, seq }: { id: string; seq: number }, place: string | null): string =>
  hash('sha256', `${id}|${seq}|${place}`).slice(0, 32)

/**
 * Asks WhatsApp over a connection which numbers have an account, in one question of 50 numbers at most; what it said is
 * kept for a day. Numbers are read a hundred at a time; those beyond the question come with `againInMs`. Takes some
 * seconds, 20 at most, and never waits for its turn.
 * @param requestId the same at each try of the same step: what was asked before it was cut off is not asked again
 * @param anewSince numbers that had no account before this instant, epoch milliseconds, are asked about again
 */
export async function checkBatch(
  companyId: string,
  connection: { id: string; status: string },
  numbers: readonly string[],
  requestId?: string,
  anewSince = 0,
): Promise<BatchCheck> {
  const wanted = [...new Set(numbers)]
  const kept = await getNumberChecks(companyId, wanted)
  const known = new Map([...kept].filter(([, check]) => !isOutdated(check, anewSince)))
  const open = wanted.filter(number => !known.has(number))
  const answer = (
    asked: readonly string[],
    { heard, againInMs = null, silent = false }: Partial<Omit<BatchCheck, 'checks'>> & { heard?: Said } = {},
  ): BatchCheck => {
    const checks = new Map<string, NumberCheck | undefined>(known)
    for (const number of asked) checks.set(number, heard?.get(number))
    return { checks, againInMs, silent }
  }
  if (connection.status !== 'CONNECTED') return answer(open)
  if (open.length === 0) return answer([])

  const question = open.slice(0, NUMBERS_A_QUESTION)
  let reply = requestId ? await awaitReply(companyId, requestId, 0) : undefined
  let nextMs = 0
  if (!reply) {
    const id = requestId ?? newId()
    const turn = await takeTurn(companyId, connection.id, question.length, id)
    if (turn.waitMs > 0) return answer([], { againInMs: turn.waitMs })
    nextMs = turn.nextMs
    await enqueueCommand(
      { type: 'checkNumbers', companyId, connectionId: connection.id, requestId: id, numbers: question },
      id,
    )
    reply = await awaitReply(companyId, id, REPLY_MS)
  }
  const againInMs = open.length > question.length ? nextMs : null
  if (reply?.type !== 'checkNumbers') return answer(question, { againInMs, silent: true })
  const checkedAt = Date.now()
  const heard: Said = new Map(
    reply.results.map(({ asked, exists, number, lid }) => [
      asked,
      { exists, number: number ?? asked, lid: lid ?? null, checkedAt },
    ]),
  )
  // An answer in another spelling is one about that spelling too.
  const spelled = [...heard.values()].filter(({ exists }) => exists).map(check => [check.number, check] as const)
  await saveNumberChecks(companyId, new Map([...heard, ...spelled]), checkedAt)
  return answer(question, { heard, againInMs })
}
