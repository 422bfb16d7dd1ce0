import { foundRanges } from '@balcao/shared/rules/search-words.ts'
import { useMemo } from 'react'

/** Shows a line with the searched words marked. */
export function MarkedLine({ text, terms }: { text: string; terms: readonly string[] }) {
  const pieces = useMemo(() => {
    const found = foundRanges(text, terms)
    return found.map(({ start, end }, i) => ({
      start,
      before: text.slice(i === 0 ? 0 : found[i - 1]!.end, start),
      found: text.slice(start, end),
      rest: i === found.length - 1 ? text.slice(end) : '',
    }))
  }, [text, terms])
  if (pieces.length === 0) return <bdi>{text}</bdi>
  return (
    <bdi>
      {pieces.map(piece => (
        <span key={piece.start}>
          {piece.before}
          <mark className="rounded-sm bg-warning-soft font-medium text-warning-ink">{piece.found}</mark>
          {piece.rest}
        </span>
      ))}
    </bdi>
  )
}
