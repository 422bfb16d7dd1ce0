/**
 * Executes the SDK's document commands with less overhead. The first attempt of a call is one
 * signed request (`integrations/aws/json-call.ts`) whose items are converted here. An answer or a
 * refusal ends the call. Everything else (throttling, a service or network failure, a wrong clock,
 * expired credentials, a damaged answer) is left to the SDK's own client, which retries by its
 * rules.
 */
import { randomUUID } from 'node:crypto'
import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createJsonCall, keptConnections } from '../../integrations/aws/json-call.ts'
import { serviceEndpointOf } from '../../integrations/aws/service-endpoint.ts'
import { tableFull } from '../../integrations/storage-full.ts'
import { fromItem, toItem, toJsonItem } from './attribute-values.ts'
import { OPERATIONS, type Operation, type Translate, translated, type Values } from './commands.ts'
import { counted } from './meter.ts'

export type DocumentClient = Pick<DynamoDBDocumentClient, 'send'>

type Refusal = {
  __type?: string
  message?: string
  Message?: string
  Item?: Record<string, AttributeValue>
  CancellationReasons?: CancellationReason[]
}

/**
 * Returns a failed condition as the SDK would throw it; undefined for every other error. Its items
 * have the same form as the SDK's.
 */
function refusalOf(text: string): Error | undefined {
  const { __type = '', message, Message, Item, CancellationReasons } = JSON.parse(text) as Refusal
  const failure = { message: message ?? Message ?? '', $metadata: { httpStatusCode: 400 } }
  switch (__type.slice(__type.lastIndexOf('#') + 1)) {
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException({ ...failure, ...(Item ? { Item } : {}) })
    case 'TransactionCanceledException':
      return new TransactionCanceledException({
        ...failure,
        ...(CancellationReasons ? { CancellationReasons } : {}),
      })
    default:
      return undefined
  }
}

/** Longest pause (ms) before the SDK's first attempt; the SDK adds its own pauses afterwards. */
const PAUSE_MS = 50

/** Maximum number of the SDK's attempts: five together with the first one here. */
const MORE_ATTEMPTS = 4

/**
 * Creates a client for document commands. Endpoint, region and credentials are the SDK's own unless
 * given.
 */
export function createDocumentClient(
  given: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): DocumentClient {
  const connections = keptConnections()
  const client = new DynamoDBClient({
    ...given,
    maxAttempts: MORE_ATTEMPTS,
    cacheMiddleware: true,
    requestHandler: connections,
  })
  const locate = () => serviceEndpointOf(client, new GetItemCommand({ TableName: 'table', Key: {} }))
  const call = createJsonCall({
    service: 'dynamodb',
    target: 'DynamoDB_20120810',
    config: client.config,
    connections,
    locate,
  })

  /**
   * Makes the first attempt. Returns undefined if the SDK has to repeat the call. Throws a refusal.
   */
  async function attempt({ name }: Operation, input: Values): Promise<Values | undefined> {
    let answer: Awaited<ReturnType<typeof call>>
    try {
      answer = await call(name, JSON.stringify(translated(input, toJsonItem as Translate)))
      if (answer.status === 200) return JSON.parse(answer.text) as Values
    } catch {
      return undefined
    }
    const full = tableFull(answer)
    if (full) throw full
    const refusal = answer.status === 400 ? refusalOf(answer.text) : undefined
    if (refusal) throw refusal
    // The random pause keeps clients from repeating their calls to a throttled table all at once.
    await new Promise(resolve => setTimeout(resolve, Math.random() * PAUSE_MS))
    return undefined
  }

  const send = async (command: { constructor: unknown; input: unknown }): Promise<unknown> => {
    const operation = OPERATIONS.get(command.constructor)
    if (!operation) throw new TypeError('a command the table is not used with')
    const input: Values = { ...(command.input as Values) }
    // The token identifies a second attempt as the same transaction; `undefined` asks for none.
    if (operation.name === 'TransactWriteItems' && !('ClientRequestToken' in input))
      input.ClientRequestToken = randomUUID()
    const output = await counted(operation.reads ? 'read' : 'write', input, async () => {
      // `send` gets no second argument: with options the SDK builds its middleware anew.
      const again = () => client.send(new operation.Plain(translated(input, toItem as Translate) as never) as never)
      return ((await attempt(operation, input)) ?? (await again())) as Values
    })
    return translated(output, fromItem as Translate)
  }
  return { send: send as DynamoDBDocumentClient['send'] }
}
