import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { createDocumentClient } from '@balcao/functions/data/table/document-client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { readConfig } from '../config.ts'
import { resourceNames, testResources } from '../resources.ts'
import { type Services, startServices } from '../start-services.ts'

const TableName = resourceNames('local').table
// What is asked of an engine that is not ours is its own affair.
const { target, dynamodbEndpoint } = readConfig()

describe.runIf(target === 'embedded' && !dynamodbEndpoint)('the engine that reads beside the one that writes', () => {
  let services: Services
  // Not where it would be in memory on some machines; a blank, since the second engine is given an address.
  const dir = mkdtempSync(join(tmpdir(), 'balcao two engines-'))
  const at = (endpoint: string) => createDocumentClient({ endpoint, region: REGION, credentials: CREDENTIALS })
  const get = new GetCommand({ TableName, Key: { pk: 'a', sk: 'b' } })
  beforeAll(async () => {
    services = await startServices({ dataDir: dir, resources: testResources('local') })
  })
  afterAll(async () => {
    await services.close()
    rmSync(dir, { recursive: true })
  })

  it('knows every write that was answered', async () => {
    const [writes, reads] = [at(services.endpoints.dynamodb), at(services.endpoints.dynamodbReads!)]
    for (let n = 0; n < 200; n++) {
      await writes.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 'b', n } }))
      expect((await reads.send(get)).Item?.n).toBe(n)
    }
  })

  it('answers while a write waits, which the other one does not', async () => {
    const [writes, reads] = [at(services.endpoints.dynamodb), at(services.endpoints.dynamodbReads!)]
    const held = new DatabaseSync(join(dir, 'dynamodb.sqlite'))
    held.exec('BEGIN IMMEDIATE')
    const done: string[] = []
    const say = (what: string) => () => void done.push(what)
    const write = writes.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 'b', n: 'waited' } })).then(say('write'))
    const behind: Promise<unknown>[] = []
    const isBehind = () => {
      const read = writes.send(get)
      behind.push(read)
      return Promise.race([read.then(() => false), sleep(1000, true)])
    }
    // Once it is at the lock.
    while (!(await isBehind())) {}
    await reads.send(get).then(say('read beside it'))
    expect(done).toEqual(['read beside it'])
    held.exec('ROLLBACK')
    held.close()
    await Promise.all([write, ...behind])
    expect((await reads.send(get)).Item?.n).toBe('waited')
  })

  it('is started again when it is killed, and reads go to the other one meanwhile', async () => {
    const { dynamodb, dynamodbReads } = services.endpoints
    const client = createDocumentClient({ endpoint: dynamodb, region: REGION, credentials: CREDENTIALS }, dynamodbReads)
    await client.send(get)
    const pid = services.dynamodbReadsPid()!
    process.kill(pid, 'SIGKILL')
    for (let n = 0; n < 20; n++) expect((await client.send(get)).Item).toMatchObject({ pk: 'a' })
    await expect.poll(() => services.dynamodbReadsPid(), { timeout: 10_000 }).not.toBe(pid)
    await expect
      .poll(
        () =>
          at(dynamodbReads!)
            .send(get)
            .then(({ Item }) => Item),
        { timeout: 10_000 },
      )
      .toMatchObject({ pk: 'a' })
  })
})
