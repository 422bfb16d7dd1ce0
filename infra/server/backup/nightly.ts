import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { REPOSITORY } from '../../constructs/repository.ts'
import { spawnChild, stopProcess } from '../../local/child-process.ts'
import { ownEnvironment } from '../../local/config.ts'
import { LOW_PRIORITY } from '../../local/lambda/process-priority.ts'
import { NODE_ARGUMENTS } from '../../local/node-environment.ts'
import { lastDue } from './last-due.ts'
import { readBackupResult, writeBackupResult } from './result.ts'

export type NightlyOptions = {
  dataDir: string
  /** Target of the backups. */
  place: string
  /** Time of day, `hour:minute` of this machine. */
  at: string
  passphrase: string | undefined
  /** The server's configuration file, for the backup's process. */
  file: string | undefined
  log: (line: string) => void
  /** Time until the first look, and between looks, in ms. */
  firstLookMs?: number
  lookMs?: number
}

/** A start is not burdened by the backup of a night that was missed. */
const FIRST_LOOK_MS = 60_000
const LOOK_MS = 20_000
const PROGRAM = join(REPOSITORY, 'infra/server/backup/backup.ts')

/**
 * Takes a backup each night, in a process of low priority. A night on which the server did not run
 * is made up for soon after its start. A failed backup is kept in `backup.json`, of which the
 * monitor tells the super users, and tried again the next night.
 * @returns a function that stops this, and a backup that runs
 */
export function startNightlyBackups(options: NightlyOptions): () => Promise<void> {
  const { dataDir, at, log } = options
  let running: ReturnType<typeof spawnBackup> | undefined
  let stopped = false
  let tried = Date.parse(readBackupResult(dataDir)?.at ?? '') || 0

  async function look(): Promise<void> {
    if (running || lastDue(at, new Date()) <= tried) return
    tried = Date.now()
    running = spawnBackup(options)
    const outcome = await running.ended
    running = undefined
    if (stopped) return
    const problem = problemOf(dataDir, tried, outcome)
    log(problem === undefined ? `backup: ${outcome.lastLine}` : `backup failed: ${problem}`)
  }

  const guarded = () => void look().catch(error => log(`backup: ${(error as Error).message}`))
  const first = setTimeout(guarded, options.firstLookMs ?? FIRST_LOOK_MS)
  const timer = setInterval(guarded, options.lookMs ?? LOOK_MS)
  return async () => {
    stopped = true
    clearTimeout(first)
    clearInterval(timer)
    if (running) await stopProcess(running.child)
  }
}

type Outcome = { code: number | null; lastLine: string }

function spawnBackup({ dataDir, place, passphrase, file }: NightlyOptions) {
  const args = ['--to', place, '--data-dir', dataDir, ...(file ? ['--env', file] : [])]
  const child = spawnChild(process.execPath, [...NODE_ARGUMENTS, PROGRAM, ...args], {
    output: 'pipe',
    env: { ...ownEnvironment(), ...(passphrase && { BACKUP_PASSPHRASE: passphrase }) },
  })
  // The rest of its threads inherit it.
  if (child.pid) setPriority(child.pid, LOW_PRIORITY)
  const ended = Promise.all([text(child.stdout!), once(child, 'exit')]).then(([output, [code]]): Outcome => {
    return { code: code as number | null, lastLine: output.trimEnd().split('\n').at(-1) ?? '' }
  })
  return { child, ended }
}

/**
 * Returns why a backup failed; undefined for one that succeeded, or was refused because another
 * one was running.
 */
function problemOf(dataDir: string, began: number, { code, lastLine }: Outcome): string | undefined {
  if (code === 0) return undefined
  const result = readBackupResult(dataDir)
  if (result && Date.parse(result.at) >= began) return result.ok ? undefined : result.error
  if (code === 1 && lastLine.includes('already running')) return undefined
  const error = lastLine || 'its process was ended'
  writeBackupResult(dataDir, { at: new Date().toISOString(), ok: false, bytes: 0, error })
  return error
}
