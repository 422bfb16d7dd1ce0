import { execFileSync } from 'node:child_process'

/** Returns true while a process runs; false for one that has ended and waits to be collected. */
export function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('Z')
  } catch {
    return false
  }
}
