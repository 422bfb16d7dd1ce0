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
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type CancellationReason,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  QueryCommand as PlainQueryCommand,
  ScanCommand as PlainScanCommand,
  TransactWriteItemsCommand as PlainTransactWriteCommand,
  PutItemCommand,
  TransactionCanceledException,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { createJsonCall, keptConnections } from '../../integrations/aws/json-call.ts'
import { locateBy } from '../../integrations/aws/locate.ts'
import { fromItem, toItem, toJsonItem } from './attribute-values.ts'
import { counted } from './meter.ts'

export type DocumentClient = Pick<DynamoDBDocumentClient, 'send'>

type Values = Record<string, unknown>
type PlainCommand = new (input: never) => object
type Operation = { name: string; Plain: PlainCommand; reads?: true }

/**
 * Supported operations. A scan is not among them: only `scan-rows.ts` scans the table, for jobs
 * that look for all rows of a company.
 */
const OPERATIONS = new Map<unknown, Operation>([
  [GetCommand, { name: 'GetItem', Plain: GetItemCommand, reads: true }],
  [QueryCommand, { name: 'Query', Plain: PlainQueryCommand, reads: true }],
  [ScanCommand, { name: 'Scan', Plain: PlainScanCommand, reads: true }],
  [BatchGetCommand, { name: 'BatchGetItem', Plain: BatchGetItemCommand, reads: true }],
  [PutCommand, { name: 'PutItem', Plain: PutItemCommand }],
  [UpdateCommand, { name: 'UpdateItem', Plain: UpdateItemCommand }],
  [DeleteCommand, { name: 'DeleteItem', Plain: DeleteItemCommand }],
  [BatchWriteCommand, { name: 'BatchWriteItem', Plain: BatchWriteItemCommand }],
  [TransactWriteCommand, { name: 'TransactWriteItems', Plain: PlainTransactWriteCommand }],
])

/** Fields of these commands' inputs and outputs that hold items or parts of them. */
const ONE = new Set(['Item', 'Key', 'Attributes', 'ExpressionAttributeValues', 'ExclusiveStartKey', 'LastEvaluatedKey'])
const MANY = new Set(['Items', 'Keys'])

type Translate = (item: never) => Values

function translated(given: Values, translate: Translate): Values {
  const result: Values = {}
  for (const name in given) {
    const value = given[name]
    if (typeof value !== 'object' || value === null || name === '$metadata') result[name] = value
    else if (ONE.has(name)) result[name] = translate(value as never)
    else if (MANY.has(name)) result[name] = (value as never[]).map(translate)
    else if (name === 'Responses') result[name] = byTable(value as Record<string, never[]>, translate)
    else if (Array.isArray(value)) result[name] = value.map(each => inside(each, translate))
    else result[name] = translated(value as Values, translate)
  }
  return result
}

const inside = (value: unknown, translate: Translate): unknown =>
  typeof value === 'object' && value !== null ? translated(value as Values, translate) : value

/** Converts the items found by a batch read. */
const byTable = (tables: Record<string, never[]>, translate: Translate): Values =>
  Object.fromEntries(Object.entries(tables).map(([table, items]) => [table, items.map(translate)]))

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
  const said = { message: message ?? Message ?? '', $metadata: { httpStatusCode: 400 } }
  switch (__type.slice(__type.lastIndexOf('#') + 1)) {
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException({ ...said, ...(Item ? { Item } : {}) })
    case 'TransactionCanceledException':
      return new TransactionCanceledException({
        ...said,
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
  const locate = () => locateBy(client, new GetItemCommand({ TableName: 'table', Key: {} }))
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
    // The token identifies a second attempt as the same transaction.
    if (operation.name === 'TransactWriteItems') input.ClientRequestToken ??= randomUUID()
    const output = await counted(operation.reads ? 'read' : 'write', input, async () => {
      // `send` gets no second argument: with options the SDK builds its middleware anew.
      const again = () => client.send(new operation.Plain(translated(input, toItem as Translate) as never) as never)
      return ((await attempt(operation, input)) ?? (await again())) as Values
    })
    return translated(output, fromItem as Translate)
  }
  return { send: send as DynamoDBDocumentClient['send'] }
}
