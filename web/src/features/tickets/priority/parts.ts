import { lazyPart } from '#/lib/lazy-part.ts'

/** The sign of a priority, loaded with the first ticket that has one. */
export const PrioritySign = lazyPart(
  () => import('./priority-sign.tsx').then(file => file.PrioritySign),
  'ticketDetails',
)
