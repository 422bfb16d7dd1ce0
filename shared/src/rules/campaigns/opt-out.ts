/** Words that opt out when they are the whole answer (decision 0019). */
const WORDS = new Set(['sair', 'stop', 'parar', 'cancelar', 'baja', 'salir', 'unsubscribe'])

/** Whether an answer is that one word, case, accents and what stands around it apart. */
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
