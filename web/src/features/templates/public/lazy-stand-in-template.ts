import { lazyPart } from '#/lib/lazy-part.ts'

/** The choice of the template for a closed window, with its texts. */
export const LazyStandInTemplate = lazyPart(
  () => import('./stand-in-template.tsx').then(file => file.StandInTemplate),
  'templates',
  'templateUse',
)
