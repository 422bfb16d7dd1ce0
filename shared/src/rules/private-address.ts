/**
 * IP addresses that do not belong to the public internet: private networks, the machine itself, the
 * metadata of a cloud. URLs given by others are never fetched from there. Sources: IANA's
 * special-purpose address registries for IPv4 and IPv6 (RFC 6890 and later).
 */

/** Network and length of its prefix. */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/**
 * Exceptions inside 2000::/3, the only routed part of IPv6: protocol assignments with Teredo,
 * documentation (two), 6to4.
 */
const PRIVATE_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const bytesOf = (address: string): number[] | undefined => readV4(address) ?? readV6(address)

const V4 = PRIVATE_V4.map(([network, length]) => ({ network: readV4(network)!, length }))
const V6 = PRIVATE_V6.map(([network, length]) => ({ network: readV6(network)!, length }))

/**
 * Returns whether an address must not be fetched for others: everything but a global unicast
 * address. A text that is no address counts as private, so that nothing passes by not being
 * understood.
 * @param address as a resolver or `URL.hostname` writes it: `URL` has turned 0x7f.1, 2130706433 and
 * 0177.0.0.1 into 127.0.0.1; the brackets and a zone of IPv6 are allowed
 */
export function isPrivateAddress(address: string): boolean {
  const bytes = bytesOf(address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, ''))
  if (!bytes) return true
  if (bytes.length === 4) return V4.some(range => matches(bytes, range))
  // ::ffff:a.b.c.d is a.b.c.d.
  if (bytes.slice(0, 10).every(byte => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff) {
    return isPrivateAddress(bytes.slice(12).join('.'))
  }
  const routed = (bytes[0]! & 0xe0) === 0x20
  return !routed || V6.some(range => matches(bytes, range))
}

function matches(bytes: number[], { network, length }: { network: number[]; length: number }): boolean {
  return network.every((byte, at) => {
    const bits = Math.min(8, Math.max(0, length - at * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return (byte & mask) === (bytes[at]! & mask)
  })
}

function readV4(text: string): number[] | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  return parts?.every(part => part <= 255) ? parts : undefined
}

function readV6(text: string): number[] | undefined {
  const last = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const v4 = last ? readV4(last[2]!) : undefined
  if (last && !v4) return undefined
  const groups = v4
    ? `${last![1]}${((v4[0]! << 8) | v4[1]!).toString(16)}:${((v4[2]! << 8) | v4[3]!).toString(16)}`
    : text
  const halves = groups.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(half => (half ? half.split(':') : [])) as [string[], string[] | undefined]
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail ? missing < 1 : missing !== 0) return undefined
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])]
  if (!all.every(group => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return all.flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
}
