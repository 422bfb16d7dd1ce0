/**
 * Menu of a queue's options as a contact walks through it: every menu has a heading, numbered
 * options and the ways out.
 */
import { cutText } from '../cut-text.ts'
import { type FormedMenu, formMenu } from '../menu-form.ts'
import type { MenuExit, MenuState } from '../queue-menu.ts'
import { botReplies } from './bot-replies.ts'
import { enterQueue, welcomeOf } from './enter-queue.ts'
import { menuFormOf } from './menu-form-of.ts'
import type {
  PipelineConfiguration,
  PipelineInput,
  PipelineOption,
  PipelineQueue,
  ReplyText,
  StepResult,
} from './pipeline.ts'
import { choicesOf, offerQueues } from './queue-choice.ts'

/** Menu of a queue: its first one, or that of one of its options. */
export type MenuPosition = { queue: PipelineQueue; option: PipelineOption | null }

/**
 * Levels of the way to a menu that are kept, each cut to the shown length: the ticket's row must
 * stay small.
 */
const LEVELS = 3
const TITLE = 40

export const optionsAt = ({ options }: PipelineConfiguration, { queue, option }: MenuPosition): PipelineOption[] =>
  options.filter(({ queueId, parentId }) => queueId === queue.id && parentId === (option?.id ?? null))

const parentOf = ({ options }: PipelineConfiguration, { parentId }: PipelineOption): PipelineOption | null =>
  options.find(({ id }) => id === parentId) ?? null

/** Returns the heading of a menu: the message of the choice that led to it. */
export const headingOf = (input: PipelineInput, { queue, option }: MenuPosition): ReplyText =>
  option ? { text: option.message, media: option.media } : welcomeOf(input, queue)

/**
 * Returns the main menu as seen from a queue: the choice of queues or, without one, a queue's first
 * menu.
 */
function mainOf(input: PipelineInput, queue: PipelineQueue): MenuPosition | 'queues' {
  const [only, ...others] = choicesOf(input)
  if (others.length > 0) return 'queues'
  const home = only && { queue: only, option: null }
  return home && optionsAt(input.configuration, home).length > 0 ? home : { queue, option: null }
}

const isAt = (where: MenuPosition | 'queues', { queue, option }: MenuPosition): boolean =>
  where !== 'queues' && where.queue.id === queue.id && where.option?.id === option?.id

/** Returns where `0` and `#` lead; there is no way back from the main menu. */
export function menuExits(
  input: PipelineInput,
  position: MenuPosition,
): { back: MenuPosition | 'queues' | null; main: MenuPosition | 'queues' } {
  const { queue, option } = position
  const main = mainOf(input, queue)
  if (option) return { back: { queue, option: parentOf(input.configuration, option) }, main }
  return { back: isAt(main, position) ? null : main, main }
}

/** Returns the ways out that the menu names: the main menu only if it differs from the way back. */
export function namedExits(input: PipelineInput, position: MenuPosition): MenuExit[] {
  const { back, main } = menuExits(input, position)
  const isOther = back !== main && !isAt(main, position) && !(back && back !== 'queues' && isAt(main, back))
  return [...(back ? ['back' as const] : []), ...(isOther ? ['main' as const] : [])]
}

/** Returns the place of a menu in the ids of its choices. */
export const placeOf = ({ queue, option }: MenuPosition): string => option?.id ?? queue.id

/**
 * Returns a menu of options under a heading.
 * @param page page of its list, from 1
 */
export const optionMenu = (input: PipelineInput, position: MenuPosition, heading: string, page?: number): FormedMenu =>
  formMenu(
    menuFormOf(input.configuration),
    {
      place: placeOf(position),
      heading,
      names: optionsAt(input.configuration, position).map(({ title }) => title),
      exits: namedExits(input, position),
    },
    page,
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
export const showOptions = (input: PipelineInput, position: MenuPosition, { text, media }: ReplyText): StepResult =>
  enterMenu(input, position, { ...optionMenu(input, position, text), media })

/** Puts a contact at a place where they are asked for an answer. */
export function enterMenu(
  { state, configuration }: PipelineInput,
  { option }: MenuPosition,
  question: ReplyText,
): StepResult {
  const menu: MenuState = {
    phase: 'options',
    startedAt: state.now,
    shownAt: state.now,
    repeats: 0,
    ...(option ? { at: { id: option.id, path: pathTo(configuration, option) } } : {}),
  }
  return {
    actions: [{ type: 'menu', menu, chatbot: true }, ...botReplies(question)],
    ends: true,
  }
}

/** Leads a contact to a menu they have seen before: without its file. */
export function returnToMenu(input: PipelineInput, where: MenuPosition | 'queues'): StepResult {
  if (where === 'queues') return offerQueues(input)
  if (where.queue.id !== input.ticket.queueId) return enterQueue(input, where.queue, 'queue')
  return showOptions(input, where, { text: headingOf(input, where).text, media: null })
}
