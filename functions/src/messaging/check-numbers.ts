import { hash } from 'node:crypto'
import { NUMBERS_A_QUESTION } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { reserveCheckSlot } from '../data/channels/number-check-rate.ts'
import { awaitReply } from '../data/channels/reply.ts'
import { getNumberChecks, isOutdated, type NumberCheck, saveNumberChecks } from '../data/contacts/number-check.ts'
import { enqueueCommand } from './enqueue.ts'

/** Time to wait for a reply: a host waits up to 5 s for its socket before it asks. */
const REPLY_MS = 20_000

export type BatchCheck = {
  /**
   * WhatsApp's answer for each number as it was given; undefined where no connection could be asked
   * or WhatsApp gave no answer. Numbers that must wait, since a connection asks about 20 a second,
   * are missing.
   */
  checks: Map<string, NumberCheck | undefined>
  /** Milliseconds until the numbers that wait should be given again; null when none waits. */
  againInMs: number | null
  /** The connection was asked, and did not answer. */
  silent: boolean
}

type NumberAnswers = Map<string, NumberCheck>

/**
 * Returns the request id of a job's question at a place: the same at each attempt of its step, so
 * that a step that was cut off finds its answer. It is a digest, since the place may contain
 * numbers. It includes the step: a question without an answer is asked anew by the next step.
 */
export const questionId = ({ id, seq }: { id: string; seq: number }, place: string | null): string =>
  hash('sha256', `${id}|${seq}|${place}`).slice(0, 32)

/**
 * Asks WhatsApp over a connection which numbers have an account, in one question of 50 numbers at
 * most, and stores the answers for a day. Numbers are read a hundred at a time; those beyond the
 * question come with `againInMs`. Takes some seconds, 20 at most, and never waits for the
 * connection's rate limit.
 * @param requestId the same at each attempt of the same step: a question asked before the step was
 * cut off is not asked again
 * @param anewSince numbers that had no account before this instant, in epoch milliseconds, are
 * asked about again
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
    {
      answers,
      againInMs = null,
      silent = false,
    }: Partial<Omit<BatchCheck, 'checks'>> & { answers?: NumberAnswers } = {},
  ): BatchCheck => {
    const checks = new Map<string, NumberCheck | undefined>(known)
    for (const number of asked) checks.set(number, answers?.get(number))
    return { checks, againInMs, silent }
  }
  if (connection.status !== 'CONNECTED') return answer(open)
  if (open.length === 0) return answer([])

  const question = open.slice(0, NUMBERS_A_QUESTION)
  let reply = requestId ? await awaitReply(companyId, requestId, 0) : undefined
  let nextMs = 0
  if (!reply) {
    const id = requestId ?? newId()
    const slot = await reserveCheckSlot(companyId, connection.id, question.length, id)
    if (slot.waitMs > 0) return answer([], { againInMs: slot.waitMs })
    nextMs = slot.nextMs
    await enqueueCommand(
      { type: 'checkNumbers', companyId, connectionId: connection.id, requestId: id, numbers: question },
      id,
    )
    reply = await awaitReply(companyId, id, REPLY_MS)
  }
  const againInMs = open.length > question.length ? nextMs : null
  if (reply?.type !== 'checkNumbers') return answer(question, { againInMs, silent: true })
  const checkedAt = Date.now()
  const answers: NumberAnswers = new Map(
    reply.results.map(({ asked, exists, number, lid }) => [
      asked,
      { exists, number: number ?? asked, lid: lid ?? null, checkedAt },
    ]),
  )
  // An answer in another spelling answers that spelling too.
  const spelled = [...answers.values()].filter(({ exists }) => exists).map(check => [check.number, check] as const)
  await saveNumberChecks(companyId, new Map([...answers, ...spelled]), checkedAt)
  return answer(question, { answers, againInMs })
}
