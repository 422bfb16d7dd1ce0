import { memoryOfFamily } from '../local/operations/process-memory.ts'

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
