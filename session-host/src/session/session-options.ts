import type { Agent } from 'node:https'
import type { WAVersion } from '@whiskeysockets/baileys'
import type { EventQueue } from '../inbound/event-queue.ts'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ShardSessions } from '../shards/shard-sessions.ts'
import type { Intake } from '../socket/intake.ts'
import type { Reachability } from '../socket/reachability.ts'
import type { Semaphore } from '../socket/semaphore.ts'
import type { FencedItems } from '../table/fenced-items.ts'
import type { Timeouts } from '../timeouts.ts'

export type SessionOptions = {
  companyId: string
  connectionId: string
  /** Fencing token of the shard's lease. */
  fence: number
  /**
   * Time at which an earlier host was last known to be alive, if it did not end in order: a gap
   * begins there.
   */
  lastSeen: number | undefined
  whatsappUrl: string
  whatsappVersion: WAVersion
  /** Returns sessions to WhatsApp soon after it can be reached again. */
  reachability: Reachability
  /** Intake of all connections of the host together. */
  intake: Intake
  /** Agent that sends media to WhatsApp's hosts, and to no other. */
  uploads: Agent
  items: FencedItems
  queue: EventQueue
  media: MediaStore
  log: Log
  timeouts: Timeouts
  onOpened: () => void
  /** Semaphore for opening sockets. */
  openings: Semaphore
  /** Shard that the session belongs to. */
  shard: Pick<ShardSessions, 'refusesCalls' | 'fenced'>
}
