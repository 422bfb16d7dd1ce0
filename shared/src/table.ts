/**
 * The table: key names, indexes and the attribute by which DynamoDB expires items. The CDK stack,
 * the local cloud and the data layer all read it from here.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Expiry in epoch seconds. It is late on AWS and absent locally, so readers filter it too. */
  ttlAttribute: 'expiresAt',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi3sk' },
  ],
} as const

/** Partition prefix of rows that belong to the installation, not to a company. */
export const SYSTEM = 'system'

/** Keys shared by the functions and the session host, which both access these rows. */
export const keys = {
  /** Connections that a shard serves: one row per connection `{ companyId, connectionId }`. */
  shardRegistry: (shard: number) => ({ pk: `${SYSTEM}#shard#${shard}`, skPrefix: 'connection#' }),
  shardRegistration: (shard: number, connectionId: string) => ({
    pk: `${SYSTEM}#shard#${shard}`,
    sk: `connection#${connectionId}`,
  }),
  /** Lease of a shard: `{ owner, fence }`; it is valid as long as its owner's heartbeat. */
  shardLease: (shard: number) => ({ pk: `${SYSTEM}#lease`, sk: `shard#${shard}` }),
  /**
   * Heartbeat of a host: `{ hostId, aliveUntil, sessions, over }` (epoch milliseconds); all its
   * leases depend on it.
   */
  host: (hostId: string) => ({ pk: `${SYSTEM}#host`, sk: `host#${hostId}` }),
  /** Credentials and Signal keys of a connection, written only by the session host. */
  auth: (companyId: string, connectionId: string) => ({
    pk: `${companyId}#auth#${connectionId}`,
    skPrefix: 'auth#',
  }),
  /** Answer to a request sent to a session host (number check, profile picture); it expires. */
  reply: (companyId: string, requestId: string) => ({ pk: `${companyId}#reply`, sk: `reply#${requestId}` }),
} as const
