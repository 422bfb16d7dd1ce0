import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** what NODE_EXTRA_CA_CERTS does for a process, done for a process that already runs */
export function trustCa(pem: string): void {
  setDefaultCACertificates([...getCACertificates('default'), pem])
}
