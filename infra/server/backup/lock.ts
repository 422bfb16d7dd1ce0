import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { BackupTarget } from './target/backup-target.ts'
import { readText } from './target/read-text.ts'

/** File that a running backup keeps in its target and in its data directory. */
export const LOCK_FILE = 'backup.lock'
const RENEWAL_MS = 30_000
/** Longer than two backups take to remove the same void lock one after the other. */
const SETTLE_MS = 500
/** After this time without a renewal the lock of another machine is void. */
const STALE_MS = 10 * 60_000

const Holder = z.object({ id: z.string(), host: z.string(), pid: z.number(), started: z.string(), at: z.number() })
type Holder = z.infer<typeof Holder>

/** Failure of a backup because another one is running. */
export class AlreadyRunning extends Error {}

/**
 * Locks a target for one backup. A lock whose process has ended is void at once on its own machine.
 * @returns a function that unlocks
 * @throws AlreadyRunning
 */
export async function lockTarget(target: BackupTarget): Promise<() => Promise<void>> {
  const own = { id: randomUUID(), host: machineName(), pid: process.pid, started: startOf(process.pid) ?? '' }
  const text = () => JSON.stringify({ ...own, at: Date.now() } satisfies Holder)
  const refuse = (holder: Holder | undefined): never => {
    const process = holder ? ` (process ${holder.pid} on ${holder.host.split(' ')[0]})` : ''
    throw new AlreadyRunning(`a backup is already running: ${target.nameOf(LOCK_FILE)}${process}`)
  }
  if (!(await target.create(LOCK_FILE, text()))) {
    const holder = await readHolder(target)
    if (holder && isAlive(holder)) refuse(holder)
    await target.remove([LOCK_FILE])
    if (!(await target.create(LOCK_FILE, text()))) refuse(await readHolder(target))
    // Another one may have found the same void lock, and have removed ours in its place.
    await sleep(SETTLE_MS)
    const winner = await readHolder(target)
    if (winner?.id !== own.id) refuse(winner)
  }
  let renewed = Promise.resolve()
  const renewal = setInterval(() => {
    const bytes = Buffer.from(text())
    renewed = target.write(LOCK_FILE, Readable.from([bytes]), bytes.length).catch(() => {})
  }, RENEWAL_MS).unref()
  return async () => {
    clearInterval(renewal)
    await renewed
    await target.remove([LOCK_FILE])
  }
}

async function readHolder(target: BackupTarget): Promise<Holder | undefined> {
  try {
    return Holder.parse(JSON.parse(await readText(target, LOCK_FILE)))
  } catch {
    // It was removed meanwhile, or its process ended while it wrote.
    return undefined
  }
}

function isAlive({ host, pid, started, at }: Holder): boolean {
  return host === machineName() ? startOf(pid) === started : Date.now() - at < STALE_MS
}

/** Returns the machine's name with the id of its present run, so that pids can be compared. */
function machineName(): string {
  return `${hostname()} ${readOr('/proc/sys/kernel/random/boot_id', '').trim()}`
}

/** Returns the start of a process in the kernel's ticks; undefined when it does not exist. */
function startOf(pid: number): string | undefined {
  const stat = readOr(`/proc/${pid}/stat`, '')
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
