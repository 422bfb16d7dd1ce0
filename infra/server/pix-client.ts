import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Refusal } from '../local/refusal.ts'
import type { ServerConfig } from './config.ts'

/** Client certificate of mutual TLS and its key, in PEM. */
export type PixClient = { certificate: string; privateKey: string; expiresAt: number }

const DAY_MS = 86_400_000
/** Days before its end from which a start warns. */
const WARNED_DAYS = 30
/** Maximum bytes of a file: a chain of certificates has less. */
const MAX_BYTES = 64 * 1024

type Named = Pick<ServerConfig, 'PIX_CLIENT_CERTIFICATE' | 'PIX_CLIENT_KEY'>

/**
 * Reads the client certificate that the bank's API asks for; undefined when none is configured.
 * An expired one is no reason to keep a shop closed (`warnOfExpiry`).
 * @throws Refusal when a file cannot be read, is no PEM, they do not belong together, or the
 * certificate is not valid yet
 */
export function readPixClient(
  { PIX_CLIENT_CERTIFICATE: file, PIX_CLIENT_KEY: keyFile }: Named,
  now = Date.now(),
): PixClient | undefined {
  if (!file || !keyFile) return undefined
  const certificate = read('PIX_CLIENT_CERTIFICATE', file)
  const privateKey = read('PIX_CLIENT_KEY', keyFile)
  const parsed = certificateIn(certificate, file)
  if (!parsed.checkPrivateKey(keyIn(privateKey, keyFile)))
    throw new Refusal(`PIX_CLIENT_KEY: ${keyFile} does not belong to the certificate in ${file}`)
  const [from, expiresAt] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)]
  if (now < from) throw new Refusal(`PIX_CLIENT_CERTIFICATE: ${file} is not valid before ${day(from)}`)
  return { certificate, privateKey, expiresAt }
}

/** Returns a warning about a certificate that has expired or soon will, else undefined. */
export function warnOfExpiry(client: PixClient | undefined, now = Date.now()): string | undefined {
  if (!client || client.expiresAt - now > WARNED_DAYS * DAY_MS) return undefined
  const ends = client.expiresAt <= now ? 'expired' : 'expires'
  return `The certificate for the bank (PIX_CLIENT_CERTIFICATE) ${ends} on ${day(client.expiresAt)}: without a new one nothing can be paid`
}

/** Returns the variables of the functions. */
export const pixVariables = (client: PixClient | undefined): Record<string, string> =>
  client ? { PIX_CERTIFICATE_PEM: client.certificate, PIX_PRIVATE_KEY_PEM: client.privateKey } : {}

function read(setting: string, file: string): string {
  try {
    const bytes = readFileSync(file)
    if (bytes.length <= MAX_BYTES) return bytes.toString('utf8')
  } catch (error) {
    throw new Refusal(`${setting}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  throw new Refusal(`${setting}: ${file} is too large for a file in PEM`)
}

function certificateIn(pem: string, file: string): X509Certificate {
  const refusal = `PIX_CLIENT_CERTIFICATE: ${file} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Refusal(refusal)
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Refusal(refusal)
  }
}

function keyIn(pem: string, file: string): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    throw new Refusal(
      `PIX_CLIENT_KEY: ${file} is encrypted: write it without a password (openssl pkey -in FILE -out NEW)`,
    )
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Refusal(`PIX_CLIENT_KEY: ${file} holds no private key in PEM (-----BEGIN PRIVATE KEY-----)`)
  }
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
