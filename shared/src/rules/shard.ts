/** Number of shards over which WhatsApp connections are spread (decision 0036). */
export const SHARDS = 8

/**
 * Returns the shard of a connection: FNV-1a over its id, so that every part of the system computes
 * the same one.
 */
export function shardOf(connectionId: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < connectionId.length; i++) {
    hash ^= connectionId.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0) % SHARDS
}
