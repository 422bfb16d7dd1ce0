/**
 * Calls a billing system within the time of the whole look-up, with one retry after a pause when it
 * is busy or broken; never hangs.
 */
import type { z } from 'zod'
import { callExternalUrl, type OutgoingAnswer, type OutgoingCall } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { ErpError, erpErrorOf, unanswered } from './erp-error.ts'

/** Deadline of all calls (epoch ms), maximum time of a call and pause before the retry (ms). */
export type CallTimeouts = { until: number; callMs: number; pauseMs: number }

/**
 * Returns the timeouts of a look-up in a conversation: well within the claim of a bot's reply
 * (data/automation/bot-reply.ts).
 */
export const lookUpTimeouts = (): CallTimeouts => ({ until: Date.now() + 60_000, callMs: 15_000, pauseMs: 1000 })

/** Returns the timeouts of a test by an API call, which ends after 29 seconds, whoever is slow. */
export const testTimeouts = (): CallTimeouts => ({ until: Date.now() + 20_000, callMs: 12_000, pauseMs: 500 })

/** Maximum bytes of an answer: lists of bills are small, a bill as a PDF is not. */
const MAX_BYTES = 1_000_000
export const MAX_PDF_BYTES = 5_000_000

/** Systems behind a gateway (Asaas) refuse clients without a user agent. */
const AGENT = 'Balcao/1.0'

/**
 * Calls a system; the caller interprets the status of its answer.
 * @throws ErpError
 */
export async function ask(
  address: string,
  call: OutgoingCall,
  timeouts: CallTimeouts,
  maxBytes: number = MAX_BYTES,
): Promise<OutgoingAnswer> {
  const first = await tryOnce(address, call, timeouts, maxBytes)
  const isPassing = first instanceof ErpError && PASSING.has(first.code)
  // If it did not answer at all, the time is spent.
  if (!isPassing || first.cause !== undefined || timeouts.until - Date.now() < 2 * timeouts.pauseMs)
    return answerOrThrow(first)
  await new Promise(resolve => setTimeout(resolve, timeouts.pauseMs))
  return answerOrThrow(await tryOnce(address, call, timeouts, maxBytes))
}

const PASSING = new Set<string>(['ERR_ERP_BUSY', 'ERR_ERP_UNREACHABLE'])

function answerOrThrow(answer: OutgoingAnswer | ErpError): OutgoingAnswer {
  if (answer instanceof ErpError) throw answer
  return answer
}

async function tryOnce(
  address: string,
  { headers = {}, ...call }: OutgoingCall,
  { until, callMs }: CallTimeouts,
  maxBytes: number,
): Promise<OutgoingAnswer | ErpError> {
  const timeoutMs = Math.min(callMs, until - Date.now())
  if (timeoutMs <= 0) return new ErpError('ERR_ERP_UNREACHABLE', { cause: 'no time is left' })
  try {
    const named = { accept: 'application/json', 'user-agent': AGENT, ...headers }
    const answer = await callExternalUrl(address, { ...call, headers: named }, { timeoutMs, maxBytes })
    return erpErrorOf(answer.status) ?? answer
  } catch (error) {
    return unanswered(error)
  }
}

/**
 * Parses a system's answer by its schema.
 * @throws ErpError ERR_ERP_ANSWER for an error page with status 200 or another form
 */
export function readAs<T extends z.ZodType>(schema: T, body: Buffer | string): z.output<T> {
  try {
    const parsed = schema.safeParse(jsonOf(body))
    if (parsed.success) return parsed.data
  } catch (error) {
    // The answer is nested so deeply that the stack overflows.
    if (!(error instanceof RangeError)) throw error
  }
  throw new ErpError('ERR_ERP_ANSWER')
}
