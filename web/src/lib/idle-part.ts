import { lazy } from 'react'
import { fetchWithTexts, type TextFile } from './fetch-with-texts.ts'
import type { Part } from './lazy-part.ts'
import { idle } from './when-idle.ts'

/** Like `lazyPart`, but waits until the screen has been shown and has requested its data. */
export const idlePart = <P extends Part>(fetch: () => Promise<P>, ...texts: TextFile[]) =>
  lazy(async () => {
    await idle()
    return { default: await fetchWithTexts(fetch, texts) }
  })
