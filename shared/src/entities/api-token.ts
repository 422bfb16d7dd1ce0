import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Resources of the public API that a token is let into, each to read or to write. */
const READ_AND_WRITE = [
  'contacts',
  'tickets',
  'messages',
  'tags',
  'customers',
  'products',
  'orders',
  'webhooks',
  'fields',
] as const
/** Resources that machines only read: who works where, and over which connection. */
const READ_ONLY = ['team', 'connections'] as const

export const API_SCOPES = [
  ...READ_AND_WRITE.flatMap(resource => [`${resource}:read`, `${resource}:write`] as const),
  ...READ_ONLY.map(resource => `${resource}:read` as const),
] as const
export const ApiScope = z.enum(API_SCOPES)
export type ApiScope = z.infer<typeof ApiScope>

/** Maximum number of tokens of a company. */
export const MAX_API_TOKENS = 20

/** Calls that a token may make in a minute. */
export const API_CALLS_PER_MINUTE = 600

/** Token of the public API as its list shows it: its value is shown once, when it is made. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** Beginning of the token, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  /** True for a token whose calls are answered with examples and change nothing. */
  sandbox: z.boolean(),
  /** Time from which on it is refused; null for one that does not expire. */
  expiresAt: Instant.nullable(),
  /** Minute of its last call; null before the first. */
  lastUsedAt: Instant.nullable(),
  /** Admin who made it. */
  madeBy: z.object({ id: Id, name: z.string() }),
  createdAt: Instant,
})
export type ApiToken = z.infer<typeof ApiToken>
