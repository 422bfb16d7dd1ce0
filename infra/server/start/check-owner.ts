import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'

const OTHERS = 0o077

/**
 * Refuses to run as root: a fault of the product would own the machine.
 * @param uid of this process; undefined where a system has none
 */
export function refuseRoot(allowed: boolean, uid = process.getuid?.()): void {
  if (uid === 0 && !allowed)
    throw new Refusal(
      'It does not run as root. Give it a user of its own (npm run serve -- --install writes a service with one), or say --allow-root.',
    )
}

/**
 * Refuses a data directory that others may read or write, or that is somebody else's: it holds
 * customers' messages and the keys of the phones.
 * @throws Refusal with the command that mends it
 */
export function refuseSharedData(dir: string): void {
  if (!existsSync(dir)) return
  const { mode, uid } = statSync(dir)
  if (!statSync(dir).isDirectory()) throw new Refusal(`${dir} is no folder: DATA_DIR names one`)
  const own = process.getuid?.() ?? uid
  if (uid !== own) throw new Refusal(`${dir} belongs to another user. Run: sudo chown -R ${own} '${dir}'`)
  const open = isOpen(mode) ? [dir] : []
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isFile() && isOpen(statSync(path, { throwIfNoEntry: false })?.mode ?? 0)) open.push(path)
  }
  if (open.length > 0)
    throw new Refusal(
      `Others may read or write ${open.join(', ')}. Run: chmod ${open[0] === dir ? 'u=rwX,go=' : '600'} ${open.map(path => `'${path}'`).join(' ')}`,
    )
}

const isOpen = (mode: number): boolean => (mode & OTHERS) !== 0
