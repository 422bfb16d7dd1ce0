import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { SYSTEM, TABLE } from '@balcao/shared/table.ts'

/** A row as DynamoDB returns it. */
export type Item = Record<string, AttributeValue>

/**
 * Part of the data to which a row belongs, in the order in which parts are copied:
 * - `company`: a company's own rows
 * - `installation`: rows by which people, tokens and pages find their company, and plans
 * - `timer`: what comes due
 * - `connection`: registrations, by which session hosts open sockets
 * - `lease`: the fencing tokens of the session hosts' leases
 * - `left`: what belongs to the running processes of one side, or has expired
 */
export type Part = 'company' | 'installation' | 'timer' | 'connection' | 'lease' | 'left'

/** Kinds of rows of the installation that belong to the running processes of one side. */
const RUNNING_INSTALLATION = new Set(['host', 'clock', 'listening', 'socket', 'move'])
/**
 * Kinds of rows of a company that belong to running processes: sockets, replies, places of bots.
 */
const RUNNING_COMPANY = new Set(['socket', 'reply', 'machine-places', 'ask-turn'])

/** Returns a row's partition: the company or `system`, and the kind. */
export function ownerAndKind(item: Item): { owner: string; kind: string } {
  const [owner = '', kind = ''] = (item[TABLE.partitionKey]?.S ?? '').split('#')
  return { owner, kind }
}

/** Returns when a row expires (epoch seconds); undefined when it does not. */
export function expiryOf(item: Item): number | undefined {
  const expiry = item[TABLE.ttlAttribute]?.N
  return expiry === undefined ? undefined : Number(expiry)
}

/** Returns the part of a row. `now` is in epoch seconds. */
export function partOf(item: Item, now: number): Part {
  const { owner, kind } = ownerAndKind(item)
  if (owner === SYSTEM && kind === 'lease') return 'lease'
  if ((owner === SYSTEM ? RUNNING_INSTALLATION : RUNNING_COMPANY).has(kind)) return 'left'
  if ((expiryOf(item) ?? Infinity) <= now) return 'left'
  if (owner !== SYSTEM) return 'company'
  if (kind === 'timer') return 'timer'
  return kind === 'shard' ? 'connection' : 'installation'
}
