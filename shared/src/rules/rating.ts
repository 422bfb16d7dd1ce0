import type { Rating } from '../entities/ticket.ts'

/** Asked when neither queue nor connection has a text of its own. */
const QUESTION = 'Como foi o nosso atendimento?'

const SCALE = `Responda com um número:

*1* - Insatisfeito
*2* - Satisfeito
*3* - Muito satisfeito`

/** The question for a rating: the company's text (or ours when it has none) and the scale. */
export const ratingQuestion = (text: string): string => `${text.trim() || QUESTION}\n\n${SCALE}`

/** Said to who answered something else. What they write next is a conversation of its own. */
export const RATING_AGAIN = `Não entendi a sua avaliação. ${SCALE}

Se precisar de mais alguma coisa, é só escrever de novo.`

export const RATING_THANKS = 'Obrigado! A sua avaliação foi registrada.'

/** The rating a text is: exactly 1, 2 or 3, blanks around it apart. */
export function ratingOf(body: string): Rating | undefined {
  const text = body.trim()
  return text === '1' || text === '2' || text === '3' ? (Number(text) as Rating) : undefined
}

/** How long an answer is awaited. */
export const RATING_WAIT_MS = 24 * 3_600_000
