import { lazyPart } from '#/lib/lazy-part.ts'

/** Sign of a ticket that nobody gets at the moment, loaded with the first. */
export const HeldSign = lazyPart(() => import('./held-sign.tsx').then(file => file.HeldSign), 'ticketDetails')
