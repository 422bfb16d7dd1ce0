import { SHARDS } from '@balcao/shared/rules/shard.ts'
import type { Lease, LeaseTable } from './lease-table.ts'
import { errorName, type Log } from './log.ts'

/** What serves one shard while its lease is ours. */
export type ShardServer = {
  /** `handover`: orderly. `lost`: the lease is not ours any more or about to end; stop at once and write nothing. */
  stop: (how: 'handover' | 'lost') => Promise<void>
}

type Held = { lease: Lease; server: ShardServer; until: number; guard: NodeJS.Timeout; ended: boolean }

export type Shards = {
  held: () => { shard: number; fence: number }[]
  /** Gives one up at once, because somebody else was seen to own it. */
  lose: (shard: number) => void
  /** Hands all of them over and leaves. */
  close: () => Promise<void>
}

/**
 * Takes this host's fair share of the shards and keeps it: ceil(shards / living hosts). A lease is renewed three times
 * in its life; a guard stops the shard's sockets a sixth of that life before a lease that could not be renewed ends, so
 * that no two hosts ever serve one connection.
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
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  function arm(entry: Held, renewedAt: number): void {
    entry.until = renewedAt + leaseMs
    clearTimeout(entry.guard)
    const ms = Math.max(0, entry.until - marginMs - Date.now())
    entry.guard = setTimeout(() => void end(entry, 'lost'), ms)
  }

  async function end(entry: Held, how: 'handover' | 'lost'): Promise<void> {
    if (entry.ended) return
    entry.ended = true
    clearTimeout(entry.guard)
    log[how === 'lost' ? 'warn' : 'info']({ shard: entry.lease.shard, how }, 'a shard ends')
    try {
      await entry.server.stop(how)
    } finally {
      held.delete(entry.lease.shard)
    }
    if (how === 'handover') await leases.release(entry.lease).catch(() => undefined)
  }

  async function renewAll(): Promise<void> {
    await Promise.all(
      [...held.values()].map(async entry => {
        if (entry.ended) return
        const asked = Date.now()
        try {
          if (await leases.renew(entry.lease)) arm(entry, asked)
          else await end(entry, 'lost')
        } catch (error) {
          // The guard ends it in time if this goes on.
          log.warn({ shard: entry.lease.shard, error: errorName(error) }, 'a lease was not renewed')
        }
      }),
    )
  }

  async function take(shard: number): Promise<void> {
    const asked = Date.now()
    const lease = await leases.acquire(shard)
    if (!lease) return
    if (closed) return leases.release(lease)
    log.info({ shard, fence: lease.fence }, 'a shard begins')
    const server = await options.serve(lease)
    const entry: Held = { lease, server, until: 0, guard: setTimeout(() => {}, 0), ended: false }
    held.set(shard, entry)
    arm(entry, asked)
  }

  async function balance(hosts: number): Promise<void> {
    const share = Math.ceil(SHARDS / hosts)
    const mine = [...held.values()].filter(entry => !entry.ended)
    for (const entry of mine.slice(share)) await end(entry, 'handover')
    if (held.size >= share) return
    const taken = await leases.leases()
    const now = Date.now()
    const busy = new Set(taken.filter(lease => lease.leaseUntil > now).map(lease => lease.shard))
    // Hosts begin at different shards, so that they seldom want the same one.
    const first = Math.floor(Math.random() * SHARDS)
    for (let i = 0; i < SHARDS && held.size < share && !closed; i++) {
      const shard = (first + i) % SHARDS
      if (!busy.has(shard) && !held.has(shard)) await take(shard)
    }
  }

  async function round(): Promise<void> {
    try {
      await renewAll()
      if (!closed) await balance(await leases.heartbeat(options.sessions()))
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
      await Promise.all([...held.values()].map(entry => end(entry, 'handover')))
      await leases.goodbye().catch(() => undefined)
    },
  }
}
