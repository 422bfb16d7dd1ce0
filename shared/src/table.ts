import { keyTemplate } from './key-template.ts'

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

/** Key templates of the rows that both the functions and the session host access. */
export const SHARED_KEYS = {
  /** Connections that a shard serves: one row per connection `{ companyId, connectionId }`. */
  registration: { pk: 'system#shard#${shard}', sk: 'connection#${connectionId}' },
  /** Lease of a shard: `{ owner, fence }`; it is valid as long as its owner's heartbeat. */
  lease: { pk: 'system#lease', sk: 'shard#${shard}' },
  /**
   * Heartbeat of a host: `{ hostId, aliveUntil, sessions, over }` (epoch milliseconds); all its
   * leases depend on it.
   */
  host: { pk: 'system#host', sk: 'host#${hostId}' },
  /** Credentials and Signal keys of a connection, written only by the session host. */
  auth: { pk: '${companyId}#auth#${connectionId}', sk: 'auth#${name}' },
  /** Answer to a request sent to a session host (number check, profile picture); it expires. */
  reply: { pk: '${companyId}#reply', sk: 'reply#${requestId}' },
} as const

type Templates = { readonly pk: string; readonly sk: string }
type Values = Readonly<Record<string, string | number>>

const filled = ({ pk, sk }: Templates, values: Values) => ({
  pk: keyTemplate(pk).fill(values)!,
  sk: keyTemplate(sk).fill(values)!,
})

/** Returns a partition, and what the sort keys of its rows begin with. */
const partition = ({ pk, sk }: Templates, values: Values) => ({
  pk: keyTemplate(pk).fill(values)!,
  skPrefix: keyTemplate(sk).prefix,
})

/** Keys of these rows. */
export const keys = {
  shardRegistry: (shard: number) => partition(SHARED_KEYS.registration, { shard }),
  shardRegistration: (shard: number, connectionId: string) => filled(SHARED_KEYS.registration, { shard, connectionId }),
  shardLease: (shard: number) => filled(SHARED_KEYS.lease, { shard }),
  host: (hostId: string) => filled(SHARED_KEYS.host, { hostId }),
  auth: (companyId: string, connectionId: string) => partition(SHARED_KEYS.auth, { companyId, connectionId }),
  reply: (companyId: string, requestId: string) => filled(SHARED_KEYS.reply, { companyId, requestId }),
} as const
