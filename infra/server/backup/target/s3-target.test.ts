import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_KEY_ID, CREDENTIALS, REGION, SECRET_ACCESS_KEY } from '../../../local/aws-names.ts'
import { type S3Server, startS3 } from '../../../local/s3/start-s3.ts'
import { listBackups } from '../list-backups.ts'
import { restoreBackup } from '../restore-backup.ts'
import { takeBackup } from '../take-backup.ts'
import { openState, removeAll, type State, scratch, writeSecrets } from '../test/open-state.ts'
import { readText } from './read-text.ts'
import { openS3Target } from './s3-target.ts'

const root = scratch()
const dataDir = join(root, 'data')
const Bucket = 'backups'
let server: S3Server
let state: State
const open = (prefix: string) =>
  openS3Target(Bucket, prefix, { endpoint: server.endpoint, keyId: ACCESS_KEY_ID, secret: SECRET_ACCESS_KEY })

beforeAll(async () => {
  mkdirSync(join(root, 's3'))
  server = await startS3({ port: 0, dir: join(root, 's3') })
  const client = new S3Client({
    endpoint: server.endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    forcePathStyle: true,
  })
  await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
  state = await openState(dataDir)
  writeSecrets(dataDir)
})
afterAll(async () => {
  await state.close()
  await server.close()
  removeAll([root])
})

describe('a bucket as target', () => {
  it('stores, creates once, lists below its prefix and removes', async () => {
    const target = open('shop/nightly')
    const large = Buffer.alloc(20 * 1024 * 1024, 'x')
    await target.write('a/large', Readable.from([large]), large.length)
    await open('shop').write('beside', Readable.from([Buffer.from('b')]), 1)
    expect(await target.create('lock', 'first')).toBe(true)
    expect(await target.create('lock', 'second')).toBe(false)
    expect(await readText(target, 'lock')).toBe('first')
    expect([...(await target.list(''))]).toEqual([
      ['a/large', large.length],
      ['lock', 5],
    ])
    expect([...(await target.list('a')).keys()]).toEqual(['a/large'])
    expect(target.nameOf('lock')).toBe('s3://backups/shop/nightly/lock')
    await target.remove(['a/large', 'lock', 'never'])
    expect((await target.list('')).size).toBe(0)
  })

  it('holds backups as a folder does', async () => {
    const target = open('server')
    await state.putRow('a')
    await state.putObject('media/one', 'one')
    const options = { dataDir, target, passphrase: undefined, version: '1', isRunning: () => false, log: () => {} }
    const take = () => takeBackup({ ...options, connect: async () => state.services.cut })
    const first = await take()
    await state.putRow('b')
    const second = await take()
    expect(second.stored.files).toBe(second.manifest.files.length - 1)
    expect(listBackups((await target.list('')).keys())).toHaveLength(2)
    const to = join(root, 'restored')
    await restoreBackup({ target, at: Date.parse(first.manifest.moment), dataDir: to, passphrase: undefined })
    const restored = await openState(to)
    expect(await restored.rows()).toEqual(['a'])
    expect(await restored.readObject('media/one')).toBe('one')
    await restored.close()
    await target.remove([second.manifest.files[0]!.stored])
    const damaged = restoreBackup({ target, at: undefined, dataDir: join(root, 'none'), passphrase: undefined })
    await expect(damaged).rejects.toThrow(`s3://backups/server/${second.manifest.files[0]!.stored} is damaged`)
  })
})
