import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readDataFormat } from '../../local/data-format/format-file.ts'
import { makeScratch } from '../start/make-scratch.ts'
import { LOCK_FILE, lockTarget } from './lock.ts'
import { folderOf, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { openTarget } from './target/open-target.ts'
import { backUp, openState, removeAll, SECRETS, type State, scratch, writeSecrets } from './test/open-state.ts'

const root = scratch()
const dataDir = join(root, 'data')
const PASSPHRASE = 'four words in a row'
let count = 0
const fresh = () => join(root, `dir-${++count}`)
let state: State

const restore = async (place: string, options: { at?: number; passphrase?: string; to?: string } = {}) => {
  const to = options.to ?? fresh()
  const target = await openTarget(place, { make: false })
  const { at, passphrase } = options
  return { to, manifest: await restoreBackup({ target, at, dataDir: to, passphrase }) }
}
const files = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()
const momentOf = (manifest: Manifest) => Date.parse(manifest.moment)

beforeAll(async () => {
  state = await openState(dataDir)
  writeSecrets(dataDir)
  await Promise.all(['a', 'b', 'c'].map(each => state.putRow(each)))
  await Promise.all(['1', '2'].map(each => state.send(each)))
  await state.putObject('media/first', 'first')
  await state.putObject('media/second', Buffer.alloc(300_000, 'x'))
})
afterAll(async () => {
  await state.close()
  removeAll([root])
})

describe('a backup of running services', () => {
  it('restores table, queues, objects and secrets as they were', async () => {
    const place = fresh()
    writeFileSync(
      join(
        makeScratch(dataDir, line => expect.fail(line)),
        'balcao-import-1-rows.json',
      ),
      'of a run',
    )
    const { manifest, path } = await backUp(dataDir, place, { state })
    await state.putRow('later')
    await state.deleteObject('media/first')
    expect(path).toBe(join(place, folderOf(manifest.moment), 'manifest.json'))
    expect(manifest).toMatchObject({
      version: '1.2.3',
      format: readDataFormat(dataDir)!.format,
      stage: 'server',
      encryption: null,
    })
    const { to } = await restore(place)
    expect(JSON.parse(readFileSync(join(to, 'secrets.json'), 'utf8'))).toEqual(SECRETS)
    expect(existsSync(join(to, 'ports.json'))).toBe(false)
    expect(existsSync(join(to, 'tmp'))).toBe(false)
    expect(manifest.files.filter(({ file }) => file.includes('tmp') || file.includes('import'))).toEqual([])
    const restored = await openState(to)
    expect(await restored.rows()).toEqual(['a', 'b', 'c'])
    expect(await restored.messages()).toEqual(['1', '2'])
    expect(await restored.readObject('media/first')).toBe('first')
    expect(await restored.readObject('media/second')).toHaveLength(300_000)
    await restored.close()
    await state.putObject('media/first', 'first')
  })

  it('is one moment of all three while they change together', async () => {
    const place = fresh()
    const name = `together-${Date.now()}`
    let running = true
    let n = 0
    const writing = (async () => {
      for (; running; n++) {
        await state.putObject(`${name}/${n}`, `${n}`)
        await state.putRow(`${name} ${String(n).padStart(6, '0')}`)
        await state.send(`${name} ${n}`)
        if (n > 3) await state.deleteObject(`${name}/${n - 3}`)
      }
    })()
    await vi.waitUntil(() => n > 10, { timeout: 30_000 })
    const manifests = [await backUp(dataDir, place, { state }), await backUp(dataDir, place, { state })]
    running = false
    await writing
    for (const { manifest } of manifests) {
      const { to } = await restore(place, { at: momentOf(manifest) })
      const restored = await openState(to)
      const rows = (await restored.rows()).filter(row => row.startsWith(name))
      const sent = (await restored.messages()).filter(body => body.startsWith(name))
      const last = Number(rows.at(-1)?.split(' ')[1])
      expect(rows).toHaveLength(last + 1)
      expect([last, last + 1]).toContain(sent.length)
      // The object of each row is stored before it, and the last three stay.
      for (const each of [last, last - 1]) expect(await restored.readObject(`${name}/${each}`)).toBe(`${each}`)
      await restored.close()
    }
    await state.messages()
    await Promise.all(['1', '2'].map(each => state.send(each)))
  }, 60_000)

  it('stores only new objects the second time, and one that was deleted stays in the first', async () => {
    const place = fresh()
    await state.putObject('media/kept', Buffer.alloc(100_000, 'k'))
    const first = await backUp(dataDir, place, { state })
    await state.putObject('media/new', 'new')
    await state.deleteObject('media/kept')
    const second = await backUp(dataDir, place, { state })
    const objects = (manifest: Manifest) => manifest.files.filter(({ file }) => file.startsWith('s3/objects/'))
    expect(first.stored.files).toBe(first.manifest.files.length)
    expect(second.stored.files).toBe(second.manifest.files.length - objects(second.manifest).length + 1)
    const { to } = await restore(place, { at: momentOf(first.manifest) })
    const restored = await openState(to)
    expect(await restored.readObject('media/kept')).toHaveLength(100_000)
    await restored.close()
  })

  it('is readable by its owner only', async () => {
    const place = fresh()
    await backUp(dataDir, place, { state })
    for (const file of files(place)) expect(statSync(join(place, file)).mode & 0o077).toBe(0)
    expect(statSync(place).mode & 0o077).toBe(0)
  })
})

describe('an encrypted backup', () => {
  it('holds nothing readable, and comes back with the passphrase only', async () => {
    const place = fresh()
    const { manifest } = await backUp(dataDir, place, { state, passphrase: PASSPHRASE })
    expect(manifest.encryption).toMatchObject({ cipher: 'aes-256-gcm', kdf: 'scrypt' })
    const all = files(place)
      .map(file => readFileSync(join(place, file), 'latin1'))
      .join('')
    for (const readable of [SECRETS.sealing, 'SQLite format', 'xxxxxxxx', PASSPHRASE])
      expect(all).not.toContain(readable)
    await expect(restore(place)).rejects.toThrow('set BACKUP_PASSPHRASE')
    await expect(restore(place, { passphrase: 'another passphrase' })).rejects.toThrow('is not the passphrase')
    const { to } = await restore(place, { passphrase: PASSPHRASE })
    expect(JSON.parse(readFileSync(join(to, 'secrets.json'), 'utf8'))).toEqual(SECRETS)
  }, 60_000)

  it('shares its objects with the next one, but not with another passphrase or none', async () => {
    const place = fresh()
    const objects = (manifest: Manifest) => manifest.files.filter(({ file }) => file.startsWith('s3/objects/')).length
    const newly = async (passphrase?: string) => {
      const { manifest, stored } = await backUp(dataDir, place, { state, ...(passphrase && { passphrase }) })
      return { stored: stored.files - (manifest.files.length - objects(manifest)), of: objects(manifest) }
    }
    const first = await newly(PASSPHRASE)
    expect(first.stored).toBe(first.of)
    expect((await newly(PASSPHRASE)).stored).toBe(0)
    expect((await newly('another passphrase')).stored).toBe(first.of)
    expect((await newly()).stored).toBe(first.of)
  }, 60_000)

  it('is refused when its manifest was changed', async () => {
    const place = fresh()
    const { path, manifest } = await backUp(dataDir, place, { state, passphrase: PASSPHRASE })
    writeFileSync(path, JSON.stringify({ ...manifest, files: manifest.files.slice(1) }))
    await expect(restore(place, { passphrase: PASSPHRASE })).rejects.toThrow('its seal does not fit')
    writeFileSync(path, JSON.stringify({ ...manifest, encryption: null }))
    await expect(restore(place)).rejects.toThrow('encrypted')
  })
})

describe('a damaged backup restores nothing', () => {
  const damage: Record<string, (path: string) => void> = {
    'a changed byte': path => {
      const bytes = readFileSync(path)
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      writeFileSync(path, bytes)
    },
    'a missing end': path => truncateSync(path, statSync(path).size - 1),
    'more at its end': path => appendFileSync(path, 'x'),
    'no file': path => rmSync(path),
  }
  it('whichever file it is and however it is damaged', async () => {
    const place = fresh()
    const { manifest, path } = await backUp(dataDir, place, { state })
    const kinds = ['dynamodb.sqlite', 'sqs.sqlite', 's3/s3.sqlite', 'secrets.json', 's3/objects/']
    for (const kind of kinds) {
      const { stored } = manifest.files.find(({ file }) => file.startsWith(kind))!
      const whole = readFileSync(join(place, stored))
      for (const [how, spoil] of Object.entries(damage)) {
        spoil(join(place, stored))
        const to = fresh()
        await expect(restore(place, { to }), `${kind} ${how}`).rejects.toThrow(join(place, stored))
        expect([existsSync(to), readdirSync(root).filter(name => name.includes('restoring'))]).toEqual([false, []])
        writeFileSync(join(place, stored), whole)
      }
    }
    const text = readFileSync(path, 'utf8')
    for (const wrong of ['', text.slice(0, -20), '{}', text.replace('"dynamodb.sqlite"', '"../outside"')]) {
      writeFileSync(path, wrong)
      await expect(restore(place)).rejects.toThrow('the manifest is damaged')
    }
    writeFileSync(path, text.replace('"manifest": 1', '"manifest": 2'))
    await expect(restore(place)).rejects.toThrow('of version 2')
    writeFileSync(path, text)
    await restore(place)
  }, 60_000)

  it('and there must be one', async () => {
    const place = fresh()
    await expect(restore(place)).rejects.toThrow('there is no folder')
    mkdirSync(place)
    await expect(restore(place)).rejects.toThrow('there is no backup')
    const { manifest } = await backUp(dataDir, place, { state })
    await expect(restore(place, { at: momentOf(manifest) - 1 })).rejects.toThrow('the oldest backup')
  })
})

describe('the folder of a restore', () => {
  it('must be empty and nobody’s', async () => {
    const place = fresh()
    await backUp(dataDir, place, { state })
    const to = fresh()
    mkdirSync(to)
    writeFileSync(join(to, 'something'), 'mine')
    await expect(restore(place, { to })).rejects.toThrow('is not empty')
    expect(readdirSync(to)).toEqual(['something'])
    rmSync(join(to, 'something'))
    await restore(place, { to })
    expect(readdirSync(to)).toContain('dynamodb.sqlite')
  })
})

describe('a backup that fails or was interrupted', () => {
  it('leaves the earlier ones as they were, and what it left goes with the next one', async () => {
    const place = fresh()
    const first = await backUp(dataDir, place, { state })
    const before = files(place)
    // Stands for the files of one that was killed before its manifest.
    const folder = '2026-01-01T000000.000Z'
    mkdirSync(join(place, folder))
    writeFileSync(join(place, folder, 'dynamodb.sqlite.zst'), 'half')
    const stray = 'objects/plain/ab/abcdefab-0000-4000-8000-000000000000'
    mkdirSync(join(place, 'objects/plain/ab'), { recursive: true })
    writeFileSync(join(place, stray), 'half')
    writeFileSync(join(place, 'objects/mine.txt'), 'of somebody else')
    mkdirSync(join(dataDir, 'backup-work'))
    writeFileSync(join(place, LOCK_FILE), JSON.stringify({ id: 'x', host: 'another', pid: 1, started: '1', at: 0 }))
    const second = await backUp(dataDir, place, { state })
    const now = files(place)
    expect(now).toEqual(expect.arrayContaining(before))
    expect(now.filter(file => file.startsWith(folder) || file === stray || file === LOCK_FILE)).toEqual([])
    expect(now).toContain('objects/mine.txt')
    expect(existsSync(join(dataDir, 'backup-work'))).toBe(false)
    expect(momentOf(second.manifest)).toBeGreaterThan(momentOf(first.manifest))
  })

  it('is refused while another one runs, to the same place or of the same data', async () => {
    const [place, other] = [fresh(), fresh()]
    const running = backUp(dataDir, place, { state })
    await sleep(5)
    await expect(backUp(dataDir, other, { state })).rejects.toThrow('already running')
    await running
    await backUp(dataDir, other, { state })
  })

  it('lets one of two take over a lock whose process has ended', async () => {
    const place = fresh()
    mkdirSync(place)
    writeFileSync(join(place, LOCK_FILE), JSON.stringify({ id: 'x', host: 'another', pid: 1, started: '1', at: 0 }))
    const target = await openTarget(place, { make: true })
    const locks = await Promise.allSettled([lockTarget(target), lockTarget(target)])
    expect(locks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('needs a data directory', async () => {
    const empty = fresh()
    mkdirSync(empty)
    await expect(backUp(empty, fresh())).rejects.toThrow('this is no data directory')
  })
})
