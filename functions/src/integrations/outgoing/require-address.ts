import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../config.ts'

/**
 * Refuses an address that could never be called, before it is stored: not https (but for the local stage's doubles), with credentials, or a
 * private one by its figures. What its name leads to is looked at with each call. Throws ERR_OUTGOING_URL.
 */
export function requireAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const { OUTGOING_PRIVATE_HOSTS, STAGE } = config()
  const port = url?.port || (url?.protocol === 'http:' ? '80' : '443')
  const isListed = url !== undefined && OUTGOING_PRIVATE_HOSTS.includes(`${url.hostname}:${port}`)
  const speaks = url?.protocol === 'https:' || (url?.protocol === 'http:' && isListed && STAGE === 'local')
  if (!url || !speaks || url.username || url.password || url.href.length > 2048) throw new AppError('ERR_OUTGOING_URL')
}
