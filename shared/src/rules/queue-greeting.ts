type Greets = { greetingMessage: string; integrationId: string | null; promptId: string | null }

/**
 * Returns the problem of a queue's greeting, in the specification's words: it is required unless an
 * integration or a prompt answers instead. Undefined if there is none.
 */
export function greetingProblem({ greetingMessage, integrationId, promptId }: Greets): string | undefined {
  const answered = integrationId !== null || promptId !== null
  if (answered === (greetingMessage.trim() === '')) return undefined
  return answered ? 'A saudação não é obrigatória quando houver integração.' : 'Saudação é obrigatório.'
}
