import { timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'

/**
 * Who calls. CloudFront stands between the browser and API Gateway and appends the address it saw to X-Forwarded-For,
 * before API Gateway appends CloudFront's. Whoever calls API Gateway's own address could write that header as they like, and
 * be a new address at each try; so it counts only beside the key that CloudFront adds. Of IPv6 the answer is the /64, which
 * is the least one subscriber gets: within it anybody has a new address for each try.
 * @param headers with lower-case names
 * @param sourceIp the address API Gateway saw
 * @param edgeKey undefined where nothing stands in between
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
  // The URL parser writes every spelling of an address in one way, IPv4 at its end in hexadecimal.
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
