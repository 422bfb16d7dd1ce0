import { useEffect, useRef } from 'react'
import { ApiError } from './api-error.ts'
import { fetchWithTexts, type TextFile } from './fetch-with-texts.ts'
import { createStore, useStore } from './store.ts'
import { toast } from './toast.ts'

/**
 * Returns a module that is fetched on first use, together with the texts it needs, and kept from
 * then on; unlike `lazyPart`, a failed fetch is tried again.
 */
export function lazyModule<T extends object>(fetch: () => Promise<T>, ...texts: TextFile[]) {
  const store = createStore<T | null>(null)
  const load = async () => {
    if (!store.get()) store.set(await fetchWithTexts(fetch, texts))
  }
  return {
    store,
    load,
    /**
     * Fetches the module ahead of its use; whoever needs it later asks again and learns of a
     * failure.
     */
    preload: () => void load().catch(() => undefined),
  }
}

/**
 * Returns the module once it is loaded. Without a network it tells the person, and `onFailed`
 * undoes what asked for it.
 */
export function useLazyModule<T extends object>(
  part: ReturnType<typeof lazyModule<T>>,
  onFailed: () => void,
): T | null {
  const now = useStore(part.store)
  const failed = useRef(onFailed)
  failed.current = onFailed
  useEffect(() => {
    part.load().catch(() => {
      toast.error(new ApiError('ERR_NETWORK', 0))
      failed.current()
    })
  }, [part])
  return now
}
