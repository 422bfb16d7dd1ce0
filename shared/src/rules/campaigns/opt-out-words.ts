/** Words that opt out if they are the whole answer (decision 0019). */
const WORDS = ['sair', 'stop', 'parar', 'cancelar', 'baja', 'salir', 'unsubscribe']

/**
 * Phrases that opt out, as templates write them on their buttons: Meta's own marketing button in
 * the three languages ("Stop promotions"), and what companies write instead (decision 0072).
 */
const PHRASES = [
  'parar promocoes',
  'interromper promocoes',
  'parar mensagens',
  'parar de receber',
  'cancelar inscricao',
  'nao quero receber',
  'nao quero mais receber',
  'sair da lista',
  'stop promotions',
  'stop messages',
  'opt out',
  'detener promociones',
  'parar promociones',
  'dejar de recibir',
  'no quiero recibir',
  'cancelar suscripcion',
  'darme de baja',
]

const ANSWERS = new Set([...WORDS, ...PHRASES])

/**
 * Returns whether an answer, typed or on a pressed button, is one of these words or phrases,
 * regardless of case, accents and characters around it.
 */
export const isOptOut = (body: string): boolean =>
  ANSWERS.has(
    body
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
      .replace(/[\s-]+/g, ' ')
      .toLowerCase(),
  )

export const OPT_OUT_THANKS =
  'Pronto, você não receberá mais mensagens das nossas campanhas. Se precisar de alguma coisa, é só escrever.'
