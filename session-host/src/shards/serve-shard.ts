import type { Agent } from 'node:https'
import type { Clients } from '../clients.ts'
import { createCommandRunner } from '../commands/create-command-runner.ts'
import type { HostConfig } from '../config.ts'
import type { EventQueue } from '../inbound/event-queue.ts'
import { errorName, type Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import { consumeCommands } from '../outbound.ts'
import { createSession } from '../session/create-session.ts'
import type { Session } from '../session/types.ts'
import type { Semaphore } from '../socket/semaphore.ts'
import { createFencedItems } from '../table/fenced-items.ts'
import type { Timeouts } from '../timeouts.ts'
import type { Lease, LeaseTable } from './lease-table.ts'
import type { ShardServer } from './run-shards.ts'

/**
 * Milliseconds between two comparisons of the registry with the served connections; new connections
 * come by command at once.
 */
const REGISTRY_MS = 30_000

export type ShardServerOptions = {
  config: HostConfig
  clients: Clients
  leases: LeaseTable
  queue: EventQueue
  media: MediaStore
  uploads: Agent
  log: Log
  /** Called when another host has the lease. */
  onFenced: (shard: number) => void
  patience: Timeouts
  onOpened: () => void
  openings: Semaphore
}

export type RunningShard = ShardServer & { sessions: () => Session[] }

/** Serves the connections of one shard: their sockets and their command queue. */
export async function serveShard(lease: Lease, options: ShardServerOptions): Promise<RunningShard> {
  const { config, clients, leases, log } = options
  const sessions = new Map<string, Session>()
  let stopped = false

  /** Calls are rare: each is answered by the current setting. */
  const refusesCalls = async (connectionId: string): Promise<boolean> =>
    (await leases.registration(lease.shard, connectionId))?.refuseCalls === true

  function sessionFor(companyId: string, connectionId: string): Session {
    const known = sessions.get(connectionId)
    if (known) return known
    const session = createSession({
      companyId,
      connectionId,
      fence: lease.fence,
      lastSeen: lease.lastSeen,
      whatsappUrl: config.whatsappUrl,
      uploads: options.uploads,
      items: createFencedItems(clients.table, config.tableName, { companyId, connectionId }, lease.fence),
      queue: options.queue,
      media: options.media,
      log,
      patience: options.patience,
      onOpened: options.onOpened,
      openings: options.openings,
      refusesCalls: () => refusesCalls(connectionId),
      onFenced: () => options.onFenced(lease.shard),
    })
    sessions.set(connectionId, session)
    // A command may have come before the registry was read.
    void session.resume()
    return session
  }

  async function compareRegistry(): Promise<void> {
    const registered = await leases.registrations(lease.shard)
    const ids = new Set(registered.map(({ connectionId }) => connectionId))
    for (const [id, session] of sessions) {
      if (ids.has(id)) continue
      sessions.delete(id)
      await session.close('handover')
    }
    const fresh = registered.filter(({ connectionId }) => !sessions.has(connectionId))
    // The sessions wait for their turn themselves.
    for (const { companyId, connectionId } of fresh) if (!stopped) sessionFor(companyId, connectionId)
  }

  const registry = setInterval(() => {
    compareRegistry().catch(error => log.warn({ error: errorName(error) }, 'the registry is not reachable'))
  }, REGISTRY_MS)
  const comparing = compareRegistry().catch(error =>
    log.warn({ error: errorName(error) }, 'the registry is not reachable'),
  )

  const consumer = consumeCommands({
    sqs: clients.sqs,
    queueUrl: config.outboundQueueUrls[lease.shard]!,
    log,
    handle: createCommandRunner({
      async sessionOf(companyId, connectionId) {
        const known = sessions.get(connectionId)
        if (known) return known.companyId === companyId ? known : undefined
        const registration = await leases.registration(lease.shard, connectionId)
        // The registry says which company the connection belongs to; a command of another company
        // is not carried out.
        return registration?.companyId === companyId ? sessionFor(companyId, connectionId) : undefined
      },
      forgotten: connectionId => void sessions.delete(connectionId),
      table: clients.table,
      tableName: config.tableName,
      media: options.media,
      log,
      closedMs: options.patience.closedMs,
    }),
  })

  return {
    sessions: () => [...sessions.values()],
    async stop(how) {
      stopped = true
      clearInterval(registry)
      if (how === 'lost') {
        // The sockets are closed first: another host may be about to open them, so nothing else may
        // take time.
        await Promise.all([...sessions.values()].map(session => session.close('lost')))
        await consumer.stop()
        return
      }
      await consumer.stop()
      await comparing
      await Promise.all([...sessions.values()].map(session => session.close('handover')))
    },
  }
}
