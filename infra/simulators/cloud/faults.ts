import { z } from 'zod'
import { count } from '../faults.ts'
import { CloudError } from './errors.ts'

const code = z.number().int().min(1).max(999_999)
const status = z.number().int().min(400).max(599)
/**
 * Calls that meet the fault: `send` (by default) is every message that is sent, `download` every
 * file that is fetched; any other word is looked for in the path, and the empty one meets every
 * call.
 */
const call = z.string().max(50).default('send')
/** One of how many calls meets the fault: 5 is a fifth of them. */
const every = z.number().int().min(1).max(1000).default(1)

/** Number that meets the fault; all by default. */
const phoneNumberId = z.string().max(40).optional()

/** Faults of the next calls and webhooks. */
export const Fault = z.discriminatedUnion('kind', [
  /**
   * Accepts the message and loses the answer: breaks the connection after `ms` of silence, or
   * answers `status`.
   */
  z.object({
    kind: z.literal('timeout-after-accept'),
    phoneNumberId,
    count: count(),
    every,
    status: status.optional(),
    ms: z.number().int().min(0).max(120_000).default(0),
  }),
  /** Delivers the next webhooks twice. */
  z.object({ kind: z.literal('duplicate'), phoneNumberId, count: count() }),
  /** Delivers the next webhooks after the one that follows them. */
  z.object({ kind: z.literal('reorder'), phoneNumberId, count: count() }),
  /**
   * Refuses with an HTTP status, or an error of the Cloud API. An error that Meta tells by a failed
   * status comes that way, unless `by` says otherwise.
   */
  z.object({
    kind: z.literal('fail'),
    phoneNumberId,
    count: count(),
    every,
    status: status.optional(),
    code: code.optional(),
    by: z.enum(['answer', 'status']).optional(),
    call,
  }),
  /** Answers every call with 190, or the next `count` ones. */
  z.object({
    kind: z.literal('revoke-token'),
    phoneNumberId,
    count: z.number().int().min(1).max(10_000).default(1_000_000_000),
  }),
  /** Refuses the next messages with a limit's code. */
  z.object({ kind: z.literal('rate'), phoneNumberId, count: count(), every, code: code.default(130429) }),
])
export type Fault = z.infer<typeof Fault>

/** Returns true for a fault of the number, or of all. */
export const isOf = (fault: Fault, numberId: string): boolean =>
  fault.phoneNumberId === undefined || fault.phoneNumberId === numberId

/** Returns the refusal of a fault that fails a call: an HTTP status, or an error's own. */
export function faultError({ code, status }: Extract<Fault, { kind: 'fail' }>): CloudError {
  const answered = status ?? (code === undefined ? 500 : undefined)
  return new CloudError(code ?? 2, '', answered === undefined ? {} : { status: answered })
}
