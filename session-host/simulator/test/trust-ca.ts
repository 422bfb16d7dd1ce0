import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Trusts an authority in a process that already runs, like NODE_EXTRA_CA_CERTS for one that starts.
 */
export function trustCa(pem: string): void {
  setDefaultCACertificates([...getCACertificates('default'), pem])
}
