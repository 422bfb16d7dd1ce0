import { readFileSync } from 'node:fs'
import { family } from './processor-time.ts'

/**
 * Returns a process's memory in bytes: its proportional share (PSS) and its resident set (RSS).
 * Linux only.
 */
export function memoryOf(pid: number): { pss: number; rss: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1024
    return { pss: of('Pss'), rss: of('Rss') }
  } catch {
    return undefined
  }
}

/**
 * Returns the proportional share of a process and everything it started, in bytes: the memory that
 * would be free without them. Linux only.
 */
export const memoryOfFamily = (pid: number): number =>
  family(pid).reduce((sum, each) => sum + (memoryOf(each.pid)?.pss ?? 0), 0)

const WATCH_MS = 200

export type MemoryWatch = {
  /** Returns the most seen since its last call, in bytes. */
  takePeak: () => number
  stop: () => void
}

/** Samples the memory of a process and everything it started, five times a second. Linux only. */
export function watchMemory(pid: number): MemoryWatch {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOfFamily(pid))
  }, WATCH_MS)
  return {
    takePeak() {
      const taken = peak
      peak = 0
      return taken
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Returns the memory this process holds after a garbage collection, in bytes; needs `--expose-gc`.
 */
export function heldMemory(): number {
  if (!globalThis.gc) throw new Error('without --expose-gc nobody knows what is held')
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
