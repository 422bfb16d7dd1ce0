import { readFileSync } from 'node:fs'
import { REPOSITORY } from '../constructs/repository.ts'
import { processFamily } from '../local/operations/process-family.ts'
import { memoryOf } from '../local/operations/process-memory.ts'

const WATCH_MS = 200

/** Proportional memory at one moment, in bytes: of all processes, and of each by what it runs. */
export type MemorySample = { total: number; processes: [string, number][] }

export type MemoryWatch = {
  /** Returns the sample with the most memory since its last call. */
  takePeak: () => MemorySample
  stop: () => void
}

/** Samples the memory of a process and everything it started, five times a second. Linux only. */
export function watchMemory(pid: number): MemoryWatch {
  const none: MemorySample = { total: 0, processes: [] }
  let peak = none
  const timer = setInterval(() => {
    const sample = sampleMemory(pid)
    if (sample.total > peak.total) peak = sample
  }, WATCH_MS)
  return {
    takePeak() {
      const taken = peak
      peak = none
      return taken
    },
    stop: () => clearInterval(timer),
  }
}

/** Measures the memory of a process and everything it started. Linux only. */
export function sampleMemory(root: number): MemorySample {
  const processes = processFamily(root).flatMap(({ pid }): [string, number][] => {
    const pss = memoryOf(pid)?.pss
    return pss ? [[nameOf(pid), pss]] : []
  })
  return { total: processes.reduce((sum, [, pss]) => sum + pss, 0), processes }
}

/** Returns the program that a process runs, relative to the repository. */
function nameOf(pid: number): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const program = command.findLast(part => /\.ts$|\.js$|\/(dynoxide|esbuild)$/.test(part)) ?? command[0]!
    return program.replace(`${REPOSITORY}/`, '').replace(/^.*node_modules\//, '')
  } catch {
    return 'ended'
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
