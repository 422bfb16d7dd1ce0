import { answerOf, repeatMenu, turnPage } from './answer-menu.ts'
import { askForDocument, takeDocument } from './ask-bill.ts'
import { botReplies } from './bot-replies.ts'
import { enterQueue, welcomeOf } from './enter-queue.ts'
import {
  headingOf,
  type MenuPosition,
  menuExits,
  optionMenu,
  optionsAt,
  placeOf,
  returnToMenu,
  showOptions,
} from './option-menu.ts'
import type { PipelineInput, PipelineOption, PipelineStep, StepResult } from './pipeline.ts'
import { silenceBot } from './silence-bot.ts'

/**
 * Moves through the options of the ticket's queue: down by number, back by `0`, to the main menu by
 * `#` (decision 0027).
 */
export const followOptions: PipelineStep = input => {
  const { state, message, configuration, ticket } = input
  const { menu } = ticket
  if (ticket.queueId === null || (menu?.phase !== 'options' && menu?.phase !== 'entered')) return undefined
  // The ticket entered the queue with this message, so a later step greets it.
  if (input.greeting) return undefined
  const queue = configuration.queues.find(({ id }) => id === ticket.queueId)
  const first = queue && { queue, option: null }
  const isOver = !first || (menu.phase === 'options' && optionsAt(configuration, first).length === 0)
  if (isOver) return { actions: [silenceBot(menu, state.now)], ends: true }
  // The queue was closed when the contact came into it.
  if (menu.phase === 'entered') return { actions: [], greeting: welcomeOf(input, first.queue) }

  const position = positionOf(input, first, menu.at?.id)
  const options = position ? optionsAt(configuration, position) : []
  const answer = answerOf(
    message,
    placeOf(position ?? first),
    options.map(({ title }) => title),
  )
  const { back, main } = menuExits(input, position ?? first)
  if (typeof answer === 'object' && position)
    return turnPage(optionMenu(input, position, headingOf(input, position).text, answer.page))
  if (answer === '#') return returnToMenu(input, main)
  // The answered menu was removed, so the number meant another menu.
  if (!position) return returnToMenu(input, first)
  if (answer === 0 && back) return returnToMenu(input, back)
  if (position.option?.kind === 'bill') return takeDocument(input, { ...position, option: position.option }, menu)
  const chosen = typeof answer === 'number' ? options[answer - 1] : undefined
  return chosen
    ? choose(input, { queue: position.queue, option: chosen })
    : repeatMenu(input, menu, optionMenu(input, position, headingOf(input, position).text))
}

/** Returns the menu that was shown; undefined if it was removed since. */
function positionOf(
  { configuration }: PipelineInput,
  first: MenuPosition,
  optionId: string | undefined,
): MenuPosition | undefined {
  if (optionId === undefined) return first
  const option = configuration.options.find(({ id, queueId }) => id === optionId && queueId === first.queue.id)
  const position = option && { queue: first.queue, option }
  return position && (option?.kind === 'bill' || optionsAt(configuration, position).length > 0) ? position : undefined
}

/**
 * Applies the choice of an option (`QueueOptionKind`). If it leads nowhere, a person takes over.
 */
function choose(input: PipelineInput, position: MenuPosition & { option: PipelineOption }): StepResult {
  const { state, configuration, ticket } = input
  const { kind, message: text, media, targetQueueId } = position.option
  const replies = botReplies({ text, media })
  if (kind === 'text' && optionsAt(configuration, position).length > 0)
    return showOptions(input, position, { text, media })
  if (kind === 'bill') return askForDocument(input, position)
  if (kind === 'close')
    return { actions: [silenceBot(ticket.menu, state.now), ...replies, { type: 'close' }], ends: true }
  const target = kind === 'queue' && configuration.queues.find(({ id }) => id === targetQueueId)
  if (target) return enterQueue(input, target, 'redirect', replies)
  return { actions: [silenceBot(ticket.menu, state.now), ...replies], ends: true }
}
