/**
 * The SDK's document commands over its plain client. The SDK's own document client builds its middleware anew for every
 * call and runs every row through filters for a log nobody keeps; both are what a read of this table costs most. Here a
 * command class is set up once per process, and retries, signatures and errors are the SDK's as ever.
 */
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand as PlainQueryCommand,
  TransactWriteItemsCommand as PlainTransactWriteCommand,
  PutItemCommand,
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
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { fromItem, toItem } from './attribute-values.ts'

export type DocumentClient = Pick<DynamoDBDocumentClient, 'send'>

type Values = Record<string, unknown>
type PlainCommand = new (input: never) => object

/** A table is not scanned on any path, so there is no scan. */
const PLAIN = new Map<unknown, PlainCommand>([
  [GetCommand, GetItemCommand],
  [QueryCommand, PlainQueryCommand],
  [BatchGetCommand, BatchGetItemCommand],
  [PutCommand, PutItemCommand],
  [UpdateCommand, UpdateItemCommand],
  [DeleteCommand, DeleteItemCommand],
  [BatchWriteCommand, BatchWriteItemCommand],
  [TransactWriteCommand, PlainTransactWriteCommand],
])

/** Where in the inputs and outputs of these commands items (or parts of them) stand. */
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

/** What a batch read found. */
const byTable = (tables: Record<string, never[]>, translate: Translate): Values =>
  Object.fromEntries(Object.entries(tables).map(([table, items]) => [table, items.map(translate)]))

type Read = (schema: unknown, bytes: Uint8Array) => Promise<unknown>

/**
 * Answers are parsed as JSON and no more: `fromItem` knows the notation. The SDK's own way through its schemas costs as much
 * again as the query. Errors (their schema is a number) keep it.
 */
function readPlainly(client: DynamoDBClient): void {
  const { deserializer } = client.config.protocol as unknown as { deserializer?: { read: Read } }
  // A later SDK may have it elsewhere; then its own way is taken.
  if (!deserializer) return
  const read = deserializer.read.bind(deserializer)
  deserializer.read = async (schema, bytes) =>
    typeof schema === 'number'
      ? read(schema, bytes)
      : JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}

/** Takes document commands; `setUp` may add middleware to the client below, before its first call. */
export function createDocumentClient(setUp: (client: DynamoDBClient) => void): DocumentClient {
  const client = new DynamoDBClient({ maxAttempts: 5, cacheMiddleware: true })
  for (const name of ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'])
    client.middlewareStack.remove(name)
  readPlainly(client)
  setUp(client)
  const send = async (command: { constructor: unknown; input: unknown }): Promise<unknown> => {
    const Plain = PLAIN.get(command.constructor)
    if (!Plain) throw new TypeError('a command the table is not used with')
    const input = translated(command.input as Values, toItem as Translate)
    // No second argument: with options the SDK builds its middleware anew.
    const output: unknown = await client.send(new Plain(input as never) as never)
    return translated(output as Values, fromItem as Translate)
  }
  return { send: send as DynamoDBDocumentClient['send'] }
}
