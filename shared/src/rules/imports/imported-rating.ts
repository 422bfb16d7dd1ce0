import type { Rating } from '../../entities/ticket.ts'
import { cutText } from '../cut-text.ts'
import { type ChangeNote, wholeNumberOf } from './values.ts'

/** Returns the last of some ratings that is one, with its row, and notes those that are none. */
export function lastRating<R extends { at: number | null }>(
  rows: readonly R[],
  rateOf: (row: R) => string | null,
  highest: number,
  changes: ChangeNote[],
): { rating: Rating | null; ratedAt: number | null } {
  const read = rows.map(row => ({ row, rating: ratingIn(wholeNumberOf(rateOf(row)), highest) }))
  for (const { row, rating } of read)
    if (rating === null) changes.push({ reason: 'badValue', detail: `rating ${cutText(rateOf(row) ?? '', 40)}`.trim() })
  const last = read.findLast(({ rating }) => rating !== null)
  return { rating: last?.rating ?? null, ratedAt: last?.row.at ?? null }
}

/** Returns a rating of a scale to 3, 5 or 10, by the highest that was given, as one of ours. */
export function ratingIn(given: number | null, highest: number): Rating | null {
  if (given === null || given < 1) return null
  const scale = highest <= 3 ? 3 : highest <= 5 ? 5 : 10
  if (scale === 3) return Math.min(given, 3) as Rating
  const share = Math.min(given, scale) / scale
  return share <= 0.4 ? 1 : share <= 0.6 ? 2 : 3
}
