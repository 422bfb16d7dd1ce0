import { readdirSync, readFileSync } from 'node:fs'

type Process = { pid: number; parent: number; ms: number }

/** A clock tick is 10 ms on every Linux we meet. */
const TICK_MS = 10

function read(pid: number): Process | undefined {
  try {
    // After the name, which may hold anything, in brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return { pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
  } catch {
    return undefined
  }
}

/** Processor time of a process and everything it started, so far, milliseconds. Linux only. */
export function processorTime(pid: number): number {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => read(Number(name)) ?? [])
  const family = new Set([pid])
  for (let known = 0; known < family.size; ) {
    known = family.size
    for (const each of all) if (family.has(each.parent)) family.add(each.pid)
  }
  return all.filter(each => family.has(each.pid)).reduce((sum, { ms }) => sum + ms, 0)
}
