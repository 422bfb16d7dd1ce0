// @vitest-environment jsdom
import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startBackend } from '#/testing/start-backend.ts'
import { useStoodSearch } from './use-stood-search.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('tells of a text that stood and found nothing, once, and of no letters on the way', async () => {
  backend.on(productStores.search, () => ({ body: { productStores: [] } }))
  const storeId = newId()
  // A request of an earlier file may still come.
  const told = () =>
    backend.calls
      .filter(({ query }) => query.has('stood'))
      .map(({ query }) => [query.get('searchParam'), query.get('stood')])
  const { rerender } = renderHook(({ text, isVain }) => useStoodSearch(storeId, text, isVain), {
    initialProps: { text: '', isVain: false },
  })
  for (const text of ['b', 'bo', 'boné']) rerender({ text, isVain: true })
  await waitFor(() => expect(told()).toEqual([['boné', 'true']]), { timeout: 6000 })
  rerender({ text: '', isVain: false })
  rerender({ text: 'Boné', isVain: true })
  rerender({ text: 'camiseta', isVain: false })
  rerender({ text: 'meia', isVain: true })
  await waitFor(() => expect(told()).toHaveLength(2), { timeout: 6000 })
  expect(told().at(-1)).toEqual(['meia', 'true'])
})
