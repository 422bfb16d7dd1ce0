/**
 * Menu of a queue's options as a contact walks through it: every menu has a heading, numbered
 * options and the ways out.
 */
import { cutText } from '../cut-text.ts'
import { type MenuState, menuText, type Way } from '../queue-menu.ts'
import { enterQueue, welcomeOf } from './enter-queue.ts'
import { choicesOf, offerQueues } from './queue-choice.ts'
import { say } from './say.ts'
import type { Outcome, PipelineConfiguration, PipelineOption, PipelineQueue, Saying, Turn } from './turn.ts'

/** Menu of a queue: its first one, or that of one of its options. */
export type Place = { queue: PipelineQueue; option: PipelineOption | null }

/**
 * Levels of the way to a menu that are kept, each cut to the shown length: the ticket's row must
 * stay small.
 */
const LEVELS = 3
const TITLE = 40

export const optionsAt = ({ options }: PipelineConfiguration, { queue, option }: Place): PipelineOption[] =>
  options.filter(({ queueId, parentId }) => queueId === queue.id && parentId === (option?.id ?? null))

const parentOf = ({ options }: PipelineConfiguration, { parentId }: PipelineOption): PipelineOption | null =>
  options.find(({ id }) => id === parentId) ?? null

/** Returns the heading of a menu: the message of the choice that led to it. */
export const headingOf = (turn: Turn, { queue, option }: Place): Saying =>
  option ? { text: option.message, media: option.media } : welcomeOf(turn, queue)

/**
 * Returns the main menu as seen from a queue: the choice of queues or, without one, a queue's first
 * menu.
 */
function mainOf(turn: Turn, queue: PipelineQueue): Place | 'queues' {
  const [only, ...others] = choicesOf(turn)
  if (others.length > 0) return 'queues'
  const home = only && { queue: only, option: null }
  return home && optionsAt(turn.configuration, home).length > 0 ? home : { queue, option: null }
}

const isAt = (where: Place | 'queues', { queue, option }: Place): boolean =>
  where !== 'queues' && where.queue.id === queue.id && where.option?.id === option?.id

/** Returns where `0` and `#` lead; there is no way back from the main menu. */
export function waysFrom(turn: Turn, place: Place): { back: Place | 'queues' | null; main: Place | 'queues' } {
  const { queue, option } = place
  const main = mainOf(turn, queue)
  if (option) return { back: { queue, option: parentOf(turn.configuration, option) }, main }
  return { back: isAt(main, place) ? null : main, main }
}

/** Returns the ways out that the menu names: the main menu only if it differs from the way back. */
export function waysOut(turn: Turn, place: Place): Way[] {
  const { back, main } = waysFrom(turn, place)
  const isOther = back !== main && !isAt(main, place) && !(back && back !== 'queues' && isAt(main, back))
  return [...(back ? ['back' as const] : []), ...(isOther ? ['main' as const] : [])]
}

/** Returns a menu of options as text under a heading. */
export const optionMenu = (turn: Turn, place: Place, heading: string): string =>
  menuText(
    heading,
    optionsAt(turn.configuration, place).map(({ title }) => title),
    waysOut(turn, place),
  )

function pathTo(configuration: PipelineConfiguration, option: PipelineOption): string[] {
  const path: string[] = []
  for (let each: PipelineOption | null = option; each; each = parentOf(configuration, each)) {
    if (path.length === LEVELS) return ['…', ...path]
    path.unshift(cutText(each.title, TITLE))
  }
  return path
}

/** Shows a menu to a contact who arrives at it. */
export const showOptions = (turn: Turn, place: Place, { text, media }: Saying): Outcome =>
  comeTo(turn, place, { text: optionMenu(turn, place, text), media })

/** Puts a contact at a place where they are asked for an answer. */
export function comeTo({ state, configuration }: Turn, { option }: Place, asked: Saying): Outcome {
  const menu: MenuState = {
    phase: 'options',
    startedAt: state.now,
    shownAt: state.now,
    repeats: 0,
    ...(option ? { at: { id: option.id, path: pathTo(configuration, option) } } : {}),
  }
  return {
    actions: [{ type: 'menu', menu, chatbot: true }, ...say(asked)],
    ends: true,
  }
}

/** Leads a contact to a menu they have seen before: without its file. */
export function goTo(turn: Turn, where: Place | 'queues'): Outcome {
  if (where === 'queues') return offerQueues(turn)
  if (where.queue.id !== turn.ticket.queueId) return enterQueue(turn, where.queue, 'queue')
  return showOptions(turn, where, { text: headingOf(turn, where).text, media: null })
}
