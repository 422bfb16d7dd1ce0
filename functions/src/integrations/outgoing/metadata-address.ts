import { BlockList, isIP } from 'node:net'

/**
 * Addresses at which clouds hand out the keys of a machine: link-local ones (AWS, Azure, Google,
 * Oracle, DigitalOcean), AWS by IPv6, Alibaba, Azure's host and Oracle's.
 */
const METADATA = new BlockList()
METADATA.addSubnet('169.254.0.0', 16, 'ipv4')
METADATA.addSubnet('fe80::', 10, 'ipv6')
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6')
METADATA.addAddress('fd20:ce::254', 'ipv6')
METADATA.addAddress('100.100.100.200', 'ipv4')
METADATA.addAddress('168.63.129.16', 'ipv4')
METADATA.addAddress('192.0.0.192', 'ipv4')

/**
 * Returns whether an address serves the keys of a cloud's machine. It is never called, not even
 * behind the name of a listed private host.
 */
export function isMetadataAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  return family !== 0 && METADATA.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}
