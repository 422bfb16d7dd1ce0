import { type MenuState, silenced } from '../queue-menu.ts'
import type { PipelineAction } from './pipeline.ts'

/** Ends the bot's part of a ticket. */
export const silenceBot = (menu: MenuState | null, now: number): Extract<PipelineAction, { type: 'menu' }> => ({
  type: 'menu',
  menu: silenced(menu, now),
  chatbot: false,
})
