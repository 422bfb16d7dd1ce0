import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from '@balcao/shared/rules/private-address.ts'

/** Thrown when the server answered with another status than 200. */
export class HttpStatusError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

const privateError = () => new Error('a private address')

/**
 * Resolves a name to public addresses only. The connection uses this result, so no second look-up
 * can differ.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    if (!found.length || found.some(({ address }) => isPrivateAddress(address))) return done(privateError(), '', 0)
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })
}

/**
 * Returns the `lookup` of a connection to `hostname`.
 * @throws when the name is a private address itself, which is not looked up
 */
export function lookupFor(hostname: string, allowPrivate: boolean): LookupFunction | undefined {
  if (allowPrivate) return undefined
  if (isIP(hostname.replace(/^\[|\]$/g, '')) && isPrivateAddress(hostname)) throw privateError()
  return publicLookup
}

/**
 * Sends a GET over https. Redirects are an error, and so are private addresses, checked after
 * resolution.
 * @returns a 200 response whose body the caller must consume or destroy; its errors come when it is
 * read
 * @throws HttpStatusError for any other status; the socket's error, or the signal's reason
 */
export async function safeGet(
  url: URL,
  options: { allowPrivate: boolean; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { signal } = options
  if (url.protocol !== 'https:') throw new Error('only https is fetched')
  signal.throwIfAborted()
  const reach = lookupFor(url.hostname, options.allowPrivate)
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      // Uses a connection of its own, which ends with the answer.
      agent: false,
      headers: { origin: 'https://web.whatsapp.com', 'accept-encoding': 'identity' },
      signal,
      ...(reach ? { lookup: reach } : {}),
    })
    asked.on('error', error => reject(signal.aborted ? signal.reason : error))
    asked.on('close', () => reject(new Error('no answer')))
    asked.on('response', response => {
      // The reader gets its error; until then it must not count as uncaught.
      response.on('error', () => {})
      if (response.statusCode === 200) return resolve(response)
      response.destroy()
      reject(new HttpStatusError(response.statusCode ?? 0))
    })
    asked.end()
  })
}
