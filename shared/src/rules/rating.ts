import type { MenuForm } from '../entities/setting.ts'
import type { Rating } from '../entities/ticket.ts'
import { menuAnswer } from './menu-answer.ts'
import { choiceOfMenu, type FormedMenu, formMenu } from './menu-form.ts'

/** Question if neither queue nor connection has a text of its own. */
const QUESTION = 'Como foi o nosso atendimento?'

const RATINGS = ['Insatisfeito', 'Satisfeito', 'Muito satisfeito']
/** Place of the question in the ids of its choices. */
const PLACE = 'rating'

const SCALE = `Responda com um número:

${RATINGS.map((name, at) => `*${at + 1}* - ${name}`).join('\n')}`

/**
 * Returns the question for a rating: the company's text (or ours if it has none) and the scale, as
 * buttons where `form` is not text.
 */
export const ratingQuestion = (text: string, form: MenuForm): FormedMenu =>
  withScale(text.trim() || QUESTION, form) ?? { text: `${text.trim() || QUESTION}\n\n${SCALE}` }

/** Returns the question again, after a text that is no rating. */
export const ratingAgain = (form: MenuForm): FormedMenu => withScale(NOT_UNDERSTOOD, form) ?? { text: RATING_AGAIN }

function withScale(heading: string, form: MenuForm): FormedMenu | undefined {
  const menu = formMenu(form, { place: PLACE, heading, names: RATINGS })
  return menu.choices ? menu : undefined
}

const NOT_UNDERSTOOD = `Não entendi a sua avaliação.

Se precisar de mais alguma coisa, é só escrever de novo.`

/**
 * Answer to a text that is no rating. The next message of the contact begins a new conversation.
 */
export const RATING_AGAIN = `Não entendi a sua avaliação. ${SCALE}

Se precisar de mais alguma coisa, é só escrever de novo.`

export const RATING_THANKS = 'Obrigado! A sua avaliação foi registrada.'

/**
 * Reads a pressed button or a text as a rating: its number or its name, as people answer a menu;
 * `nota 3` as well.
 */
export function ratingOf(body: string, choice?: string): Rating | undefined {
  const rating = choiceOfMenu(choice, PLACE) ?? menuAnswer(body.replace(/\bnota\b/i, ''), RATINGS)
  return rating === 1 || rating === 2 || rating === 3 ? rating : undefined
}

/** Time in milliseconds for which an answer is awaited. */
export const RATING_WAIT_MS = 24 * 3_600_000
