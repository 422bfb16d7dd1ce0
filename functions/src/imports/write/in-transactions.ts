import { MAX_WRITES, transactRepeatable, type Write } from '../../data/table/transact.ts'
import { inParts } from '../../in-parts.ts'
import type { Pace } from './pace.ts'

/** Bytes of a transaction: DynamoDB takes four megabytes. */
const MAX_BYTES = 2_000_000

/**
 * Splits things into groups whose writes fit into a transaction each. Something with more writes
 * than a transaction takes is a group of its own.
 * @param writesOf number of writes of one of them
 * @param reserved writes of a group besides
 * @param bytesOf size of one of them, where it may be large
 */
export function inTransactions<T>(
  things: readonly T[],
  writesOf: (thing: T) => number,
  reserved: number,
  bytesOf: (thing: T) => number = () => 0,
): T[][] {
  const groups: T[][] = []
  let room = 0
  let bytes = 0
  for (const thing of things) {
    const writes = writesOf(thing)
    const size = bytesOf(thing)
    if (groups.length === 0 || writes > room || bytes + size > MAX_BYTES) {
      groups.push([])
      room = MAX_WRITES - reserved
      bytes = 0
    }
    groups.at(-1)!.push(thing)
    room -= writes
    bytes += size
  }
  return groups
}

/** Puts rows that are the same in each attempt and mean nothing alone: words, links of searches. */
export async function writeLoose({ parallel }: Pace, writes: readonly Write[]): Promise<void> {
  const last = new Map<string, Write>()
  for (const write of writes) {
    const { pk, sk } = write.item.Put!.Item as { pk: string; sk: string }
    last.set(`${pk}|${sk}`, write)
  }
  const bytesOf = ({ item }: Write): number => JSON.stringify(item.Put!.Item).length
  await inParts(
    inTransactions([...last.values()], () => 1, 0, bytesOf),
    parallel,
    group => transactRepeatable(group),
  )
}

/** Reads rows of many keys, as many at once as the pace allows. */
export async function readInParts<Key, Id, Row>(
  { reads }: Pace,
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<Map<Id, Row>>,
): Promise<Map<Id, Row>> {
  const found = new Map<Id, Row>()
  for (let at = 0; at < keys.length; at += reads)
    for (const [id, row] of await read(keys.slice(at, at + reads))) found.set(id, row)
  return found
}
