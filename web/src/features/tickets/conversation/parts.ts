import { onDemand } from '#/lib/on-demand.ts'

/** Knows every top-level domain, and weighs accordingly: fetched for the first text that may have a link. */
export const linkFinder = onDemand(() => import('./find-links.ts'))

/** Recording comes when somebody records. */
export const voice = onDemand(() => import('./recording/recording-bar.tsx'))

/** What one can react with, and doing it, come with the first reaction. */
export const reactionParts = onDemand(() => import('./reaction-panel.tsx'))
export const reacting = onDemand(() => import('./react.ts'))
