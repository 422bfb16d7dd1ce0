import { readFileSync } from 'node:fs'
import { processFamily } from './process-family.ts'

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
  processFamily(pid).reduce((sum, each) => sum + (memoryOf(each.pid)?.pss ?? 0), 0)
