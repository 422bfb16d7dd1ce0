import { lazyModule } from '#/lib/lazy-module.ts'

/** The content of a row's menu, loaded when one is first opened, or when the screen is idle. */
export const rowMenu = lazyModule(() => import('./ticket-row-menu.tsx'), 'ticketDetails')

/**
 * Lookup of the ticket to accept when no row is chosen; loaded when somebody presses the key, or
 * when the screen is idle.
 */
export const longest = lazyModule(() => import('./longest-waiting.ts'))
