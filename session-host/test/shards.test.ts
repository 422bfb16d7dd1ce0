import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { SHARDS, shardOf } from '@balcao/shared/rules/shard.ts'
import { keys } from '@balcao/shared/table.ts'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Host, startHost } from '../src/host.ts'
import { createLeaseTable } from '../src/shards/lease-table.ts'
import { createFencedItems, FencedError } from '../src/table/fenced-items.ts'
import { faultyClients } from './faulty-clients.ts'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const ANA = '5511988887777'
let next = 1
const newShop = () => `551190000${String(next++).padStart(4, '0')}`

let world: World
const running: Host[] = []
/** Short enough to see a lease run out, and long enough for a busy machine to renew it. */
const LEASE_SECONDS = '9'
const LONG_MS = 60_000
const start = async (changes: NodeJS.ProcessEnv = {}, options: Parameters<World['host']>[1] = {}) => {
  const host = await world.host({ LEASE_SECONDS, ...changes }, options)
  running.push(host)
  return host
}
const shards = (host: Host) => host.held().map(({ shard }) => shard)
const all = () => running.flatMap(shards)

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(host => host.close()))
})
afterAll(() => world.close())

describe('the shards', () => {
  it('are shared fairly among hosts, and each has one owner', async () => {
    const one = await start()
    await until(() => shards(one).length === SHARDS, LONG_MS)
    const two = await start()
    await until(() => shards(one).length === SHARDS / 2 && shards(two).length === SHARDS / 2, LONG_MS)
    expect(new Set(all()).size).toBe(SHARDS)
    const three = await start()
    await until(() => shards(three).length >= 2 && all().length === SHARDS, LONG_MS)
    expect(Math.max(...running.map(host => shards(host).length))).toBeLessThanOrEqual(3)
    expect(new Set(all()).size).toBe(SHARDS)
    await one.close()
    await until(() => shards(two).length + shards(three).length === SHARDS, LONG_MS)
    await two.close()
    await until(() => shards(three).length === SHARDS, LONG_MS)
  }, 240_000)

  it('raise the fence with every acquisition', async () => {
    const one = await start({ LEASE_SECONDS: '30' })
    await until(() => shards(one).length === SHARDS)
    const before = new Map(one.held().map(({ shard, fence }) => [shard, fence]))
    await one.close()
    const two = await start()
    await until(() => shards(two).length === SHARDS)
    for (const { shard, fence } of two.held()) expect(fence).toBe(before.get(shard)! + 1)
  })
})

describe('leases', () => {
  const LEASE_MS = 600
  const tableOf = (hostId: string, leaseMs = LEASE_MS) =>
    createLeaseTable(world.clients.table, { tableName: world.names.table, hostId, leaseMs, skewMs: 0 })
  const expired = () => new Promise(resolve => setTimeout(resolve, LEASE_MS + 5))

  it('live by their host’s heartbeat, all of them', async () => {
    const [one, two] = [tableOf('one'), tableOf('two', 60_000)]
    await one.heartbeat(0)
    const began = Date.now()
    const first = (await one.acquire(0))!
    const second = (await one.acquire(1))!
    await two.heartbeat(0)
    expect((await one.hosts()).living).toEqual(new Set(['one', 'two']))
    await expired()
    expect(await two.acquire(0)).toMatchObject({ fence: first.fence + 1, lastSeen: expect.any(Number) })
    // Who froze learns of it with its next word, for every shard; then it begins anew, and what it
    // had it has not lost to anybody yet.
    expect(await one.heartbeat(0)).toBe(false)
    expect(await one.heartbeat(0)).toBe(true)
    expect(await two.acquire(1)).toBeUndefined()
    expect(await one.acquire(1, began)).toEqual({ shard: 1, fence: second.fence + 1, lastSeen: began })
    await one.release({ shard: 1, fence: second.fence + 1 })
    expect(await two.acquire(1)).toMatchObject({ fence: second.fence + 2, lastSeen: undefined })
    await two.bury('one')
    expect((await two.hosts()).living.has('one')).toBe(true)
    await expired()
    expect((await two.hosts()).dead).toContain('one')
    await two.bury('one')
    expect((await two.hosts()).dead).not.toContain('one')
    for (const { shard, owner, fence } of await two.leases()) if (owner === 'two') await two.release({ shard, fence })
    await two.goodbye()
  })

  it(
    'are never both kept and taken, whoever speaks first',
    async () => {
      let [takeovers, renewals] = [0, 0]
      // Until both have been seen: who is late speaks a little later from round to round.
      for (let round = 0; takeovers === 0 || renewals === 0; round++) {
        const [late, taker] = [tableOf(`late${round}`, 30), tableOf(`taker${round}`, 30)]
        await late.heartbeat(0)
        const lease = (await late.acquire(0))!
        await new Promise(resolve => setTimeout(resolve, 35))
        const asked = Date.now()
        const speaks = new Promise(resolve => setTimeout(resolve, 2 * (round % 8))).then(() => late.heartbeat(0))
        const [kept, taken] = await Promise.all([speaks, taker.acquire(0)])
        // Where both are so the machine was slow: what was kept had run out again when it was
        // taken.
        if (taken && kept) expect(taken.lastSeen).toBeGreaterThanOrEqual(asked)
        if (taken) takeovers++
        else {
          renewals++
          expect(kept).toBe(true)
        }
        await (taken ? taker.release(taken) : late.release(lease))
        await late.goodbye()
      }
    },
    LONG_MS,
  )
})

describe('the load of a host', () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: line => lines.push(JSON.parse(line)) })
  const published = () => lines.filter(line => '_aws' in line)
  const inAMinute = async (act: () => Promise<unknown>) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await act()
      vi.advanceTimersByTime(60_000)
    } finally {
      vi.useRealTimers()
    }
  }
  beforeEach(() => {
    lines.length = 0
  })

  it('is published each minute as a metric, of the connections it keeps open, until it drains', async () => {
    await world.register()
    await inAMinute(async () => {
      const host = await startHost({ ...world.config(), stage: 'prod' }, { log })
      running.push(host)
      await world.pair(newShop())
      await until(() => shards(host).length === SHARDS && host.states().DISCONNECTED)
      vi.advanceTimersByTime(60_000)
      await host.close()
    })
    expect(published()).toHaveLength(1)
    // The embedded metric format: each metric and dimension is a member of the line itself.
    expect(published()[0]).toMatchObject({
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'Balcao/SessionHost',
            Dimensions: [['Stage']],
            Metrics: [{ Name: 'Sessions', Unit: 'Count' }],
          },
        ],
      },
      Stage: 'prod',
      Sessions: 1,
      shards: SHARDS,
    })
  })

  it('is nobody’s business on the local stage', async () => {
    await inAMinute(() => start({}, { log }))
    expect(lines.length).toBeGreaterThan(0)
    expect(published()).toEqual([])
  })
})

describe('a connection moves to another host', () => {
  let ids: { companyId: string; connectionId: string }
  let shop: string
  beforeEach(() => {
    shop = newShop()
  })

  const roundTrip = async () => {
    const id = await world.simulator.phone(ANA).sendText(shop, 'ainda aí?')
    await world.expectEvent('message', event => event.whatsappMessageId === id)
    const whatsappMessageId = newWhatsappId()
    const content = { kind: 'text' as const, body: 'sim' }
    await world.command({ ...ids, type: 'send', to: { number: ANA }, whatsappMessageId, content, queuedAt: Date.now() })
    await world.expectEvent('ack', event => event.whatsappMessageId === whatsappMessageId && event.ack === 3)
  }
  const serves = (host: Host) => shards(host).includes(shardOf(ids.connectionId))

  it('when its host ends, without a new QR', async () => {
    const one = await start()
    ids = await world.pair(shop)
    await roundTrip()
    const two = await start()
    await one.close()
    await until(() => serves(two) && two.states().CONNECTED, LONG_MS)
    await roundTrip()
    expect(
      world.events.filter(
        event => event.type === 'connection' && event.status === 'qrcode' && event.connectionId === ids.connectionId,
      ),
    ).toHaveLength(1)
  }, 180_000)

  it('when its host cannot renew: the sockets are closed before the next host opens them', async () => {
    const pair = await Promise.all(
      [faultyClients(), faultyClients()].map(async faulty => ({
        faulty,
        host: await start({}, { clients: faulty.clients }),
      })),
    )
    ids = await world.pair(shop)
    await until(
      () => pair.every(({ host }) => shards(host).length === SHARDS / 2) && pair.some(({ host }) => serves(host)),
      LONG_MS,
    )
    await until(() => world.simulator.phone(shop).devices[0]!.isOnline)
    await roundTrip()
    const cut = pair.find(({ host }) => serves(host))!
    const other = pair.find(({ host }) => host !== cut.host)!
    const device = world.simulator.phone(shop).devices[0]!
    const changes: boolean[] = []
    let was = device.isOnline
    const watch = setInterval(() => {
      if (device.isOnline === was) return
      was = device.isOnline
      changes.push(was)
    }, 5)
    cut.faulty.failTable = () => true
    const began = Date.now()
    await until(() => serves(other.host) && device.isOnline, LONG_MS)
    await until(() => changes.length === 2)
    const took = Date.now() - began
    clearInterval(watch)
    // Closed by the old host, then opened by the new one; no login found another socket in its
    // place.
    expect(changes).toEqual([false, true])
    expect(took).toBeLessThan(30_000)
    cut.faulty.failTable = () => false
    await roundTrip()
    const published = world.events.filter(
      event => event.type === 'connection' && event.connectionId === ids.connectionId,
    )
    expect(published.some(event => event.type === 'connection' && event.status === 'DISCONNECTED')).toBe(false)
  }, 180_000)

  it('when its lease is taken away: it stops and tells nothing under the old fence', async () => {
    const one = await start()
    ids = await world.pair(shop)
    const shard = shardOf(ids.connectionId)
    const fence = one.held().find(held => held.shard === shard)!.fence
    // It lives for as long as one would see that nobody serves the shard here.
    await createLeaseTable(world.clients.table, {
      tableName: world.names.table,
      hostId: 'another',
      leaseMs: 4000,
    }).heartbeat(0)
    await world.clients.table.send(
      new UpdateCommand({
        TableName: world.names.table,
        Key: keys.shardLease(shard),
        UpdateExpression: 'SET #owner = :other, fence = :fence',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':other': 'another', ':fence': fence + 1 },
      }),
    )
    await until(() => !serves(one))
    await until(() => !world.simulator.phone(shop).devices[0]!.isOnline)
    // The other one lives no longer, and the shard comes back.
    await until(
      () => one.held().some(held => held.shard === shard && held.fence === fence + 2) && one.states().CONNECTED,
      LONG_MS,
    )
    await roundTrip()
  }, 180_000)
})

describe('private items of a connection', () => {
  const owner = { companyId: 'fencing', connectionId: 'fencing' }
  const items = (fence: number) => createFencedItems(world.clients.table, world.names.table, owner, fence)

  it('an old owner can neither overwrite nor remove what a newer one wrote', async () => {
    await items(5).put('keys#a', Buffer.from('five'))
    await items(6).put('keys#a', Buffer.from('six'))
    await expect(items(5).put('keys#a', Buffer.from('late'))).rejects.toBeInstanceOf(FencedError)
    await expect(items(5).remove('keys#a')).rejects.toBeInstanceOf(FencedError)
    await expect(items(5).removeAll()).rejects.toBeInstanceOf(FencedError)
    expect((await items(6).get('keys#a'))?.toString()).toBe('six')
    await items(6).put('keys#a', Buffer.from('six again'))
    expect((await items(7).get('keys#a'))?.toString()).toBe('six again')
  })

  it('more than an item holds is kept in parts, and grows and shrinks', async () => {
    const mine = items(8)
    const big = Buffer.alloc(1_000_000, 'abc')
    await mine.put('big', big)
    expect(await mine.get('big')).toEqual(big)
    const { Item } = await world.clients.table.send(
      new GetCommand({ TableName: world.names.table, Key: { pk: keys.auth('fencing', 'fencing').pk, sk: 'auth#big' } }),
    )
    expect(Item).toMatchObject({ parts: 4 })
    const other = Buffer.alloc(700_000, 'xyz')
    await mine.put('big', other)
    expect(await mine.get('big')).toEqual(other)
    expect(await mine.list('part#big')).toHaveLength(3)
    await mine.put('big', Buffer.from('small'))
    expect((await mine.get('big'))?.toString()).toBe('small')
    await mine.removeAll()
    expect(await mine.list('')).toEqual([])
  })

  it('an expired item is absent', async () => {
    await items(8).put('sent#x', Buffer.from('x'), { expiresAt: Math.floor(Date.now() / 1000) - 1 })
    expect(await items(8).get('sent#x')).toBeUndefined()
  })
})
