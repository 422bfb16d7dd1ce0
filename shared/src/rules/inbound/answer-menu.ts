import type { InboundMessage } from '../../events/queues.ts'
import { menuAnswer } from '../menu-answer.ts'
import { choiceOfMenu, type FormedMenu } from '../menu-form.ts'
import { afterInvalid, type MenuState } from '../queue-menu.ts'
import { botReplies } from './bot-replies.ts'
import type { PipelineInput, StepResult } from './pipeline.ts'
import { silenceBot } from './silence-bot.ts'

type Answer = ReturnType<typeof choiceOfMenu>

/**
 * Reads a message as the answer to the menu at `place` with these choices: a pressed button, a
 * chosen row, or a text. A button of an earlier menu counts as the text that it shows.
 */
export const answerOf = ({ kind, body, choice }: InboundMessage, place: string, choices: readonly string[]): Answer =>
  choiceOfMenu(choice, place) ?? (kind === 'text' ? menuAnswer(body, choices) : undefined)

/** Shows another page of a list; the contact stays where they are. */
export const turnPage = (menu: FormedMenu): StepResult => ({
  actions: botReplies({ ...menu, media: null }),
  ends: true,
})

/** Handles an invalid answer: the menu again, silence within the pause, at last a person. */
export function repeatMenu({ state, configuration }: PipelineInput, menu: MenuState, again: FormedMenu): StepResult {
  switch (afterInvalid(menu, configuration.connection, state.now)) {
    case 'wait':
      return { actions: [], ends: true }
    case 'stop':
      return { actions: [silenceBot(menu, state.now)], ends: true }
    case 'repeat':
      return {
        actions: [
          { type: 'menu', menu: { ...menu, shownAt: state.now, repeats: menu.repeats + 1 }, chatbot: true },
          ...botReplies({ ...again, media: null }),
        ],
        ends: true,
      }
  }
}
