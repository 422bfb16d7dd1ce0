import { readFileSync } from 'node:fs'
import { family } from './processor-time.ts'

/** Memory of a process, bytes: its proportional share (PSS) and what is resident (RSS). Linux only. */
export function memoryOf(pid: number): { pss: number; rss: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1024
    return { pss: of('Pss'), rss: of('Rss') }
  } catch {
    return undefined
  }
}

/** Proportional share of a process and everything it started, bytes: what would be free without them. Linux only. */
export const memoryOfFamily = (pid: number): number =>
  family(pid).reduce((sum, each) => sum + (memoryOf(each.pid)?.pss ?? 0), 0)

/** What this process holds, bytes, once what it does not need is collected; it has to run with `--expose-gc`. */
export function heldMemory(): number {
  if (!globalThis.gc) throw new Error('without --expose-gc nobody knows what is held')
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
