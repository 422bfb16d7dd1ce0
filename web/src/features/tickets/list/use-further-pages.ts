import { useEffect, useState } from 'react'

/** Number of pages that are requested by themselves while the filter finds few tickets. */
const PAGES_AT_A_TIME = 8

interface PagedList {
  data: { pages: readonly { tickets: readonly unknown[]; uncombined?: string | undefined }[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Continues a list whose pages are short, as the server looks through a part of the tickets for
 * each: by itself until a ticket is found, and never further than some pages without being asked.
 * @param key of the list: another one begins anew
 */
export function useFurtherPages(list: PagedList, key: string) {
  const pages = list.data?.pages ?? []
  const [most, setMost] = useState({ key, pages: PAGES_AT_A_TIME })
  const part = pages.at(-1)?.uncombined
  const allowed = most.key === key ? most.pages : PAGES_AT_A_TIME
  const isPaused = list.hasNextPage && part !== undefined && pages.length >= allowed
  const isEmpty = pages.every(({ tickets }) => tickets.length === 0)
  const goesOn = isEmpty && list.hasNextPage && !isPaused
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const looked = pages.length
  useEffect(() => {
    if (looked > 0 && goesOn && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [goesOn, looked, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return {
    /** True while an empty list still looks for its first tickets. */
    isLooking: goesOn && looked > 0 && !isFetchNextPageError,
    /** Part of the filter for which the list waits to be asked for more. */
    pausedBy: isPaused ? part : undefined,
    lookFurther: () => {
      setMost({ key, pages: looked + PAGES_AT_A_TIME })
      void fetchNextPage()
    },
  }
}
