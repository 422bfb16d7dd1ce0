import { onDemand } from '#/lib/on-demand.ts'

/** What the menu of a ticket's row holds comes when one is first opened, or at rest. */
export const rowMenu = onDemand(() => import('./ticket-row-menu.tsx'))
