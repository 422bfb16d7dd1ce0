import { readFileSync } from 'node:fs'
import { processFamily } from '../../local/operations/process-family.ts'
import { memoryOf } from '../../local/operations/process-memory.ts'

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
  const memories = () => (root === undefined ? [] : processFamily(root)).map(({ pid }) => [pid, pssOf(pid)] as const)
  const timer = setInterval(() => {
    const sum = memories().reduce((total, [, pss]) => total + pss, 0)
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
    byProcess: () => memories().map(([pid, pss]) => [nameOf(pid), pss]),
    stop: () => clearInterval(timer),
  }
}

const pssOf = (pid: number): number => memoryOf(pid)?.pss ?? 0

function nameOf(pid: number): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return command.findLast(part => /\.ts$|\.js$|dynoxide$/.test(part))?.replace(/.*\/(?=\w+\/)/, '') ?? command[0]!
  } catch {
    return 'ended'
  }
}
