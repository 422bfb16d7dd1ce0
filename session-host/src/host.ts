import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clients, createClients } from './clients.ts'
import { type HostConfig, isWhatsAppMediaHost } from './config.ts'
import { EventQueue } from './inbound/event-queue.ts'
import { createLog, type Log } from './log.ts'
import { createMediaStore } from './media/media-store.ts'
import { recordHostLoad } from './record-host-load.ts'
import { createLeaseTable } from './shards/lease-table.ts'
import { runShards } from './shards/run-shards.ts'
import { type RunningShard, serveShard } from './shards/serve-shard.ts'
import { HOST_LIMIT, Intake } from './socket/intake.ts'
import { canConnect, Reachability } from './socket/reachability.ts'
import { createSemaphore } from './socket/semaphore.ts'
import { createUploadAgent } from './socket/upload-agent.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'

const DRAIN_MS = 10_000
/**
 * Maximum sockets opened at the same time. A handshake costs 70 ms of CPU; hundreds at once would
 * keep the event loop from renewing leases in time, and a lost lease closes them all again.
 */
const OPENING = 6
const CLOSED = new Set<string>(['DISCONNECTED', 'TIMEOUT'])

export type Host = {
  hostId: string
  /** URL of the health endpoint. */
  healthUrl: string
  held: () => { shard: number; fence: number }[]
  /** Returns the number of sessions by state. */
  states: () => Record<string, number>
  /** Hands all shards over and ends. */
  close: () => Promise<void>
}

/**
 * Starts a session host in this process.
 * @param options.clients other AWS clients than the default, for tests that let them fail
 * @param options.timeouts other timeouts than the default, for tests
 * @param options.onOpened called whenever a session has been opened
 */
export async function startHost(
  config: HostConfig,
  options: { clients?: Clients; log?: Log; timeouts?: Partial<Timeouts>; onOpened?: () => void } = {},
): Promise<Host> {
  const log = options.log ?? createLog(config.logLevel)
  const clients = options.clients ?? createClients()
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const queue = new EventQueue(clients.sqs, config.inboundQueueUrl, log)
  const leases = createLeaseTable(clients.table, config)
  const trusted = (host: string) => host === config.mediaHost || isWhatsAppMediaHost(host)
  const uploads = createUploadAgent({ trusted, allowPrivate: config.mediaIsLocal })
  const media = createMediaStore({
    s3: clients.s3,
    bucket: config.mediaBucket,
    log,
    host: config.mediaHost,
    allowPrivate: config.mediaIsLocal,
    trusted: url => trusted(url.host),
    timeouts: timeouts.media,
  })
  const openings = createSemaphore(OPENING)
  const reachability = new Reachability(() => canConnect(config.whatsappUrl))
  const intake = new Intake(HOST_LIMIT)
  const running = new Map<number, RunningShard>()
  const sessions = () => [...running.values()].flatMap(shard => shard.sessions())
  let draining = false

  const shards = runShards({
    leases,
    leaseMs: config.leaseMs,
    log,
    sessions: () => sessions().length,
    async serve(lease) {
      const shard = serveShard(lease, {
        config,
        clients,
        leases,
        queue,
        media,
        uploads,
        log,
        onFenced: number => shards.lose(number),
        timeouts,
        onOpened: options.onOpened ?? (() => {}),
        openings,
        reachability,
        intake,
      })
      running.set(lease.shard, shard)
      return {
        async stop(how) {
          if (running.get(lease.shard) === shard) running.delete(lease.shard)
          await shard.stop(how)
        },
      }
    },
  })

  const states = () => {
    const counts: Record<string, number> = {}
    for (const session of sessions()) counts[session.status()] = (counts[session.status()] ?? 0) + 1
    return counts
  }

  /** Sessions that have a socket or want one. */
  const open = () => sessions().filter(session => !CLOSED.has(session.status())).length

  const health = createServer((_request, response) => {
    const body = {
      ok: !draining,
      shards: shards.held().length,
      sessions: states(),
      backlog: queue.backlog(),
      refusals: queue.refusals(),
    }
    response.writeHead(draining ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve, reject) => {
    health.once('error', reject)
    health.listen(config.health.port, config.health.host, resolve)
  })
  const { port } = health.address() as AddressInfo
  const healthUrl = `http://${config.health.host}:${port}/health`
  log.info({ hostId: config.hostId, healthUrl }, 'session host started')
  const stopRecording = recordHostLoad(config.stage, log, () => ({ sessions: open(), shards: shards.held().length }))

  return {
    hostId: config.hostId,
    healthUrl,
    held: shards.held,
    states,
    async close() {
      draining = true
      stopRecording()
      await shards.close()
      await queue.close(DRAIN_MS)
      await new Promise<void>(resolve => {
        health.close(() => resolve())
        health.closeAllConnections()
      })
      if (!options.clients) {
        clients.sqs.destroy()
        clients.s3.destroy()
        clients.table.destroy()
      }
      log.info('session host ended')
    },
  }
}
