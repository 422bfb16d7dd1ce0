import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { health } from '@balcao/shared/api/account/health.ts'
import { status } from '@balcao/shared/api/company/status.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { openOwnTable } from '../../../../test/own-table.ts'
import { config } from '../../../config.ts'

// Connections of all companies are counted.
afterAll(await openOwnTable())

const REPORT = {
  version: '1.2.3',
  disk: { free: 50, total: 100 },
  memory: 1000,
  queues: [{ name: 'jobs', waiting: 2, oldestSeconds: 10 }],
  deadLetters: 3,
  backup: { at: '2026-01-02T03:04:05.000Z', ok: true, bytes: 9 },
  storageFull: false,
  parts: { table: true, queues: true, objects: true, whatsapp: true },
}
const WELL = REPORT.parts

let server: Server
/** Answers of the operations endpoint, by method and path; a number is a status, null silence. */
let answers: Record<string, unknown> = {}
let asked: string[] = []
let root: TestUser

beforeAll(async () => {
  root = await makeUser((await makeCompany()).id, { super: true })
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    const answer = answers[`${request.method} ${request.url}`]
    if (answer === null) return
    const code = typeof answer === 'number' ? answer : answer === undefined ? 404 : 200
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Lets the installation be one server, or AWS. */
function installed(where: 'server' | 'aws'): void {
  const { port } = server.address() as AddressInfo
  Object.assign(config(), {
    OPERATIONS_URL: where === 'server' ? `http://127.0.0.1:${port}` : undefined,
    OPERATIONS_KEY: where === 'server' ? 'k'.repeat(40) : undefined,
  })
}
beforeEach(() => {
  installed('server')
  asked = []
  answers = {
    'GET /report': REPORT,
    'GET /parts': WELL,
    'GET /dead-letters': { deadLetters: [{ queue: 'jobs-dlq', messages: 3, oldestSeconds: 60 }] },
    'POST /dead-letters/jobs-dlq/replay': {},
  }
})
afterEach(() => installed('aws'))

describe('the status of a server', () => {
  it('is for super users', async () => {
    const company = await makeCompany()
    for (const as of [company.admin, await makeUser(company.id)]) {
      expect(await call(status.get, { as })).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
      expect(await call(status.deadLetters, { as })).toMatchObject({ status: 403 })
      expect(await call(status.replay, { as, params: { queue: 'jobs-dlq' } })).toMatchObject({ status: 403 })
    }
    expect(asked).toEqual([])
  })

  it('says what its process reports, with the connections of all companies', async () => {
    for (const each of ['CONNECTED', 'CONNECTED', 'DISCONNECTED'] as const)
      await makeWhatsapp((await makeCompany()).id, { status: each })
    const { parts: _, storageFull: __, ...report } = REPORT
    expect((await call(status.get, { as: root })).body).toEqual({
      ...report,
      connections: { connected: 2, other: 1 },
      problems: [],
    })
    expect(asked).toEqual([`GET /report Bearer ${'k'.repeat(40)}`])
  })

  it('names its problems', async () => {
    answers['GET /report'] = { ...REPORT, storageFull: true, backup: { ...REPORT.backup, ok: false } }
    expect((await call(status.get, { as: root })).body.problems).toEqual(['storageFull', 'backupFailed'])
  })

  it('is null on AWS where only a server knows it', async () => {
    installed('aws')
    expect((await call(status.get, { as: root })).body).toMatchObject({
      version: expect.any(String),
      ...{ disk: null, memory: null, queues: null, deadLetters: null, backup: null, problems: [] },
      connections: { connected: expect.any(Number) },
    })
    expect(await call(status.deadLetters, { as: root })).toMatchObject({ status: 409, error: 'ERR_SERVER_ONLY' })
    expect(await call(status.replay, { as: root, params: { queue: 'jobs-dlq' } })).toMatchObject({ status: 409 })
  })

  it('lists dead letters and moves them back', async () => {
    expect((await call(status.deadLetters, { as: root })).body).toEqual(answers['GET /dead-letters'])
    expect((await call(status.replay, { as: root, params: { queue: 'jobs-dlq' } })).status).toBe(204)
    for (const queue of ['other-dlq', '../report', 'a b', newId()])
      expect(await call(status.replay, { as: root, params: { queue } })).toMatchObject({
        status: 404,
        error: 'ERR_NO_DEAD_LETTERS_FOUND',
      })
  })
})

describe('the health', () => {
  it('is ok for anybody while every part answers', async () => {
    expect(await call(health.get, {})).toMatchObject({ status: 200, raw: { status: 'ok' } })
  })

  it.each([
    [
      { ...WELL, objects: false },
      { ...WELL, objects: false },
    ],
    // The endpoint itself is broken, or hangs.
    [500, { table: false, queues: false, objects: false, whatsapp: false }],
    [null, { table: false, queues: false, objects: false, whatsapp: false }],
  ])('is down with its parts when they are %j', async (answer, parts) => {
    answers['GET /parts'] = answer
    expect(await call(health.get, {})).toMatchObject({
      status: 503,
      raw: { status: 'down', parts, error: 'ERR_UNAVAILABLE' },
    })
    expectLogged('"route":"health.get"', 1)
  })

  it('is that of the table on AWS', async () => {
    installed('aws')
    expect(await call(health.get, {})).toMatchObject({ status: 200, raw: { status: 'ok' } })
  })
})
