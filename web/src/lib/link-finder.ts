import { lazyModule } from './lazy-module.ts'

/**
 * Finds links; it knows every top-level domain and is large, so it is fetched for the first text
 * that may contain a link.
 */
export const linkFinder = lazyModule(() => import('./find-links.ts'))
