import { timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * Returns the caller's address. CloudFront stands between the browser and API Gateway and appends
 * the address it saw to X-Forwarded-For, before API Gateway appends CloudFront's. A client that
 * calls API Gateway directly could write that header freely and appear as a new address at each
 * attempt, so the header counts only beside the key that CloudFront adds. For IPv6 it returns the
 * /64, the least that one subscriber gets: within it anybody has a new address for each attempt.
 * @param headers with lower-case names
 * @param sourceIp the address API Gateway saw
 * @param edgeKey undefined where no CloudFront stands in between
 */
export function clientAddress(
  headers: Record<string, string | undefined>,
  sourceIp: string | undefined,
  edgeKey: string | undefined,
): string {
  const viaEdge = edgeKey !== undefined && equal(headers['x-balcao-edge'] ?? '', edgeKey)
  const forwarded = (headers['x-forwarded-for'] ?? '').split(',').map(address => address.trim())
  return counted((viaEdge && forwarded.at(-2)) || sourceIp || 'unknown')
}

function counted(address: string): string {
  if (!isIPv6(address)) return address
  // The URL parser normalizes every spelling of an address, an IPv4 part at the end to hexadecimal.
  const [head = '', tail = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map(part => part.split(':').filter(Boolean)) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .map(group => Number.parseInt(group, 16))
    .map(number => `${number >> 8}.${number & 255}`)
    .join('.')
}

function equal(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
