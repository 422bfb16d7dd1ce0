/** Converts values of the table to DynamoDB's notation, and back. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

type Item = Record<string, unknown>

/** Conversion of bytes: unchanged for the SDK, base64 on the wire. */
type Bytes = (bytes: Uint8Array) => Uint8Array

const asTheyAre: Bytes = bytes => bytes
const inBase64 = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') as unknown as Uint8Array

/**
 * Converts a value. Properties without a value are left out, as in JSON. Throws for a value that no
 * attribute can hold.
 */
function toAttribute(value: unknown, bytes: Bytes): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value }
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} is no number for DynamoDB`)
      return { N: String(value) }
    case 'boolean':
      return { BOOL: value }
    case 'object':
      if (value === null) return { NULL: true }
      if (Array.isArray(value)) return { L: value.map(each => toAttribute(each, bytes)) }
      if (value instanceof Uint8Array) return { B: bytes(value) }
      if (value instanceof Set) return toSet([...value])
      return { M: translated(value as Item, bytes) }
    default:
      throw new TypeError(`DynamoDB has no ${typeof value}`)
  }
}

/** Converts a set: DynamoDB's sets have one type and are never empty. */
function toSet(values: unknown[]): AttributeValue {
  if (values.length > 0 && values.every(value => typeof value === 'string')) return { SS: values }
  if (values.length > 0 && values.every(value => typeof value === 'number')) return { NS: values.map(String) }
  throw new TypeError('a set must hold strings or numbers')
}

function translated(given: Item, bytes: Bytes): Record<string, AttributeValue> {
  const item: Record<string, AttributeValue> = {}
  for (const name in given) {
    if (given[name] !== undefined) item[name] = toAttribute(given[name], bytes)
  }
  return item
}

/** Returns the item as the SDK's commands take it. */
export const toItem = (item: Item): Record<string, AttributeValue> => translated(item, asTheyAre)

/** Returns the item as a JSON request contains it. */
export const toJsonItem = (item: Item): Record<string, AttributeValue> => translated(item, inBase64)

/** Converts a value of an answer, or of what the SDK has read. */
export function fromAttribute(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S
  if (value.N !== undefined) return Number(value.N)
  if (value.BOOL !== undefined) return value.BOOL
  if (value.M !== undefined) return fromItem(value.M)
  if (value.L !== undefined) return value.L.map(fromAttribute)
  if (value.SS !== undefined) return new Set(value.SS)
  if (value.NS !== undefined) return new Set(value.NS.map(Number))
  // `B` is base64 in an answer, and bytes in what the SDK has read.
  if (value.B !== undefined)
    return typeof (value.B as unknown) === 'string' ? Buffer.from(String(value.B), 'base64') : value.B
  return null
}

export function fromItem(item: Record<string, AttributeValue>): Item {
  const plain: Item = {}
  for (const name in item) plain[name] = fromAttribute(item[name]!)
  return plain
}
