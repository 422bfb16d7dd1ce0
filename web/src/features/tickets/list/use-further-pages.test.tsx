import { act, renderHook, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useFurtherPages } from './use-further-pages.ts'

type Page = { tickets: readonly string[]; uncombined?: string }

/** Lists pages from a server that has `found` on one of them. */
function useList(found: number, key: string) {
  const [pages, setPages] = useState<Page[]>([{ tickets: [], uncombined: 'unread' }])
  const fetchNextPage = () =>
    setPages(now => [...now, { tickets: now.length === found ? ['t'] : [], uncombined: 'unread' }])
  const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage }
  return { pages, ...useFurtherPages({ ...list, data: { pages } }, key) }
}

it('continues an empty list by itself for some pages, then says why and asks', async () => {
  const { result } = renderHook(() => useList(12, 'a'))
  await waitFor(() => expect(result.current.pages).toHaveLength(8))
  expect(result.current).toMatchObject({ pausedBy: 'unread', isLooking: false })
  act(() => result.current.lookFurther())
  await waitFor(() => expect(result.current.pages).toHaveLength(13))
  expect(result.current).toMatchObject({ pausedBy: undefined, isLooking: false })
})

it('stops by itself at the first ticket', async () => {
  const { result } = renderHook(() => useList(2, 'a'))
  await waitFor(() => expect(result.current.pages).toHaveLength(3))
  expect(result.current.isLooking).toBe(false)
})
