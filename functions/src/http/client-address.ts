import { timingSafeEqual } from 'node:crypto'

/**
 * Who calls. CloudFront stands between the browser and API Gateway and appends the address it saw to X-Forwarded-For,
 * before API Gateway appends CloudFront's. Whoever calls API Gateway's own address could write that header as they like, and
 * be a new address at each try; so it counts only beside the key that CloudFront adds.
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
  return (viaEdge && forwarded.at(-2)) || sourceIp || 'unknown'
}

function equal(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
