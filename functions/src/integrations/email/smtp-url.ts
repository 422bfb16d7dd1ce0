import { isIP } from 'node:net'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte on; otherwise by STARTTLS. */
  secure: boolean
  /** True for a server on this machine. */
  isLocal: boolean
  auth: { user: string; pass: string } | undefined
}

/**
 * Reads the address of a mail server: `smtps://user:password@host[:465]`, or `smtp://` with port
 * 587. Throws an Error that says what is wrong, without the address.
 */
export function readSmtpUrl(address: string): SmtpServer {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') throw wrong('smtp:// or smtps:// and a host')
  if (url.pathname.length > 1 || url.search || url.hash) throw wrong('nothing behind the port')
  if ((url.username === '') !== (url.password === '')) throw wrong('both user and password, or neither')
  const secure = url.protocol === 'smtps:'
  const host = decode(url.hostname.replace(/^\[|\]$/g, ''))
  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    isLocal,
    auth: url.username === '' ? undefined : { user: decode(url.username), pass: decode(url.password) },
  }
}

const wrong = (wanted: string): Error => new Error(`the address of the mail server must have ${wanted}`)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('its user and password percent-encoded')
  }
}
