import { onDemand } from '#/lib/on-demand.ts'

/** The content of a row's menu, loaded when one is first opened, or when the screen is idle. */
export const rowMenu = onDemand(() => import('./ticket-row-menu.tsx'))
