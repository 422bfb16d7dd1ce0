import type { MenuState } from '../queue-menu.ts'
import type { PipelineAction } from './turn.ts'

/** The bot's part of a ticket is over. */
export const silence = (menu: MenuState | null, now: number): Extract<PipelineAction, { type: 'menu' }> => ({
  type: 'menu',
  menu: { startedAt: now, shownAt: now, repeats: 0, ...menu, phase: 'done' },
  chatbot: false,
})
