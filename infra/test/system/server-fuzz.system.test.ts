import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bystander, startBystander } from '../../bench/fuzz/bystander.ts'
import { fuzzTargets } from '../../bench/fuzz/fuzz-targets.ts'
import { type FuzzRun, runFuzz } from '../../bench/fuzz/run-fuzz.ts'
import { signIn } from './open-shop.ts'
import { setUpServer } from './set-up-server.ts'
import { startServer, type TestServer } from './start-server.ts'

// The gateways of a server under 10,000 random requests, slow and half ones, and 1,000 silent
// sockets, beside ordinary calls. `npm run bench:fuzz` measures how fast those are answered
// meanwhile.

const SEED = Number(process.env.FUZZ_SEED ?? randomInt(1e9))
/**
 * Everything ends within 30 s, which `npm run bench:fuzz` measures; a busy machine takes longer.
 */
const LIMIT_MS = 150_000

let server: TestServer
let token: string
let attackers: string
beforeAll(async () => {
  server = await startServer()
  const people = await setUpServer(server)
  token = await (await signIn(server, people.admin.email, people.admin.password)).token()
  attackers = await (await signIn(server, people.super.email, people.super.password)).token()
}, 300_000)
afterAll(() => server?.close())

describe('the address of a client behind the proxy', () => {
  const wrong = async (forwarded: string) => {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ email: `${randomInt(1e9)}@example.com`, password: 'wrong' }),
    })
    return response.status
  }

  it('is what the proxy saw, for the failed sign-ins that count by it', async () => {
    for (let i = 0; i < 10; i++) expect(await wrong(`198.51.100.${i}, 203.0.113.7`)).toBe(401)
    expect(await wrong('198.51.100.99, 203.0.113.7')).toBe(429)
    expect(await wrong('203.0.113.8')).toBe(401)
  })

  it('is nobody a client names where no proxy is trusted', async () => {
    await server.stop()
    await server.start({ TRUSTED_PROXY: '10.0.0.0/8' })
    for (let i = 0; i < 10; i++) expect(await wrong(`203.0.113.${100 + i}`)).toBe(401)
    expect(await wrong('203.0.113.200')).toBe(429)
    await server.stop()
    await server.start({ TRUSTED_PROXY: '127.0.0.1,::1' })
  })
})

describe(`gateways under random requests (FUZZ_SEED=${SEED})`, () => {
  let run: FuzzRun
  let bystander: Bystander
  beforeAll(async () => {
    bystander = await startBystander(server.url, [
      { path: '/' },
      { path: '/api/auth/me', token },
      { path: '/api/tickets?status=open', token },
      { path: '/api/queue', token },
    ])
    run = await runFuzz(fuzzTargets(server.url, server.dataDir), {
      seed: SEED,
      requests: 10_000,
      sockets: 1000,
      token: attackers,
      limitMs: LIMIT_MS,
    })
    await bystander.stop()
  }, 900_000)

  it('answer or close every one', () => {
    expect(run.silent).toEqual([])
    expect([...run.kinds.values()].reduce((sum, { count }) => sum + count, 0)).toBe(11_000)
  })

  it('answer all calls of others as before', () => {
    expect(bystander.wrong).toEqual([])
    expect(bystander.times.length).toBeGreaterThan(0)
  })

  it('find no fault in themselves', () => {
    expect([...run.ends.keys()].filter(how => /^50[02]$/.test(how))).toEqual([])
    expect(server.output().filter(line => !/^(ready|address|TEST WHATSAPP|…)/.test(line))).toEqual([])
    // Health answers 503 when a part is slow under such load, which is no fault of its own.
    const isFault = (line: string) => line.includes('"level":"ERROR"') && !line.includes('"route":"health.get"')
    const lines = readFileSync(join(server.dataDir, 'logs/functions.log'), 'utf8').split('\n')
    expect(lines.filter(isFault)).toEqual([])
  })
})
