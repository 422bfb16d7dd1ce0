/** A company with connection and queues for tests of the workers, made through the data layer. */
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { createWhatsapp, type WhatsappRow } from '@balcao/functions/data/channels/whatsapp.ts'
import { createCompany } from '@balcao/functions/data/company/company.ts'
import { saveSetting } from '@balcao/functions/data/company/setting.ts'
import { createQueue, type QueueRow } from '@balcao/functions/data/team/queue.ts'
import type { SettingKey } from '@balcao/shared/entities/setting.ts'
import { type InboundEvent, type InboundMessage, OutboundCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { SHARDS, shardOf } from '@balcao/shared/rules/shard.ts'
import type { SQSEvent } from 'aws-lambda'
import { connectionRow } from './connection-row.ts'
import { queueRow } from './queue-row.ts'
import { someNumber } from './some-number.ts'

/**
 * The queues of the session hosts, of this test file alone: a message that a reader in another file
 * has in hand would be missing here.
 */
async function ownOutboundQueues(): Promise<string> {
  const sqs = new SQSClient()
  const own = newId()
  const Attributes = { FifoQueue: 'true', DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' }
  const urls = await Promise.all(
    Array.from({ length: SHARDS }, async (_, shard) => {
      const QueueName = `test-${own}-outbound-${shard}.fifo`
      return (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl
    }),
  )
  sqs.destroy()
  return urls.join()
}
// A process that a test starts goes on with those of its test.
if (!process.env.OUTBOUND_QUEUE_URLS?.includes('/test-')) process.env.OUTBOUND_QUEUE_URLS = await ownOutboundQueues()

export type Fixture = {
  companyId: string
  adminId: string
  connectionId: string
  queues: QueueRow[]
  /** A number nobody else has. */
  number: string
}

type Wanted = {
  /** Nobody's unless given: no feature is on. */
  planId?: string
  queues?: Partial<QueueRow>[]
  connection?: (queues: QueueRow[]) => Partial<WhatsappRow>
  settings?: Partial<Record<SettingKey, string>>
}

export async function makeFixture({
  queues = [],
  connection = () => ({}),
  settings = {},
  planId = newId(),
}: Wanted = {}): Promise<Fixture> {
  const companyId = newId()
  const adminId = newId()
  const connectionId = newId()
  await createCompany(
    {
      id: companyId,
      name: `Empresa ${companyId}`,
      email: `${companyId}@example.com`,
      phone: '11999999999',
      planId,
      dueDate: new Date(Date.now() + 86_400_000).toISOString(),
      trialExpiration: null,
    },
    { id: adminId, name: 'Ana', email: `${adminId}@example.com`, passwordHash: 'x', profile: 'admin' },
  )
  const made: QueueRow[] = []
  for (const [i, wanted] of queues.entries()) {
    const queue = queueRow({ name: `Fila ${i}`, color: `#00000${i}`, orderQueue: i + 1, ...wanted })
    await createQueue(companyId, queue, 100)
    made.push(queue)
  }
  const row = connectionRow(companyId, {
    id: connectionId,
    isDefault: true,
    queueIds: made.map(({ id }) => id),
    ...connection(made),
  })
  await createWhatsapp(row, 100, false)
  for (const [key, value] of Object.entries(settings)) await saveSetting(companyId, key as SettingKey, value)
  return { companyId, adminId, connectionId, queues: made, number: someNumber() }
}

let arrivals = Date.now()

/** Returns a session host's event about a message of the fixture's contact. */
export function inbound(fixture: Fixture, changes: Partial<InboundMessage> = {}): InboundMessage {
  arrivals = Math.max(arrivals + 5, Date.now())
  return {
    type: 'message',
    companyId: fixture.companyId,
    connectionId: fixture.connectionId,
    whatsappMessageId: `3A${newId().replaceAll('-', '').slice(-18).toUpperCase()}`,
    chat: { number: fixture.number },
    pushName: 'Maria',
    fromMe: false,
    sentAt: Date.now(),
    receivedAt: arrivals,
    replayed: false,
    kind: 'text',
    body: 'oi',
    ...changes,
  }
}

/** A batch as the queue's mapping hands it over: one group per chat, unless told otherwise. */
export const batchOf = (events: (InboundEvent | string)[], group = 'chat'): SQSEvent =>
  ({
    Records: events.map((event, i) => ({
      messageId: `m${i}`,
      body: typeof event === 'string' ? event : JSON.stringify(event),
      attributes: { MessageGroupId: group },
    })),
  }) as unknown as SQSEvent

/** Takes the commands waiting for the fixture's connection off their queue, oldest first. */
export function commandsOf({ connectionId }: Pick<Fixture, 'connectionId'>): Promise<OutboundCommand[]> {
  return takeCommands((process.env.OUTBOUND_QUEUE_URLS ?? '').split(',')[shardOf(connectionId)], connectionId)
}

/** The commands for the worker that sends over the Graph API, taken off its queue. */
export const graphCommandsOf = ({ connectionId }: Pick<Fixture, 'connectionId'>): Promise<OutboundCommand[]> =>
  takeCommands(process.env.PAGES_QUEUE_URL, connectionId)

async function takeCommands(QueueUrl: string | undefined, connectionId: string): Promise<OutboundCommand[]> {
  const sqs = new SQSClient()
  const found: { command: OutboundCommand; at: bigint }[] = []
  for (let empty = 0; empty < 2; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 2,
        MessageSystemAttributeNames: ['All'],
      }),
    )
    empty = Messages.length === 0 ? empty + 1 : 0
    for (const { Body, ReceiptHandle, Attributes } of Messages) {
      const command = OutboundCommand.parse(JSON.parse(Body!))
      if (command.connectionId !== connectionId) continue
      found.push({ command, at: BigInt(Attributes?.SequenceNumber ?? 0) })
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    }
  }
  return found.sort((a, b) => Number(a.at - b.at)).map(({ command }) => command)
}
