import { createHash } from 'node:crypto'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { Item } from './row-part.ts'

/**
 * Count and sum of digests of some rows or objects, by kind. Sums do not depend on the order, so
 * both sides may be read in any.
 */
export type Tally = Record<string, { count: number; bytes: number; digest: string }>

const DIGESTS = 2n ** 64n

/** Adds a row or object to a tally. */
export function addTo(tally: Tally, kind: string, digest: bigint, bytes = 0): void {
  const before = tally[kind] ?? { count: 0, bytes: 0, digest: '0' }
  tally[kind] = {
    count: before.count + 1,
    bytes: before.bytes + bytes,
    digest: ((BigInt(`0x${before.digest}`) + digest) % DIGESTS).toString(16),
  }
}

/** Returns a line for each kind of which two tallies differ. */
export function differences(here: Tally, there: Tally): string[] {
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].sort().flatMap(kind => {
    const [a, b] = [here[kind], there[kind]]
    if (a?.count !== b?.count) return [`${kind}: ${a?.count ?? 0} here, ${b?.count ?? 0} there`]
    return a?.digest === b?.digest ? [] : [`${kind}: ${a?.count} on both sides, but not the same`]
  })
}

/** Returns the number of rows or objects in a tally. */
export const countOf = (tally: Tally): number => Object.values(tally).reduce((sum, { count }) => sum + count, 0)

/** Returns the bytes of the objects in a tally. */
export const bytesOf = (tally: Tally): number => Object.values(tally).reduce((sum, { bytes }) => sum + bytes, 0)

/** Returns a digest of 64 bits. */
export const digestOf = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64BE()

/** Returns the digest of a row; engines may differ in the order of attributes and of sets. */
export const digestOfRow = (item: Item): bigint => digestOf(canonicalMap(item))

const canonicalMap = (map: Record<string, AttributeValue>): string =>
  `{${Object.keys(map)
    .sort()
    .map(name => `${JSON.stringify(name)}:${canonical(map[name]!)}`)
    .join()}}`

function canonical(value: AttributeValue): string {
  if (value.S !== undefined) return JSON.stringify(value.S)
  // Engines write numbers in forms of their own, such as 1E+2.
  if (value.N !== undefined) return `n${Number(value.N)}`
  if (value.M !== undefined) return canonicalMap(value.M)
  if (value.L !== undefined) return `[${value.L.map(canonical).join()}]`
  if (value.BOOL !== undefined) return String(value.BOOL)
  if (value.NULL !== undefined) return 'null'
  if (value.B !== undefined) return `b${Buffer.from(value.B).toString('base64')}`
  if (value.SS !== undefined) return `ss${JSON.stringify(value.SS.toSorted())}`
  if (value.NS !== undefined) return `ns${value.NS.map(Number).sort()}`
  if (value.BS !== undefined) return `bs${value.BS.map(bytes => Buffer.from(bytes).toString('base64')).sort()}`
  throw new Error(`a value of a kind that DynamoDB does not have: ${Object.keys(value)}`)
}

/** Returns a line for each kind with its counts on both sides. */
export function countLines(here: Tally, there: Tally): string[] {
  const kinds = Object.keys(here).sort()
  const width = Math.max(...kinds.map(kind => kind.length), 0)
  return kinds.map(kind => {
    const counts = [here, there].map(tally => String(tally[kind]?.count ?? 0).padStart(9))
    return `  ${kind.padEnd(width)}${counts.join('')}`
  })
}
