import { answerOf, repeatMenu } from './answer-menu.ts'
import { askForDocument, takeDocument } from './ask-bill.ts'
import { enterQueue, welcomeOf } from './enter-queue.ts'
import { goTo, headingOf, optionMenu, optionsAt, type Place, showOptions, waysFrom } from './option-menu.ts'
import { say } from './say.ts'
import { silence } from './silence.ts'
import type { Outcome, PipelineOption, Step, Turn } from './turn.ts'

/**
 * Moves through the options of the ticket's queue: down by number, back by `0`, to the main menu by
 * `#` (decision 0027).
 */
export const followOptions: Step = turn => {
  const { state, message, configuration, ticket } = turn
  const { menu } = ticket
  if (ticket.queueId === null || (menu?.phase !== 'options' && menu?.phase !== 'entered')) return undefined
  // The ticket entered the queue with this message, so a later step greets it.
  if (turn.greeting) return undefined
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  const first = queue && { queue, option: null }
  const isOver = !first || (menu.phase === 'options' && optionsAt(configuration, first).length === 0)
  if (isOver) return { actions: [silence(menu, state.now)], ends: true }
  // The queue was closed when the contact came into it.
  if (menu.phase === 'entered') return { actions: [], greeting: welcomeOf(turn, first.queue) }

  const place = placeOf(turn, first, menu.at?.id)
  const options = place ? optionsAt(configuration, place) : []
  const answer = answerOf(
    message,
    options.map(({ title }) => title),
  )
  const { back, main } = waysFrom(turn, place ?? first)
  if (answer === '#') return goTo(turn, main)
  // The answered menu was removed, so the number meant another menu.
  if (!place) return goTo(turn, first)
  if (answer === 0 && back) return goTo(turn, back)
  if (place.option?.kind === 'bill') return takeDocument(turn, { ...place, option: place.option }, menu)
  const chosen = typeof answer === 'number' ? options[answer - 1] : undefined
  return chosen
    ? choose(turn, { queue: place.queue, option: chosen })
    : repeatMenu(turn, menu, optionMenu(turn, place, headingOf(turn, place).text))
}

/** Returns the menu that was shown; undefined if it was removed since. */
function placeOf({ configuration }: Turn, first: Place, optionId: string | undefined): Place | undefined {
  if (optionId === undefined) return first
  const option = configuration.options.find(({ id, queueId }) => id === optionId && queueId === first.queue.id)
  const place = option && { queue: first.queue, option }
  return place && (option?.kind === 'bill' || optionsAt(configuration, place).length > 0) ? place : undefined
}

/**
 * Applies the choice of an option (`QueueOptionKind`). If it leads nowhere, a person takes over.
 */
function choose(turn: Turn, place: Place & { option: PipelineOption }): Outcome {
  const { state, configuration, ticket } = turn
  const { kind, message: text, media, targetQueueId } = place.option
  const said = say({ text, media })
  if (kind === 'text' && optionsAt(configuration, place).length > 0) return showOptions(turn, place, { text, media })
  if (kind === 'bill') return askForDocument(turn, place)
  if (kind === 'close') return { actions: [silence(ticket.menu, state.now), ...said, { type: 'close' }], ends: true }
  const target = kind === 'queue' && configuration.queues.find(({ id }) => id === targetQueueId)
  if (target) return enterQueue(turn, target, 'redirect', said)
  return { actions: [silence(ticket.menu, state.now), ...said], ends: true }
}
