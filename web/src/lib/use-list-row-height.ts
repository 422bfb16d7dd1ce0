import { useMediaQuery } from './use-media-query.ts'

/**
 * Returns the height of a list's rows: columns of 40 px where there is room and a mouse, else cards
 * of two lines (64 px).
 */
export function useListRowHeight() {
  const oneLine = useMediaQuery('(min-width: 900px) and (pointer: fine)')
  return { oneLine, rowHeight: oneLine ? 40 : 64 }
}
