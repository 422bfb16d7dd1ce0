import type { Agent } from 'node:https'
import type { Clients } from '../clients.ts'
import type { HostConfig } from '../config.ts'
import type { EventQueue } from '../inbound/event-queue.ts'
import { errorName, type Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import { ConnectionSession } from '../session/connection-session.ts'
import type { Intake } from '../socket/intake.ts'
import type { Reachability } from '../socket/reachability.ts'
import type { Semaphore } from '../socket/semaphore.ts'
import { createFencedItems } from '../table/fenced-items.ts'
import type { Timeouts } from '../timeouts.ts'
import type { Lease, LeaseTable } from './lease-table.ts'

/**
 * Milliseconds between two comparisons of the registry with the served connections; new connections
 * come by command at once.
 */
const REGISTRY_MS = 30_000

export type ShardSessionsOptions = {
  config: HostConfig
  clients: Clients
  leases: LeaseTable
  queue: EventQueue
  media: MediaStore
  uploads: Agent
  log: Log
  /** Called when another host has the lease. */
  onFenced: (shard: number) => void
  timeouts: Timeouts
  onOpened: () => void
  openings: Semaphore
  /** Shared by all sessions of the host. */
  reachability: Reachability
  /** Shared by all sessions of the host. */
  intake: Intake
}

/** Sessions of one shard's connections, as the registry lists them. */
export class ShardSessions {
  readonly #lease: Lease
  readonly #options: ShardSessionsOptions
  readonly #sessions = new Map<string, ConnectionSession>()
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #firstComparison: Promise<void> | undefined

  constructor(lease: Lease, options: ShardSessionsOptions) {
    this.#lease = lease
    this.#options = options
  }

  /** Opens the registered connections, now and whenever one is added. */
  start(): void {
    this.#timer = setInterval(() => void this.#compare(), REGISTRY_MS)
    this.#firstComparison = this.#compare()
  }

  /** Opens no more connections by the registry. */
  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
  }

  /** Closes all sessions; a handover first waits for those that are being opened. */
  async close(how: 'handover' | 'lost'): Promise<void> {
    if (how === 'handover') await this.#firstComparison
    await Promise.all(this.all().map(session => session.close(how)))
  }

  all(): ConnectionSession[] {
    return [...this.#sessions.values()]
  }

  /**
   * Returns the session of a connection, made if it is registered; undefined if there is no such
   * connection of this company.
   */
  async find(companyId: string, connectionId: string): Promise<ConnectionSession | undefined> {
    const known = this.#sessions.get(connectionId)
    if (known) return known.companyId === companyId ? known : undefined
    const registration = await this.#registration(connectionId)
    // The registry says which company the connection belongs to; a command of another company is
    // not carried out.
    return registration?.companyId === companyId ? this.#open(companyId, connectionId) : undefined
  }

  /** Forgets a deleted connection. */
  forget(connectionId: string): void {
    this.#sessions.delete(connectionId)
  }

  /** Returns the current setting of a connection; calls are rare, so each one reads it. */
  async refusesCalls(connectionId: string): Promise<boolean> {
    return (await this.#registration(connectionId))?.refuseCalls === true
  }

  /** Reports that the lease belongs to another host. */
  fenced(): void {
    this.#options.onFenced(this.#lease.shard)
  }

  #registration(connectionId: string) {
    return this.#options.leases.registration(this.#lease.shard, connectionId)
  }

  #open(companyId: string, connectionId: string): ConnectionSession {
    const known = this.#sessions.get(connectionId)
    if (known) return known
    const { fence, lastSeen } = this.#lease
    const { config, clients, uploads, queue, media, log, timeouts, onOpened, openings, reachability, intake } =
      this.#options
    const session = new ConnectionSession({
      companyId,
      connectionId,
      fence,
      lastSeen,
      whatsappUrl: config.whatsappUrl,
      whatsappVersion: config.whatsappVersion,
      reachability,
      intake,
      uploads,
      items: createFencedItems(clients.table, config.tableName, { companyId, connectionId }, fence),
      queue,
      media,
      log,
      timeouts,
      onOpened,
      openings,
      shard: this,
    })
    this.#sessions.set(connectionId, session)
    // A command may have come before the registry was read.
    void session.resume()
    return session
  }

  async #compare(): Promise<void> {
    try {
      await this.#compareRegistry()
    } catch (error) {
      this.#options.log.warn({ error: errorName(error) }, 'the registry is not reachable')
    }
  }

  async #compareRegistry(): Promise<void> {
    const registered = await this.#options.leases.registrations(this.#lease.shard)
    const ids = new Set(registered.map(({ connectionId }) => connectionId))
    for (const [id, session] of this.#sessions) {
      if (ids.has(id)) continue
      this.#sessions.delete(id)
      await session.close('handover')
    }
    const fresh = registered.filter(({ connectionId }) => !this.#sessions.has(connectionId))
    // The sessions wait for their turn themselves.
    for (const { companyId, connectionId } of fresh) if (!this.#stopped) this.#open(companyId, connectionId)
  }
}
