import type { Rating } from '../../entities/ticket.ts'

/** Returns a rating of a scale to 3, 5 or 10, by the highest that was given, as one of ours. */
export function ratingIn(given: number | null, highest: number): Rating | null {
  if (given === null || given < 1) return null
  const scale = highest <= 3 ? 3 : highest <= 5 ? 5 : 10
  if (scale === 3) return Math.min(given, 3) as Rating
  const share = Math.min(given, scale) / scale
  return share <= 0.4 ? 1 : share <= 0.6 ? 2 : 3
}
