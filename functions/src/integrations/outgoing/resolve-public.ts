import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPrivateAddress } from '@balcao/shared/rules/private-address.ts'
import { isMetadataAddress } from './metadata-address.ts'
import { OutgoingError } from './outgoing-error.ts'

/** Returns all addresses of a name, by the system's resolver. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

const byTheSystem: Resolve = hostname => lookup(hostname, { all: true })

/**
 * Returns the address to connect to for `hostname`. A name is resolved once, and none of its
 * addresses may be private: no honest host has both.
 * @param hostname as `URL.hostname` writes it: other spellings of an IPv4 address have become four
 * numbers there
 * @param allowed whether this host may be private; what serves a cloud's keys is refused even then
 * @throws OutgoingError ERR_OUTGOING_ADDRESS
 */
export async function resolvePublic(
  hostname: string,
  allowed: boolean,
  resolve: Resolve = byTheSystem,
): Promise<{ address: string; family: number }> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(literal) ? [{ address: literal, family: isIP(literal) }] : await named(literal, resolve)
  const [first] = found
  const isRefused = (address: string) => isMetadataAddress(address) || (!allowed && isPrivateAddress(address))
  if (!first || found.some(({ address }) => isRefused(address))) throw new OutgoingError('ERR_OUTGOING_ADDRESS')
  return first
}

async function named(hostname: string, resolve: Resolve): Promise<{ address: string; family: number }[]> {
  try {
    return await resolve(hostname)
  } catch (cause) {
    throw new OutgoingError('ERR_OUTGOING_ADDRESS', { cause })
  }
}
