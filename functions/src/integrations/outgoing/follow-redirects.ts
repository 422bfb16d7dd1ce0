import { config } from '../../config.ts'
import { type CallOptions, callExternalUrl, hostOf, type OutgoingAnswer } from './call-external-url.ts'
import { OutgoingError } from './outgoing-error.ts'

/** Content types of pages. */
export const PAGE_TYPES = ['text/html', 'application/xhtml+xml']

const MAX_REDIRECTS = 3

/**
 * Gets an address and follows its redirects, each of which is checked like the address itself.
 * Undefined if that leads to nothing.
 */
export async function followRedirects(
  address: string,
  headers: Record<string, string>,
  { timeoutMs, ...options }: CallOptions & { timeoutMs: number },
): Promise<(OutgoingAnswer & { url: string }) | undefined> {
  const until = Date.now() + timeoutMs
  try {
    let url = secured(address, options.privateHosts)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const left = Math.max(1, until - Date.now())
      const given = { ...options, timeoutMs: left, answersRedirects: true }
      const answer = await callExternalUrl(url, { method: 'GET', headers }, given)
      const { location } = answer.headers
      if (answer.status === 200) return { ...answer, url }
      if (answer.status < 300 || answer.status >= 400 || !location || !URL.canParse(location, url)) return undefined
      url = secured(new URL(location, url).href, options.privateHosts)
    }
    return undefined
  } catch (error) {
    if (error instanceof OutgoingError) return undefined
    throw error
  }
}

/**
 * Returns an address with TLS, also where a link is older than that; a host that may be private
 * stays as it is.
 */
export function secured(url: string, privateHosts: readonly string[] = config().OUTGOING_PRIVATE_HOSTS): string {
  return privateHosts.includes(hostOf(new URL(url))) ? url : url.replace(/^http:/, 'https:')
}
