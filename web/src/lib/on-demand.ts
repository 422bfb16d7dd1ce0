import { useEffect, useRef } from 'react'
import { ApiError } from './api-error.ts'
import { createStore, useStore } from './store.ts'
import { toast } from './toast.ts'

/** A module that is fetched when first wanted and at hand from then on; unlike `lazy`, a failed fetch is tried again. */
export function onDemand<T extends object>(fetch: () => Promise<T>) {
  const store = createStore<T | null>(null)
  const load = async () => {
    if (!store.get()) store.set(await fetch())
  }
  return {
    store,
    load,
    /** Ahead of its use; whoever then needs it asks again and is told. */
    preload: () => void load().catch(() => undefined),
  }
}

/** The module once it is there. Without a network the person is told, and `onFailed` takes back what asked for it. */
export function useOnDemand<T extends object>(part: ReturnType<typeof onDemand<T>>, onFailed: () => void): T | null {
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
