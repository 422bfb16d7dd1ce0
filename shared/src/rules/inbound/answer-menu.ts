import type { InboundMessage } from '../../events/queues.ts'
import { afterInvalid, answered, type MenuState } from '../queue-menu.ts'
import { say } from './say.ts'
import { silence } from './silence.ts'
import type { Outcome, Turn } from './turn.ts'

/** What a message says to a menu: only a text does. */
export const answerOf = ({ kind, body }: InboundMessage): ReturnType<typeof answered> =>
  kind === 'text' ? answered(body) : undefined

/** What an invalid answer leads to: the menu again, in time silence, at last a person. */
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
