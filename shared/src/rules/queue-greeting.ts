type Greets = { greetingMessage: string; integrationId: string | null; promptId: string | null }

/**
 * What is wrong with a queue's greeting, in the specification's words: an integration or a prompt speaks in its place, and
 * without either it must be there. Undefined when nothing is.
 */
export function greetingProblem({ greetingMessage, integrationId, promptId }: Greets): string | undefined {
  const answered = integrationId !== null || promptId !== null
  if (answered === (greetingMessage.trim() === '')) return undefined
  return answered ? 'A saudação não é obrigatória quando houver integração.' : 'Saudação é obrigatório.'
}
