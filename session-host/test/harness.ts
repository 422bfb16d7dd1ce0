import { randomUUID } from 'node:crypto'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs'
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { resourceNames, testResources } from '@balcao/infra/local/resources.ts'
import { startServices } from '@balcao/infra/local/start-services.ts'
import { chatGroup, type InboundEvent, type OutboundCommand, type Reply } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { shardOf } from '@balcao/shared/rules/shard.ts'
import { keys } from '@balcao/shared/table.ts'
import { startSimulator } from '../simulator/server.ts'
import { trustCa } from '../simulator/test/trust-ca.ts'
import { type Clients, createClients } from '../src/clients.ts'
import { type HostConfig, readConfig } from '../src/config.ts'
import { type Host, startHost } from '../src/host.ts'
import { type Log, silenceConsole } from '../src/log.ts'
import type { Timeouts } from '../src/timeouts.ts'

type Queued = { queueGroup: string; dedup: string }
export type Arrived = InboundEvent & Queued
type Kind<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>

/**
 * A world of its own: table, queues, bucket and WhatsApp. Leases belong to an installation, so
 * files that ran hosts on shared tables would take each other's shards.
 */
export async function createWorld() {
  silenceConsole()
  const stage = 'local'
  const services = await startServices({ dataDir: null, resources: testResources(stage) })
  const simulator = await startSimulator()
  trustCa(simulator.caPem)
  const names = resourceNames(stage)
  const env: NodeJS.ProcessEnv = {
    ...services.env,
    STAGE: stage,
    TABLE_NAME: names.table,
    MEDIA_BUCKET: names.bucket,
    INBOUND_QUEUE_URL: services.queueUrl(names.inbound),
    OUTBOUND_QUEUE_URLS: names.outbound.map(services.queueUrl).join(','),
    WHATSAPP_URL: simulator.waUrl,
    WHATSAPP_MEDIA_HOST: new URL(simulator.network.mediaOrigin).host,
    NODE_EXTRA_CA_CERTS: simulator.caPath,
    HEALTH_PORT: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    // A lease of seconds is lost while a busy machine does something else; who kills hosts takes a
    // short one.
    LEASE_SECONDS: '30',
  }
  Object.assign(process.env, services.env)
  const clients = createClients()
  const config = (changes: NodeJS.ProcessEnv = {}): HostConfig => readConfig({ ...env, ...changes })
  const hosts: Host[] = []

  const events: Arrived[] = []
  const seen = new Set<string>()
  let watching = true
  let waiters: (() => void)[] = []
  const collecting = collect()

  async function collect(): Promise<void> {
    while (watching) {
      const { Messages = [] } = await clients.sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: env.INBOUND_QUEUE_URL!,
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: 1,
          MessageSystemAttributeNames: ['All'],
        }),
      )
      if (!Messages.length) continue
      for (const message of Messages) {
        seen.add(message.MessageId!)
        events.push({
          ...(JSON.parse(message.Body!) as InboundEvent),
          queueGroup: message.Attributes!.MessageGroupId!,
          dedup: message.Attributes!.MessageDeduplicationId!,
        })
      }
      await removeAll(env.INBOUND_QUEUE_URL!, Messages)
      const waiting = waiters
      waiters = []
      for (const waiter of waiting) waiter()
    }
  }

  async function removeAll(queueUrl: string, messages: Message[]): Promise<void> {
    if (messages.length === 0) return
    const Entries = messages.map((message, at) => ({ Id: String(at), ReceiptHandle: message.ReceiptHandle! }))
    await clients.sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
  }

  /** The first event of a type that matches, past or to come. */
  async function expectEvent<T extends InboundEvent['type']>(
    type: T,
    match: (event: Kind<T>) => unknown = () => true,
    ms = 20_000,
  ): Promise<Kind<T> & Queued> {
    const until = Date.now() + ms
    for (;;) {
      const found = events.find(event => event.type === type && match(event as unknown as Kind<T>))
      if (found) return found as unknown as Kind<T> & Queued
      const left = until - Date.now()
      if (left <= 0) throw new Error(`no ${type} event that matches among ${events.length}`)
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, Math.min(left, 500))
        waiters.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  async function command(command: OutboundCommand): Promise<void> {
    const group = 'to' in command ? chatGroup(command.connectionId, command.to) : chatGroup(command.connectionId, {})
    await raw(shardOf(command.connectionId), [JSON.stringify(command)], group)
  }

  async function raw(shard: number, bodies: string[], group: string): Promise<void> {
    await clients.sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: services.queueUrl(names.outbound[shard]!),
        Entries: bodies.map((body, at) => ({
          Id: String(at),
          MessageBody: body,
          MessageGroupId: group,
          MessageDeduplicationId: randomUUID(),
        })),
      }),
    )
  }

  /** Registers a connection as the functions do. */
  async function register(attributes: { refuseCalls?: boolean; connectionId?: string } = {}) {
    const { connectionId = newId(), ...rest } = attributes
    const companyId = newId()
    const key = keys.shardRegistration(shardOf(connectionId), connectionId)
    const item = { ...key, companyId, connectionId, ...rest }
    await clients.table.send(new PutCommand({ TableName: names.table, Item: item }))
    return { companyId, connectionId }
  }

  return {
    services,
    simulator,
    names,
    env,
    clients,
    config,
    events,
    expectEvent,
    command,
    raw,
    register,
    async host(
      changes: NodeJS.ProcessEnv = {},
      options: { clients?: Clients; log?: Log; timeouts?: Partial<Timeouts> } = {},
    ): Promise<Host> {
      const host = await startHost(config(changes), options)
      hosts.push(host)
      return host
    },
    /** Registers a connection and has `number`'s handset scan its QR. */
    async pair(number: string, attributes: { refuseCalls?: boolean; connectionId?: string } = {}, ms = 20_000) {
      const ids = await register(attributes)
      await command({ ...ids, type: 'session', action: 'start', at: Date.now() })
      const mine = (event: { connectionId: string }) => event.connectionId === ids.connectionId
      const { qrcode } = await expectEvent('connection', event => mine(event) && event.status === 'qrcode', ms)
      await simulator.scan(qrcode, number, 'Loja')
      await expectEvent('connection', event => mine(event) && event.status === 'CONNECTED', ms)
      return ids
    },
    async reply(companyId: string, requestId: string): Promise<Reply> {
      for (let i = 0; i < 200; i++) {
        const { Item } = await clients.table.send(
          new GetCommand({ TableName: names.table, Key: keys.reply(companyId, requestId) }),
        )
        if (Item) return Item.reply as Reply
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      throw new Error('no reply')
    },
    /** Bodies among the dead letters of a shard's queue. */
    async takeDeadLetters(shard: number): Promise<string[]> {
      const url = services.queueUrl(names.outbound[shard]!.replace(/\.fifo$/, '-dlq.fifo'))
      const { Messages = [] } = await clients.sqs.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
      )
      await removeAll(url, Messages)
      return Messages.map(message => message.Body!)
    },
    async unregister(connectionId: string): Promise<void> {
      const Key = keys.shardRegistration(shardOf(connectionId), connectionId)
      await clients.table.send(new DeleteCommand({ TableName: names.table, Key }))
    },
    async put(key: string, bytes: Buffer, type: string): Promise<void> {
      const input = { Bucket: names.bucket, Key: key, Body: bytes, ContentType: type }
      await clients.s3.send(new PutObjectCommand(input))
    },
    async object(key: string): Promise<Buffer> {
      const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket: names.bucket, Key: key }))
      return Buffer.from(await Body!.transformToByteArray())
    },
    /** The type an object is stored with. */
    async typeOf(key: string): Promise<string | undefined> {
      return (await clients.s3.send(new HeadObjectCommand({ Bucket: names.bucket, Key: key }))).ContentType
    },
    async close(): Promise<void> {
      await Promise.all(hosts.map(host => host.close()))
      watching = false
      await collecting
      await simulator.close()
      await services.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** Waits until a condition holds. */
export async function until(condition: () => unknown, ms = 20_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('timed out')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** A new WhatsApp message id, as the functions choose it. */
export const newWhatsappId = (): string => `3EB0${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`
