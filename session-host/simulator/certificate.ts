import { isIP } from 'node:net'
import type { Store } from './store.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const YEAR_MS = 365 * 86_400_000

export type MediaCertificate = { key: string; cert: string; ca: string }

/**
 * Certificate of the media server for loopback names, and the authority that signed it. Both are
 * made once per data directory: a client that trusts the authority keeps trusting it after a
 * restart.
 */
export async function mediaCertificate(store: Store): Promise<MediaCertificate> {
  const kept = store.getMeta('media-certificate')
  if (kept) return JSON.parse(kept.toString())
  const made = await loopbackCertificate('Balcao simulator media CA')
  store.setMeta('media-certificate', Buffer.from(JSON.stringify(made)))
  return made
}

/**
 * Creates a certificate of 127.0.0.1 and a name or another address, and an authority of this name
 * that signed it; all three as PEM.
 */
export async function loopbackCertificate(authority: string, name = 'localhost'): Promise<MediaCertificate> {
  provideReflectMetadata()
  const x509 = await import('@peculiar/x509')
  const { subtle } = globalThis.crypto
  const newKeys = () => subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const [caKeys, keys] = [await newKeys(), await newKeys()]
  const dates = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 10 * YEAR_MS) }
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${authority}`,
    ...dates,
    signingAlgorithm: ALGORITHM,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  })
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: '02',
    subject: `CN=${name}`,
    issuer: ca.subject,
    ...dates,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: isIP(name) ? 'ip' : 'dns', value: name },
        { type: 'ip', value: '127.0.0.1' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  })
  const pkcs8 = Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`
  return { key, cert: cert.toString('pem'), ca: ca.toString('pem') }
}

/**
 * Metadata half of the old decorator proposal, which @peculiar/x509's container needs; a map per
 * object is enough.
 */
function provideReflectMetadata(): void {
  if ('getMetadata' in Reflect) return
  const tables = new WeakMap<object, Map<unknown, unknown>>()
  const get = (key: unknown, target: object) => tables.get(target)?.get(key)
  Object.assign(Reflect, {
    getMetadata: get,
    getOwnMetadata: get,
    hasOwnMetadata: (key: unknown, target: object) => tables.get(target)?.has(key) ?? false,
    defineMetadata: (key: unknown, value: unknown, target: object) => {
      const table = tables.get(target) ?? new Map()
      tables.set(target, table.set(key, value))
    },
  })
}
