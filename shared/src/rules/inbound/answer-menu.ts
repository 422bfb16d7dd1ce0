import type { InboundMessage } from '../../events/queues.ts'
import { menuAnswer } from '../menu-answer.ts'
import { afterInvalid, type MenuState } from '../queue-menu.ts'
import { say } from './say.ts'
import { silence } from './silence.ts'
import type { Outcome, Turn } from './turn.ts'

/** Reads a message as the answer to a menu with these choices; only a text can be one. */
export const answerOf = ({ kind, body }: InboundMessage, choices: readonly string[]): ReturnType<typeof menuAnswer> =>
  kind === 'text' ? menuAnswer(body, choices) : undefined

/** Handles an invalid answer: the menu again, silence within the pause, at last a person. */
export function repeatMenu({ state, configuration }: Turn, menu: MenuState, text: string): Outcome {
  switch (afterInvalid(menu, configuration.connection, state.now)) {
    case 'wait':
      return { actions: [], ends: true }
    case 'stop':
      return { actions: [silence(menu, state.now)], ends: true }
    case 'repeat':
      return {
        actions: [
          { type: 'menu', menu: { ...menu, shownAt: state.now, repeats: menu.repeats + 1 }, chatbot: true },
          ...say({ text, media: null }),
        ],
        ends: true,
      }
  }
}
