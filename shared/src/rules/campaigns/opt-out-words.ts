/** Words that opt out if they are the whole answer (decision 0019). */
const WORDS = new Set(['sair', 'stop', 'parar', 'cancelar', 'baja', 'salir', 'unsubscribe'])

/**
 * Returns whether an answer is one of these words, regardless of case, accents and characters
 * around it.
 */
export const isOptOut = (body: string): boolean =>
  WORDS.has(
    body
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
      .toLowerCase(),
  )

export const OPT_OUT_THANKS =
  'Pronto, você não receberá mais mensagens das nossas campanhas. Se precisar de alguma coisa, é só escrever.'
