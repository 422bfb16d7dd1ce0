import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastDue } from './last-due.ts'
import { startNightlyBackups } from './nightly.ts'
import { readBackupResult, writeBackupResult } from './result.ts'
import { openState, removeAll, scratch, writeSecrets } from './test/open-state.ts'

const root = scratch()
const dataDir = join(root, 'data')
const place = join(root, 'backups')

beforeAll(async () => {
  const state = await openState(dataDir)
  writeSecrets(dataDir)
  await state.putRow('a')
  await state.close()
})
afterAll(() => removeAll([root]))

const backups = () => readdirSync(place).filter(name => name.startsWith('20')).length
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const timeOfDay = (ms: number) => new Date(ms).toTimeString().slice(0, 5)
const HOUR_MS = 3_600_000

/** Starts with a time of day that was an hour ago, and waits for what it tells. */
async function runOnce(to = place): Promise<string> {
  let stop = async () => {}
  const logged = await new Promise<string>(resolve => {
    stop = startNightlyBackups({
      ...{ dataDir, place: to, at: timeOfDay(Date.now() - HOUR_MS), file: undefined, firstLookMs: 10, lookMs: 60_000 },
      passphrase: 'four words in a row',
      log: resolve,
    })
  })
  await sleep(10)
  await stop()
  return logged
}

describe('the time of a backup', () => {
  it('is the last one that was reached', () => {
    expect(new Date(lastDue('03:30', new Date(2026, 10, 28, 3, 30)))).toEqual(new Date(2026, 10, 28, 3, 30))
    expect(new Date(lastDue('03:30', new Date(2026, 10, 28, 3, 29)))).toEqual(new Date(2026, 10, 27, 3, 30))
    expect(new Date(lastDue('23:59', new Date(2026, 0, 1, 0, 0)))).toEqual(new Date(2025, 11, 31, 23, 59))
  })
})

describe('nightly backups', () => {
  it('make up for a missed night, encrypted, and say where', async () => {
    writeBackupResult(dataDir, { at: ago(2 * HOUR_MS), ok: true, bytes: 1 })
    expect(await runOnce()).toMatch(/^backup: .*backups\/20.*\/manifest\.json$/)
    expect(backups()).toBe(1)
    expect(readBackupResult(dataDir)).toMatchObject({ ok: true, bytes: expect.any(Number) })
  })

  it('take none twice for one night', async () => {
    const wait = startNightlyBackups({
      ...{
        dataDir,
        place,
        at: timeOfDay(Date.now() - HOUR_MS),
        passphrase: undefined,
        file: undefined,
        firstLookMs: 1,
      },
      log: () => {},
    })
    await sleep(300)
    await wait()
    expect(backups()).toBe(1)
  })

  it('tell why one failed, and keep that', async () => {
    writeBackupResult(dataDir, { at: ago(2 * HOUR_MS), ok: true, bytes: 1 })
    writeFileSync(join(root, 'file'), 'no folder')
    const logged = await runOnce(join(root, 'file'))
    expect(logged).toContain(join(root, 'file'))
    const error = logged.replace('backup failed: ', '')
    expect(readBackupResult(dataDir)).toMatchObject({ ok: false, bytes: 0, error })
  })

  it('leave no backup behind when the server stops meanwhile, and the next night takes one', async () => {
    writeBackupResult(dataDir, { at: ago(2 * HOUR_MS), ok: true, bytes: 1 })
    rmSync(place, { recursive: true })
    mkdirSync(place)
    const stop = startNightlyBackups({
      ...{
        dataDir,
        place,
        at: timeOfDay(Date.now() - HOUR_MS),
        passphrase: undefined,
        file: undefined,
        firstLookMs: 1,
      },
      log: () => {},
    })
    await sleep(150)
    await stop()
    expect(backups()).toBe(0)
    await runOnce()
    expect(backups()).toBe(1)
  })
})
