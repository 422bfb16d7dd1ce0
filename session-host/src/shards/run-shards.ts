import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { errorName, type Log } from '../log.ts'
import type { Lease, LeaseTable } from './lease-table.ts'

/** Server of one shard while its lease is ours. */
export type ShardServer = {
  /**
   * `handover`: orderly. `lost`: the lease is no longer ours or about to end; stops at once and
   * writes nothing.
   */
  stop: (how: 'handover' | 'lost') => Promise<void>
}

type Held = { lease: Lease; server: ShardServer; ended: boolean }

export type Shards = {
  held: () => { shard: number; fence: number }[]
  /** Gives a shard up at once, because another host was seen to own it. */
  lose: (shard: number) => void
  /** Hands all shards over and leaves. */
  close: () => Promise<void>
}

/**
 * Takes this host's fair share of the shards and keeps it: ceil(shards / living hosts). One
 * heartbeat, sent three times per lease duration, renews all leases; a timer stops the sockets a
 * sixth of that duration before leases end whose heartbeat failed, so that no two hosts ever serve
 * one connection.
 */
export function runShards(options: {
  leases: LeaseTable
  leaseMs: number
  log: Log
  sessions: () => number
  serve: (lease: Lease) => Promise<ShardServer>
}): Shards {
  const { leases, leaseMs, log } = options
  const held = new Map<number, Held>()
  const everyMs = leaseMs / 3
  const marginMs = leaseMs / 6
  let closed = false
  /** End of the leases by the last accepted heartbeat (epoch milliseconds). */
  let until = 0
  /** Lost shards, with the time at which they were last known to be ours (epoch milliseconds). */
  const lost = new Map<number, number>()
  let expiryTimer: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  /** Returns whether the leases last long enough to serve their shards. */
  const isGood = () => Date.now() < until - marginMs

  function arm(renewedAt: number): void {
    until = renewedAt + leaseMs
    clearTimeout(expiryTimer)
    expiryTimer = setTimeout(() => void loseAll(), Math.max(0, until - marginMs - Date.now()))
  }

  async function loseAll(): Promise<void> {
    await Promise.all([...held.values()].map(entry => end(entry, 'lost')))
  }

  async function end(entry: Held, how: 'handover' | 'lost'): Promise<void> {
    if (entry.ended) return
    entry.ended = true
    if (how === 'lost') lost.set(entry.lease.shard, until - leaseMs)
    log[how === 'lost' ? 'warn' : 'info']({ shard: entry.lease.shard, how }, 'a shard ends')
    try {
      await entry.server.stop(how)
    } finally {
      held.delete(entry.lease.shard)
    }
    if (how === 'handover') await leases.release(entry.lease).catch(() => undefined)
  }

  /**
   * Sends the heartbeat.
   * @throws when the table did not answer; if that lasts, the expiry timer stops the shards in time
   */
  async function renew(): Promise<void> {
    const asked = Date.now()
    if (await leases.heartbeat(options.sessions())) return arm(asked)
    // From here on other hosts take the shards.
    log.warn('another host took this one for dead')
    const ending = loseAll()
    clearTimeout(expiryTimer)
    until = 0
    await ending
  }

  async function take(shard: number): Promise<void> {
    const lease = await leases.acquire(shard, lost.get(shard))
    if (!lease) return
    lost.delete(shard)
    if (closed || !isGood()) return leases.release(lease)
    log.info({ shard, fence: lease.fence }, 'a shard begins')
    const entry: Held = { lease, server: await options.serve(lease), ended: false }
    held.set(shard, entry)
    // The expiry timer did not cover it yet.
    if (!isGood()) await end(entry, 'lost')
  }

  async function balance(): Promise<void> {
    const [{ living, dead }, holdings] = await Promise.all([leases.hosts(), leases.leases()])
    const fences = new Map(holdings.map(({ shard, fence }) => [shard, fence]))
    for (const entry of held.values()) if (fences.get(entry.lease.shard) !== entry.lease.fence) await end(entry, 'lost')
    const share = Math.ceil(SHARDS / living.size)
    const mine = [...held.values()].filter(entry => !entry.ended)
    for (const entry of mine.slice(share)) await end(entry, 'handover')
    const owners = new Map(holdings.map(({ shard, owner }) => [shard, owner]))
    await takeUpTo(share, shard => {
      const owner = owners.get(shard) ?? ''
      return owner === leases.hostId || !living.has(owner)
    })
    // Shards that are ours in the table but not served here: they could not be released when they
    // ended, beyond our share.
    for (const { shard, owner, fence } of holdings)
      if (owner === leases.hostId && !held.has(shard)) await leases.release({ shard, fence })
    for (const id of dead) if (!holdings.some(({ owner }) => owner === id)) await leases.bury(id)
  }

  /** Takes shards that nobody serves, until the share is full. */
  async function takeUpTo(share: number, isFree: (shard: number) => boolean): Promise<void> {
    // Hosts begin at different shards, so that they seldom compete for the same one.
    const first = Math.floor(Math.random() * SHARDS)
    for (let i = 0; i < SHARDS && held.size < share && !closed; i++) {
      const shard = (first + i) % SHARDS
      if (!isFree(shard) || held.has(shard)) continue
      // On a slow machine, taking eight shards may last longer than the held ones may wait for the
      // next heartbeat.
      if (Date.now() > until - leaseMs + everyMs) await renew()
      await take(shard)
    }
  }

  async function round(): Promise<void> {
    try {
      await renew()
      if (!closed) await balance()
    } catch (error) {
      log.warn({ error: errorName(error) }, 'the lease table is not reachable')
    }
  }

  function next(): void {
    turn = round().finally(() => {
      if (!closed) timer = setTimeout(next, everyMs * (0.9 + Math.random() / 5))
    })
  }
  next()

  return {
    held: () => [...held.values()].map(({ lease }) => ({ shard: lease.shard, fence: lease.fence })),
    lose(shard) {
      const entry = held.get(shard)
      if (entry) void end(entry, 'lost')
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await turn
      clearTimeout(timer)
      clearTimeout(expiryTimer)
      await Promise.all([...held.values()].map(entry => end(entry, 'handover')))
      await leases.goodbye().catch(() => undefined)
    },
  }
}
