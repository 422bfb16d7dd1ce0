import { z } from 'zod'
import { config } from '../../config.ts'
import { IntegrationError } from '../integration-error.ts'
import { jsonOf } from '../outgoing/json-of.ts'

/** Fields of a service account's JSON that are used. */
const Account = z.object({
  client_email: z.string().min(3).max(500),
  private_key: z.string().min(1).max(10_000),
  token_uri: z.string().max(500).optional(),
})

/** The account, and the assertion's audience: Google's own name of its token endpoint. */
export type ServiceAccount = { email: string; privateKey: string; audience: string }

/**
 * Token endpoints of Google's accounts. The assertion is sent nowhere else: its receiver could act
 * as the account for an hour.
 */
const ENDPOINTS = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://accounts.google.com/o/oauth2/token',
]

/** Returns the address that tokens are requested from. */
export const tokenAddress = (): string => `${config().GOOGLE_OAUTH_URL}/token`

/** Returns whether an address is Google's, or the simulator's on the local stage. */
const isTokenAddress = (address: string): boolean => [...ENDPOINTS, tokenAddress()].includes(address)

/**
 * Reads a service account (`jsonContent`).
 * @throws IntegrationError ERR_INTEGRATION_ACCOUNT, also when it names another token endpoint than
 * Google's, or than the simulator's on the local stage
 */
export function readAccount(json: string): ServiceAccount {
  const parsed = Account.safeParse(jsonOf(json))
  if (!parsed.success) throw new IntegrationError('ERR_INTEGRATION_ACCOUNT')
  const { client_email: email, private_key: privateKey, token_uri: audience = ENDPOINTS[0]! } = parsed.data
  if (!isTokenAddress(audience)) throw new IntegrationError('ERR_INTEGRATION_ACCOUNT')
  return { email, privateKey, audience }
}

/**
 * Returns whether a JSON may be a service account: an object that names no other token endpoint. A
 * test call shows what else it lacks.
 */
export function isAccount(json: string): boolean {
  const given = jsonOf(json)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  const { token_uri: place } = given as { token_uri?: unknown }
  return place === undefined || (typeof place === 'string' && isTokenAddress(place))
}
