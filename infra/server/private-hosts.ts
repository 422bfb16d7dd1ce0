import { isMetadataAddress } from '@balcao/functions/integrations/outgoing/metadata-address.ts'

/** Names under which clouds serve the keys of a machine. */
const METADATA_NAMES = /^(metadata|instance-data|metadata\.google\.internal|metadata\.tencentyun\.com)\.?$/

/**
 * Returns true for a host with its port, as an address names it: `n8n.lan:5678`,
 * `192.168.0.10:5678`, `[fd12::5]:5678`. Hosts that serve the keys of a cloud's machine are none.
 */
export function isHostWithPort(given: string): boolean {
  const [, host = '', port = ''] = /^([a-z0-9._-]{1,253}|\[[0-9a-f:]+\]):(\d{1,5})$/.exec(given) ?? []
  if (Number(port) < 1 || Number(port) > 65_535 || String(Number(port)) !== port) return false
  // Other spellings of an address (127.1, 0x7f.1) would never be equal to a called one.
  if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== host) return false
  return !METADATA_NAMES.test(host) && !isMetadataAddress(host.replace(/^\[(.*)\]$/, '$1'))
}
