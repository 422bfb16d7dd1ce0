import { lazyPart } from '#/lib/lazy-part.ts'

/** The sign of a priority, loaded with the first ticket that has one. */
export const PrioritySign = lazyPart(
  () => import('./priority-sign.tsx').then(file => file.PrioritySign),
  'ticketDetails',
)

/** The line of a changed priority, loaded with the first that is shown. */
export const PriorityLine = lazyPart(
  () => import('./priority-line.tsx').then(file => file.PriorityLine),
  'ticketDetails',
)
