import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { useEffect, useRef } from 'react'
import { api } from '#/lib/session.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** Time (ms) after which a search that found nothing is no longer one that is being typed. */
const STOOD_MS = 2500

/**
 * Tells the server of a search that found nothing once its text has stood for a moment, each text
 * once: the day of selling counts what the store could have sold.
 */
export function useStoodSearch(storeId: string | null, text: string, isVain: boolean): void {
  const stood = useDebouncedValue(text, STOOD_MS)
  const told = useRef(new Set<string>())
  useEffect(() => {
    if (storeId === null || !isVain || text === '' || stood !== text) return
    const search = `${storeId} ${text.toLowerCase()}`
    if (told.current.has(search)) return
    told.current.add(search)
    // Nothing that the person has to know of if it fails.
    api(productStores.search, { params: { storeId }, query: { searchParam: text, stood: 'true' } }).catch(
      () => undefined,
    )
  }, [storeId, text, isVain, stood])
}
