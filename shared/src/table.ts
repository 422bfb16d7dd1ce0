/**
 * The one table: key names, indexes and the attribute DynamoDB expires items by.
 * The CDK stack, the local cloud and the data layer all read it from here.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. Expiry is late on AWS and absent locally, so readers filter it too. */
  ttlAttribute: 'expiresAt',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi3sk' },
  ],
} as const

/** The partition prefix of rows that belong to the installation, not to a company. */
export const SYSTEM = 'system'

/** Keys shared by the functions and the session host, which both touch these rows. */
export const keys = {
  /** Which connections a shard serves: one row per connection `{ companyId, connectionId }`. */
  shardRegistry: (shard: number) => ({ pk: `${SYSTEM}#shard#${shard}`, skPrefix: 'connection#' }),
  shardRegistration: (shard: number, connectionId: string) => ({
    pk: `${SYSTEM}#shard#${shard}`,
    sk: `connection#${connectionId}`,
  }),
  /** The lease of a shard: `{ owner, fence }`; it is good for as long as its owner's heartbeat. */
  shardLease: (shard: number) => ({ pk: `${SYSTEM}#lease`, sk: `shard#${shard}` }),
  /** The heartbeat of a host: `{ hostId, aliveUntil, sessions, over }` (epoch milliseconds); all its leases live by it. */
  host: (hostId: string) => ({ pk: `${SYSTEM}#host`, sk: `host#${hostId}` }),
  /** Credentials and Signal keys of a connection, written by the session host alone. */
  auth: (companyId: string, connectionId: string) => ({
    pk: `${companyId}#auth#${connectionId}`,
    skPrefix: 'auth#',
  }),
  /** The answer to a request sent to a session host (number check, profile picture); expires. */
  reply: (companyId: string, requestId: string) => ({ pk: `${companyId}#reply`, sk: `reply#${requestId}` }),
} as const
