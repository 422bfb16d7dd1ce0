import { lazyPart } from '#/lib/lazy-part.ts'

/** The clock of a service goal, loaded with the first ticket that has one. */
export const GoalSign = lazyPart(() => import('./goal-sign.tsx').then(file => file.GoalSign), 'ticketDetails')

/** The lines of all goals of a ticket. */
export const GoalLines = lazyPart(() => import('./goal-lines.tsx').then(file => file.GoalLines), 'ticketDetails')
