import { isIP } from 'node:net'
import { AppError } from '@balcao/shared/errors.ts'
import { isPrivateAddress } from '@balcao/shared/rules/private-address.ts'
import { config } from '../../config.ts'
import { hostOf } from './call-external-url.ts'
import { mayCallPlain } from './plain-hosts.ts'

/** Names that resolve to the machine itself, by RFC 6761 §6.3. */
const LOOPBACK_NAME = /(^|\.)localhost\.?$/i

/**
 * Returns whether a host is private as written, without resolving its name. `URL` has normalized
 * its spelling.
 */
function isPrivateHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  return LOOPBACK_NAME.test(hostname) || (isIP(literal) !== 0 && isPrivateAddress(literal))
}

/**
 * Refuses an address that could never be called, before it is stored: not https (except for hosts
 * that the operator of one machine lists), with credentials, or a private IP address. What its name
 * resolves to is checked at each call.
 * @throws ERR_OUTGOING_URL
 */
export function requireAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const { OUTGOING_PRIVATE_HOSTS } = config()
  const isListed = url !== undefined && OUTGOING_PRIVATE_HOSTS.includes(hostOf(url))
  const speaks = url?.protocol === 'https:' || (url?.protocol === 'http:' && isListed && mayCallPlain())
  if (
    !url ||
    !speaks ||
    (isPrivateHost(url.hostname) && !isListed) ||
    url.username ||
    url.password ||
    url.href.length > 2048
  )
    throw new AppError('ERR_OUTGOING_URL')
}
