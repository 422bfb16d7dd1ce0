import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HALF_RESTORED, openDataDir } from '../../local/data-dir.ts'
import { mountSmallDisk, type SmallDisk } from '../../local/test/small-disk.ts'
import { requireEmpty, takePlace, workFolder } from './restore-place.ts'
import { readBackupResult } from './result.ts'
import { takeBackup } from './take-backup.ts'
import { openTarget } from './target/open-target.ts'
import { backUp, openState, removeAll, scratch, writeSecrets } from './test/open-state.ts'

const root = scratch()
const dataDir = join(root, 'data')

beforeAll(async () => {
  const state = await openState(dataDir)
  writeSecrets(dataDir)
  await state.putRow('a')
  for (let n = 0; n < 30; n++) await state.putObject(`media/${n}`, randomBytes(1_000_000))
  await state.close()
})
const disk = await mountSmallDisk(16)
if (!disk) console.warn('LEFT OUT: no small disk can be mounted, so no full target is tested')
afterAll(() => {
  disk?.close()
  removeAll([root])
})

/** Starts one of the commands. */
function command(program: 'backup' | 'restore', ...args: string[]): ChildProcess {
  const file = join(import.meta.dirname, `${program}.ts`)
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: { PATH: process.env.PATH },
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string[]; errors: string }> {
  const [output, errors, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { code: code as number | null, output: output.trimEnd().split('\n'), errors }
}

const files = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

describe('the commands', () => {
  it('print the path of the manifest last, say that secrets are readable, and end with 0', async () => {
    const place = join(root, 'printed')
    const taken = await ended(command('backup', '--to', place, '--data-dir', dataDir))
    expect(taken).toMatchObject({ code: 0, errors: '' })
    expect(taken.output[0]).toContain('not encrypted')
    const path = taken.output.at(-1)!
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ stage: 'server' })
    expect(readBackupResult(dataDir)).toMatchObject({ ok: true })
    const to = join(root, 'restored')
    const restored = await ended(command('restore', '--from', place, '--data-dir', to))
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(existsSync(join(to, 'dynamodb.sqlite'))).toBe(true)
  })

  it('end with 1 and one line that says why', async () => {
    const empty = join(root, 'empty')
    mkdirSync(empty)
    const wrong: Record<string, ['backup' | 'restore', ...string[]]> = {
      'is no data directory': ['backup', '--to', join(root, 'x'), '--data-dir', empty],
      'lies in the data directory': ['backup', '--to', join(dataDir, 'backups'), '--data-dir', dataDir],
      'neither a folder nor s3': ['backup', '--to', 'ftp://host/x', '--data-dir', dataDir],
      'there is no folder': ['restore', '--from', join(root, 'none'), '--data-dir', join(root, 'y')],
      'there is no backup': ['restore', '--from', empty, '--data-dir', join(root, 'y')],
      'is not empty': ['restore', '--from', empty, '--data-dir', dataDir],
      '--at is a moment': ['restore', '--from', empty, '--data-dir', join(root, 'y'), '--at', 'yesterday'],
      'into which empty folder': ['restore', '--from', empty],
    }
    for (const [why, [program, ...args]] of Object.entries(wrong)) {
      const { code, errors } = await ended(command(program, ...args))
      expect({ why, code }).toEqual({ why, code: 1 })
      expect(errors).toContain(why)
    }
    expect([existsSync(join(root, 'y')), readdirSync(empty)]).toEqual([false, []])
  })
})

describe('a backup that is killed', () => {
  it('leaves no manifest and the earlier one whole; the next one takes its place', async () => {
    const place = join(root, 'killed')
    const first = await backUp(dataDir, place)
    const state = await openState(dataDir)
    await state.putObject('media/large', randomBytes(60_000_000))
    await state.close()
    const before = files(place)
    const child = command('backup', '--to', place, '--data-dir', dataDir)
    while (files(place).length <= before.length + 2 && child.exitCode === null) await sleep(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(files(place)).toEqual(expect.arrayContaining(before.filter(file => !file.endsWith('.lock'))))
    expect(files(place).filter(file => file.endsWith('manifest.json'))).toEqual([first.path])
    const second = await backUp(dataDir, place)
    const manifests = files(place).filter(file => file.endsWith('manifest.json'))
    expect(manifests.sort()).toEqual([first.path, second.path].sort())
    const named = [first, second].flatMap(({ manifest }) => manifest.files.map(({ stored }) => join(place, stored)))
    expect(files(place).sort()).toEqual([...new Set([...named, ...manifests])].sort())
    expect(readdirSync(dataDir)).not.toContain('backup-work')
  })
})

describe('a target without room', () => {
  it('is told, keeps the earlier backups and nothing of this one', async () => {
    const place = join(root, 'full')
    const first = await backUp(dataDir, place)
    const before = files(place).sort()
    const target = await openTarget(place, { make: true })
    let writes = 0
    const full = {
      ...target,
      write: async (...args: Parameters<typeof target.write>) => {
        if (++writes > 3) throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
        await target.write(...args)
      },
    }
    const options = { dataDir, target: full, passphrase: undefined, version: '1', log: () => {} }
    const connect = async () => undefined
    await expect(takeBackup({ ...options, connect, isRunning: () => false })).rejects.toThrow('ENOSPC')
    expect(files(place).sort()).toEqual(before)
    expect(existsSync(first.path)).toBe(true)
  })
})

describe.skipIf(!disk)('a small disk', () => {
  const { dir, fill, empty } = disk ?? ({} as SmallDisk)

  it('that is full as target is told, and the earlier backup on it can be restored', async () => {
    const place = join(dir, 'backups')
    const state = await openState(join(root, 'small'))
    writeSecrets(join(root, 'small'))
    await state.putRow('a')
    await state.close()
    const args = ['--to', place, '--data-dir', join(root, 'small')]
    const first = await ended(command('backup', ...args))
    expect(first.code).toBe(0)
    await fill(4096)
    const second = await ended(command('backup', ...args))
    expect(second).toMatchObject({ code: 1, errors: expect.stringContaining(`no room: in ${place}`) })
    expect(readBackupResult(join(root, 'small'))).toMatchObject({
      ok: false,
      error: expect.stringContaining('no room'),
    })
    expect(files(place).filter(file => file.endsWith('manifest.json'))).toEqual([first.output.at(-1)])
    await empty()
    await ended(command('restore', '--from', place, '--data-dir', join(root, 'of-full')))
    expect(existsSync(join(root, 'of-full/dynamodb.sqlite'))).toBe(true)
    rmSync(place, { recursive: true })
  })

  it('as data directory is restored into, not beside', async () => {
    const place = join(root, 'for-disk')
    await backUp(join(root, 'small'), place)
    expect(readdirSync(dir)).toEqual([])
    expect(await ended(command('restore', '--from', place, '--data-dir', dir))).toMatchObject({ code: 0 })
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(['dynamodb.sqlite', 's3', 'secrets.json']))
    expect(readdirSync(dir)).not.toContain(HALF_RESTORED)
  })
})

describe('a restore into a mounted folder', () => {
  it('is put together in it, and refused while half is there', () => {
    const to = join(root, 'mounted')
    mkdirSync(join(to, HALF_RESTORED, 's3'), { recursive: true })
    writeFileSync(join(to, HALF_RESTORED, 'secrets.json'), '{}')
    expect(() => requireEmpty(to)).toThrow('interrupted')
    expect(() => openDataDir(to)).toThrow('interrupted')
    takePlace(join(to, HALF_RESTORED), to)
    expect(readdirSync(to).sort()).toEqual(['s3', 'secrets.json'])
    openDataDir(to)
  })

  it('is put together in one that holds what npm or the file system put there, which stays', () => {
    const to = join(root, 'of-others')
    for (const name of ['.npm', 'lost+found']) mkdirSync(join(to, name, 'deep'), { recursive: true })
    requireEmpty(to)
    const work = workFolder(to)
    expect(work).toBe(join(to, HALF_RESTORED))
    writeFileSync(join(work, 'secrets.json'), '{}')
    takePlace(work, to)
    expect(readdirSync(to).sort()).toEqual(['.npm', 'lost+found', 'secrets.json'])
    expect(() => requireEmpty(to)).toThrow('is not empty')
  })
})
