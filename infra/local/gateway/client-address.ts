import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { LOOPBACK } from '../listen.ts'

/** Returns the address of a request's client, as everything counts it that counts by address. */
export type AddressOf = (request: IncomingMessage) => string

/**
 * Finds the client of a request: the address of its socket or, if that is a trusted proxy, what the
 * proxy appended to `X-Forwarded-For`. The header is read from its right end and only as far as
 * addresses are trusted, since a client writes whatever it likes at the left.
 * @param trusted addresses and CIDR ranges of the proxies in front
 * @throws for an entry that is neither
 */
export function clientAddresses(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList()
  for (const entry of trusted) addRange(proxies, entry)
  return request => {
    const { headers, socket } = request
    let address = plainAddress(socket.remoteAddress ?? '') ?? LOOPBACK
    // Node joins several headers of this name.
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    while (contains(proxies, address)) {
      const before = plainAddress(forwarded.pop() ?? '')
      if (before === undefined) break
      address = before
    }
    return address
  }
}

/**
 * Returns an address without port, brackets and zone, an IPv4 one inside IPv6 as IPv4; undefined
 * for what is no address.
 */
function plainAddress(text: string): string | undefined {
  const written = text.trim()
  const [, inBrackets, beforePort] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(written) ?? []
  const address = (inBrackets ?? beforePort ?? written).split('%')[0]!
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short)
  if (!mapped) return short
  const bytes = mapped.slice(1).flatMap(group => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

function addRange(list: BlockList, entry: string): void {
  const [, written = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? []
  const address = plainAddress(written)
  const kind = address === undefined ? 0 : isIP(address)
  const whole = kind === 4 ? 32 : 128
  // A range of IPv4 addresses inside IPv6 has 96 bits before them.
  const bits = length === undefined ? whole : Number(length) - (kind === 4 && isIP(written) === 6 ? 96 : 0)
  if (!address || !Number.isInteger(bits) || bits < 0 || bits > whole) {
    throw new Error(`${entry} is neither an address nor a range like 10.0.0.0/8`)
  }
  list.addSubnet(address, bits, kind === 4 ? 'ipv4' : 'ipv6')
}

const contains = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const HERE = new BlockList()
HERE.addSubnet('127.0.0.0', 8)
HERE.addAddress('::1', 'ipv6')

/** Returns true for an address of this machine. */
export const isLocal = (address: string): boolean => contains(HERE, address)
