/** Document commands of the SDK, and the conversion of their inputs and outputs. */
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  QueryCommand as PlainQueryCommand,
  ScanCommand as PlainScanCommand,
  TransactWriteItemsCommand as PlainTransactWriteCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'

export type Values = Record<string, unknown>
type PlainCommand = new (input: never) => object
export type Operation = { name: string; Plain: PlainCommand; reads?: true }

/**
 * Supported operations. A scan is not among them: only `scan-rows.ts` scans the table, for jobs
 * that look for all rows of a company.
 */
export const OPERATIONS = new Map<unknown, Operation>([
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

export type Translate = (item: never) => Values

export function translated(given: Values, translate: Translate): Values {
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
