import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { batchItems } from '../table/batch-items.ts'
import { REGISTRATIONS } from './registration.ts'
import { whatsappKey } from './whatsapp.ts'

/**
 * Counts the WhatsApp connections of all companies: connected ones, and all others. Costs half a
 * read unit per shard and per connection.
 */
export async function countConnectionStates(): Promise<{ connected: number; other: number }> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => REGISTRATIONS.query({ shard: String(shard) }))
  const registered = (await Promise.all(shards.map(query => REGISTRATIONS.every(query)))).flat()
  const keys = registered.map(({ companyId, connectionId }) => whatsappKey(companyId, connectionId))
  const rows = await batchItems<{ status: string }>(keys, ['status'])
  const connected = rows.filter(({ status }) => status === 'CONNECTED').length
  return { connected, other: rows.length - connected }
}
