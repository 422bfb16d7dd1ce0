import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../local/refusal.ts'

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
  const files = readdirSync(dir, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(dir, entry.name))
    .filter(path => isOpen(statSync(path, { throwIfNoEntry: false })?.mode ?? 0))
  const open = [...(isOpen(mode) ? [dir] : []), ...files]
  if (open.length === 0) return
  const quoted = (paths: string[]) => paths.map(path => `'${path}'`).join(' ')
  const commands = [
    ...(isOpen(mode) ? [`chmod 700 ${quoted([dir])}`] : []),
    ...(files.length > 0 ? [`chmod 600 ${quoted(files)}`] : []),
  ]
  throw new Refusal(`Others may read or write ${open.join(', ')}. Run: ${commands.join(' && ')}`)
}

const isOpen = (mode: number): boolean => (mode & OTHERS) !== 0
