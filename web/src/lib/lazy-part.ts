import { lazy } from 'react'
import { fetchWithTexts, type TextFile } from './fetch-with-texts.ts'

/** Any component, as `lazy` takes it. */
export type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/**
 * Returns the lazy twin of a component: it is fetched on first use, together with its texts. Its
 * props are those of the component; it is rendered in a `Suspense`.
 */
export const lazyPart = <P extends Part>(fetch: () => Promise<P>, ...texts: TextFile[]) =>
  lazy(async () => ({ default: await fetchWithTexts(fetch, texts) }))
