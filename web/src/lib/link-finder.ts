import { onDemand } from './on-demand.ts'

/** Knows every top-level domain, and weighs accordingly: fetched for the first text that may have a link. */
export const linkFinder = onDemand(() => import('./find-links.ts'))
