import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Disk, hasRoom, readDisk } from '../disk.ts'
import { productVersion } from '../product-version.ts'
import type { QueueOverview } from '../sqs/sqs-engine.ts'
import type { Services } from '../start-services.ts'
import { memoryOfFamily } from './process-memory.ts'

/** Parts of the installation, each true if it answers. */
export type Parts = { table: boolean; queues: boolean; objects: boolean; whatsapp: boolean }

/** Part of a report that says whether something is wrong; it is cheap to read. */
export type ServerState = {
  disk: Disk
  queues: { name: string; waiting: number; oldestSeconds: number }[]
  deadLetters: number
  backup: z.infer<typeof Backup> | null
  /** True if calls of clients are refused for want of room. */
  storageFull: boolean
}

export type Report = ServerState & {
  version: string
  /** Bytes of this process and everything it started, shared pages divided (PSS). */
  memory: number
  parts: Parts
}

/** Dead letters of one queue. */
export type DeadLetters = { queue: string; messages: number; oldestSeconds: number }

export type ReportSources = {
  dataDir: string
  /** Beginning of every queue's name, which the report leaves out. */
  prefix: string
  services: Pick<Services, 'endpoints' | 'readsEndpoint' | 'sqs'>
  /** Returns the URL of the WhatsApp host's health; undefined if none runs here. */
  hostUrl: () => string | undefined
}

/** Result of the last backup, in `backup.json` of the data directory. */
const Backup = z.object({ at: z.iso.datetime(), ok: z.boolean(), bytes: z.number() })

const CHECK_MS = 1000
/** Milliseconds for which an answer is given again: anybody may ask for the health. */
const FRESH_MS = 1000
/** Reading the memory of all processes takes some 20 ms, in which nothing else is answered. */
const MEMORY_FRESH_MS = 5000

/** Returns the reader of a local cloud's state. */
export function createReport({ dataDir, prefix, services, hostUrl }: ReportSources) {
  const nameOf = (queue: QueueOverview) => queue.name.replace(prefix, '')
  const overview = async () => (await services.sqs.overview?.()) ?? []
  const queues = keptFor(FRESH_MS, () => within(overview()))
  const memory = keptFor(MEMORY_FRESH_MS, async () => memoryOfFamily(process.pid))
  const version = productVersion()

  const parts = keptFor(FRESH_MS, async (): Promise<Parts> => {
    const host = hostUrl()
    const { endpoints, readsEndpoint } = services
    const [table, reads, queuesAnswer, objects, whatsapp] = await Promise.all([
      answers(endpoints.dynamodb, LIST_TABLES),
      readsEndpoint === undefined || answers(readsEndpoint, LIST_TABLES),
      queues().then(found => found !== undefined),
      answers(endpoints.s3),
      host === undefined || answers(host),
    ])
    return { table: table && reads, queues: queuesAnswer, objects, whatsapp }
  })

  async function state(): Promise<ServerState> {
    const disk = readDisk(dataDir)
    const found = (await queues()) ?? []
    return {
      disk,
      queues: found
        .filter(queue => !queue.deadLetters)
        .map(queue => ({ name: nameOf(queue), waiting: queue.waiting, oldestSeconds: ageOf(queue) })),
      deadLetters: found.reduce((sum, queue) => sum + (queue.deadLetters ? queue.waiting : 0), 0),
      backup: await readBackup(dataDir),
      storageFull: !hasRoom(disk, 'calls'),
    }
  }

  return {
    parts,
    state,
    async report(): Promise<Report> {
      return { version, memory: await memory(), ...(await state()), parts: await parts() }
    },
    /** Returns the queues that hold dead letters. */
    async deadLetters(): Promise<DeadLetters[]> {
      return (await overview())
        .filter(queue => queue.deadLetters && queue.waiting > 0)
        .map(queue => ({ queue: nameOf(queue), messages: queue.waiting, oldestSeconds: ageOf(queue) }))
    },
    /** Moves the messages of a dead-letter queue back. @returns false if there is no such queue */
    async replay(name: string): Promise<boolean> {
      const queue = (await overview()).find(each => each.deadLetters && nameOf(each) === name)
      if (!queue) return false
      const attributes = { QueueUrl: services.sqs.queueUrl(queue.name), AttributeNames: ['QueueArn'] }
      const { Attributes } = await services.sqs.call('GetQueueAttributes', attributes)
      await services.sqs.call('StartMessageMoveTask', { SourceArn: (Attributes as { QueueArn: string }).QueueArn })
      return true
    },
  }
}

const LIST_TABLES = { method: 'POST', headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' }, body: '{}' }

const ageOf = ({ waitingSince }: QueueOverview): number =>
  waitingSince === null ? 0 : Math.max(0, Math.floor((Date.now() - waitingSince) / 1000))

/** Returns whether a server answers in time, whatever it answers but an error of its own. */
async function answers(url: string, init: RequestInit = {}): Promise<boolean> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(CHECK_MS) })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}

/** Resolves with undefined if a promise fails or takes too long. */
async function within<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work.catch(() => undefined), sleep(CHECK_MS, undefined, { ref: false })])
}

/** Repeats an answer for some ms, so that many askers cost no more than one. */
function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!kept || Date.now() - kept.at > ms) kept = { at: Date.now(), value: read() }
    return kept.value
  }
}

async function readBackup(dataDir: string): Promise<Report['backup']> {
  try {
    return Backup.parse(JSON.parse(await readFile(join(dataDir, 'backup.json'), 'utf8')))
  } catch {
    return null
  }
}
