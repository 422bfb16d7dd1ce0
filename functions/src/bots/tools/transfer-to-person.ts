import { z } from 'zod'
import type { ToolCall } from '../../integrations/openai/complete.ts'
import { argumentsOf } from './arguments-of.ts'
import { defineTool } from './tool.ts'

/** Maximum length of a reason, which a note shows: some sentences are enough. */
const MAX_REASON_LENGTH = 500

const parameters = z.object({
  reason: z.string().catch('').describe('O motivo, em uma frase, para a pessoa que assume.'),
})

const reasonOf = (reason: string): string => reason.trim().slice(0, MAX_REASON_LENGTH).toWellFormed()

/** Hands over. It names no queue: the company decides where its agent hands off to. */
export const transferToPerson = defineTool({
  name: 'transfer_to_person',
  switch: null,
  needs: null,
  description: 'Passa a conversa para uma pessoa da empresa, e encerra a sua parte.',
  parameters,
  run: (_, { reason }) => ({ answer: { ok: true }, handOver: reasonOf(reason) }),
})

/**
 * Returns the reason of the call that hands over, empty for none that
 * can be read; null without one.
 */
export function transferReason(calls: readonly ToolCall[]): string | null {
  const call = calls.find(({ name }) => name === transferToPerson.name)
  if (!call) return null
  const parsed = parameters.safeParse(argumentsOf(call.arguments))
  return parsed.success ? reasonOf(parsed.data.reason) : ''
}
