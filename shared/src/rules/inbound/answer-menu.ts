import type { InboundMessage } from '../../events/queues.ts'
import { menuAnswer } from '../menu-answer.ts'
import { afterInvalid, type MenuState } from '../queue-menu.ts'
import { botReplies } from './bot-replies.ts'
import type { PipelineInput, StepResult } from './pipeline.ts'
import { silenceBot } from './silence-bot.ts'

/** Reads a message as the answer to a menu with these choices; only a text can be one. */
export const answerOf = ({ kind, body }: InboundMessage, choices: readonly string[]): ReturnType<typeof menuAnswer> =>
  kind === 'text' ? menuAnswer(body, choices) : undefined

/** Handles an invalid answer: the menu again, silence within the pause, at last a person. */
export function repeatMenu({ state, configuration }: PipelineInput, menu: MenuState, text: string): StepResult {
  switch (afterInvalid(menu, configuration.connection, state.now)) {
    case 'wait':
      return { actions: [], ends: true }
    case 'stop':
      return { actions: [silenceBot(menu, state.now)], ends: true }
    case 'repeat':
      return {
        actions: [
          { type: 'menu', menu: { ...menu, shownAt: state.now, repeats: menu.repeats + 1 }, chatbot: true },
          ...botReplies({ text, media: null }),
        ],
        ends: true,
      }
  }
}
