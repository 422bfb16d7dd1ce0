import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTS } from '../../bench/hostile/attack.ts'
import { checkPromises } from '../../bench/hostile/check-promises.ts'
import { listDeadLetters } from '../../bench/hostile/list-dead-letters.ts'
import { type HostileRun, runHostile } from '../../bench/hostile/run-hostile.ts'
import { type Product, startProduct } from './start-product.ts'

// The short form of `npm run soak`: all attacks of a hostile phone, its media server, a bad
// connection and a flooding browser, once each, on one company beside the ordinary traffic of
// another. Tests no latency, only promises that always hold.

const SEED = 20_251

let product: Product
let run: HostileRun

beforeAll(async () => {
  product = await startProduct()
  run = await runHostile(product, {
    seed: SEED,
    ms: 0,
    phones: 2,
    burst: 40,
    tickMs: 500,
    pauseMs: { attack: 100, flood: 500, fault: 2000 },
    log: () => undefined,
  })
}, 900_000)
afterAll(() => product?.stop())

describe(`two companies, one attacked (seed ${SEED})`, () => {
  it('nothing lost, doubled, out of order or spoilt; nobody ended; nothing fetched elsewhere', () => {
    expect(checkPromises(run).filter(({ held }) => !held)).toEqual([])
  })

  it('nothing is given up by a queue', async () => {
    expect(await listDeadLetters(product.dataDir)).toEqual([])
  })

  it('everything was tried', () => {
    const done = run.hostile.phones.map(phone => phone.done.size)
    expect(new Set(done)).toEqual(new Set([Object.keys(ACTS).length]))
    expect([...run.faults.keys()].sort()).toEqual([
      'drop',
      'duplicate',
      'half-open',
      'reorder',
      'restart',
      'undecryptable',
    ])
    expect(run.flood.calls).toBeGreaterThan(0)
    expect(run.other.traffic.conversations.every(({ asked }) => asked.length > 2)).toBe(true)
  })
})
