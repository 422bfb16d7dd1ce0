import { memoryOfFamily } from '../../local/operations/process-memory.ts'
import { sampleMemory } from '../memory.ts'

const SAMPLE_MS = 500

export type ServerMemory = {
  /** Goes on with another process tree, after a restart. */
  follow: (pid: number) => void
  /** Returns the samples since the last call, in bytes, in their order. */
  take: () => number[]
  /** Returns the memory of each process now, in bytes, by what it is. */
  byProcess: () => [string, number][]
  stop: () => void
}

/**
 * Samples the proportional memory of a server's whole process tree each half second. Linux only.
 */
export function watchServer(): ServerMemory {
  let root: number | undefined
  let samples: number[] = []
  const timer = setInterval(() => {
    const sum = root === undefined ? 0 : memoryOfFamily(root)
    if (sum > 0) samples.push(sum)
  }, SAMPLE_MS)
  return {
    follow(pid) {
      root = pid
    },
    take() {
      const taken = samples
      samples = []
      return taken
    },
    byProcess: () => (root === undefined ? [] : sampleMemory(root).processes),
    stop: () => clearInterval(timer),
  }
}
