type Greets = { greetingMessage: string; integrationId: string | null; promptId: string | null }

/**
 * Returns the problem of a queue's greeting: it is required unless an integration or a prompt
 * answers instead, and not expected then. Undefined if there is none.
 */
export function greetingProblem({
  greetingMessage,
  integrationId,
  promptId,
}: Greets): 'required' | 'not_expected' | undefined {
  const answered = integrationId !== null || promptId !== null
  if (answered === (greetingMessage.trim() === '')) return undefined
  return answered ? 'not_expected' : 'required'
}
