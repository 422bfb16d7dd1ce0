import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bystander, startBystander } from '../../bench/fuzz/bystander.ts'
import { fuzzTargets } from '../../bench/fuzz/fuzz-targets.ts'
import { type FuzzRun, runFuzz } from '../../bench/fuzz/run-fuzz.ts'
import { signUp } from './open-shop.ts'
import { type Product, startProduct } from './start-product.ts'

// The gateways under 10,000 random requests, slow and half ones, and 1,000 silent sockets, beside
// ordinary calls. `npm run bench:fuzz` measures how fast those are answered meanwhile.

const SEED = Number(process.env.FUZZ_SEED ?? randomInt(1e9))
/** Everything ends within 30 s, which `npm run bench:fuzz` measures; a busy machine takes longer. */
const LIMIT_MS = 150_000

let product: Product
let run: FuzzRun
let bystander: Bystander

beforeAll(async () => {
  product = await startProduct()
  const { admin } = await signUp(product, 'Ao lado')
  const token = await admin.token()
  bystander = await startBystander(product.url, [
    { path: '/api/auth/me', token },
    { path: '/api/tickets?status=open', token },
    { path: '/api/queue', token },
    { path: '/api/plans/list' },
  ])
  const { admin: attacked } = await signUp(product, 'Atacada')
  const targets = fuzzTargets(product.url, product.dataDir)
  run = await runFuzz(targets, {
    seed: SEED,
    requests: 10_000,
    sockets: 1000,
    token: await attacked.token(),
    limitMs: LIMIT_MS,
  })
  await bystander.stop()
}, 900_000)
afterAll(() => product?.stop())

describe(`gateways under random requests (FUZZ_SEED=${SEED})`, () => {
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
    expect(product.output().filter(line => !/^(ready|…)/.test(line))).toEqual([])
    expect(readFileSync(join(product.dataDir, 'logs/functions.log'), 'utf8')).not.toMatch(/"level":"ERROR"/)
  })
})
