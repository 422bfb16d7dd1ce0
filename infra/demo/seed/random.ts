/**
 * Random numbers that are the same in every run (mulberry32), so that two loads hold the same data.
 */
export type Random = {
  /** Returns a number from 0 up to, not including, `below`. */
  below: (below: number) => number
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** Returns an id of a moment (epoch ms), in the form of all ids (UUIDv7). */
  id: (at: number) => string
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    below,
    chance: share => next() < share,
    pick: list => list[below(list.length)]!,
    id(at) {
      const time = at.toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${(8 + below(4)).toString(16)}${hex(3)}-${hex(12)}`
    },
  }
}
