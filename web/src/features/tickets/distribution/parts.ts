import { lazyPart } from '#/lib/lazy-part.ts'

/** Sign of a ticket that nobody gets at the moment, loaded with the first. */
export const HeldSign = lazyPart(() => import('./held-sign.tsx').then(file => file.HeldSign), 'ticketDetails')

/** Line of a ticket that was given or taken back, loaded with the first that is shown. */
export const DistributionLine = lazyPart(
  () => import('./distribution-line.tsx').then(file => file.DistributionLine),
  'ticketDetails',
)
