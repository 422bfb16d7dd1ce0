import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loopbackCertificate, type MediaCertificate } from '@balcao/session-host/simulator/certificate.ts'
import { beforeAll, expect, it } from 'vitest'
import { pixVariables, readPixClient, warnOfExpiry } from './pix-client.ts'

const DAY_MS = 86_400_000
let own: MediaCertificate
let dir: string

/** Writes two files and reads them as the configuration names them. */
function read(certificate: string, key: string, now?: number) {
  const [PIX_CLIENT_CERTIFICATE, PIX_CLIENT_KEY] = [join(dir, 'pix.pem'), join(dir, 'pix.key')]
  writeFileSync(PIX_CLIENT_CERTIFICATE, certificate)
  writeFileSync(PIX_CLIENT_KEY, key)
  return readPixClient({ PIX_CLIENT_CERTIFICATE, PIX_CLIENT_KEY }, now)
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-pix-'))
  own = await loopbackCertificate('A bank', 'shop.example')
})

it('reads a certificate, also with its chain, and the key that belongs to it', () => {
  const chain = `${own.cert}\n${own.ca}`
  const client = read(chain, own.key)
  expect(client).toMatchObject({ certificate: chain, privateKey: own.key })
  expect(pixVariables(client)).toEqual({ PIX_CERTIFICATE_PEM: chain, PIX_PRIVATE_KEY_PEM: own.key })
  expect(readPixClient({ PIX_CLIENT_CERTIFICATE: undefined, PIX_CLIENT_KEY: undefined })).toBeUndefined()
  expect(pixVariables(undefined)).toEqual({})
})

it('refuses what no bank could take, and names setting and file', () => {
  const named = (setting: string, file: string, more = '') => new RegExp(`^${setting}: ${join(dir, file)} .*${more}`)
  expect(() => read('nothing', own.key)).toThrow(named('PIX_CLIENT_CERTIFICATE', 'pix.pem', 'no certificate'))
  const cut = own.cert.replace(/\n.*\n-----END/, '\n-----END')
  expect(() => read(cut, own.key)).toThrow(named('PIX_CLIENT_CERTIFICATE', 'pix.pem', 'no certificate'))
  expect(() => read(own.cert, own.cert)).toThrow(named('PIX_CLIENT_KEY', 'pix.key', 'no private key'))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  expect(() => read(own.cert, other)).toThrow(named('PIX_CLIENT_KEY', 'pix.key', 'does not belong'))
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
  expect(() => read(own.cert, String(locked))).toThrow(named('PIX_CLIENT_KEY', 'pix.key', 'encrypted'))
  expect(() =>
    readPixClient({ PIX_CLIENT_CERTIFICATE: join(dir, 'none'), PIX_CLIENT_KEY: join(dir, 'pix.key') }),
  ).toThrow(named('PIX_CLIENT_CERTIFICATE', 'none', 'ENOENT'))
})

it('refuses a certificate that is not valid yet, and warns from a month before its end', () => {
  const client = read(own.cert, own.key)!
  const end = client.expiresAt
  expect(warnOfExpiry(read(own.cert, own.key, end), end)).toMatch(/PIX_CLIENT_CERTIFICATE.* expired on \d{4}-\d\d-\d\d/)
  expect(() => read(own.cert, own.key, 0)).toThrow(/^PIX_CLIENT_CERTIFICATE: .* is not valid before /)
  expect(warnOfExpiry(client, end - 31 * DAY_MS)).toBeUndefined()
  expect(warnOfExpiry(client, end - 29 * DAY_MS)).toMatch(/PIX_CLIENT_CERTIFICATE.* expires on \d{4}-\d\d-\d\d/)
  expect(warnOfExpiry(undefined)).toBeUndefined()
})
