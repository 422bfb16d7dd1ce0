import { readdirSync, readFileSync } from 'node:fs'

type Process = { pid: number; parent: number; ms: number }

/** Milliseconds of a clock tick on every common Linux. */
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

/** Returns a process and everything it started that still runs. Linux only. */
export function processFamily(pid: number): Process[] {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => read(Number(name)) ?? [])
  const pids = new Set([pid])
  for (let known = 0; known < pids.size; ) {
    known = pids.size
    for (const each of all) if (pids.has(each.parent)) pids.add(each.pid)
  }
  return all.filter(each => pids.has(each.pid))
}
