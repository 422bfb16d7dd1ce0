import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { promisify } from 'node:util'

/**
 * Derivation of the master key from the passphrase, as the manifest states it. `check` tells a
 * wrong passphrase from a damaged backup.
 */
export type Encryption = {
  cipher: 'aes-256-gcm'
  kdf: 'scrypt'
  N: number
  r: number
  p: number
  salt: string
  check: string
}

/** Master key of a backup and its statement for the manifest. */
export type BackupKey = { master: Buffer; encryption: Encryption }

/** One of OWASP's equivalent choices for scrypt: 64 MiB of memory, which a server of 2 GB has. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 2 }
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Plaintext bytes of one authenticated chunk. */
const CHUNK_BYTES = 65_536

const deriveBytes = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

/** Failure of a passphrase that is not the backup's. */
export class WrongPassphrase extends Error {}

/** Derives a new key, with a salt of its own. */
export async function createKey(passphrase: string): Promise<BackupKey> {
  const salt = randomBytes(16)
  const master = await derive(passphrase, salt, SCRYPT)
  const encryption = {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    ...SCRYPT,
    salt: salt.toString('hex'),
    check: checkOf(master),
  } as const
  return { master, encryption }
}

/** Derives the key that a manifest states. @throws WrongPassphrase */
export async function openKey(passphrase: string, encryption: Encryption): Promise<BackupKey> {
  const master = await derive(passphrase, Buffer.from(encryption.salt, 'hex'), encryption)
  if (!isEqual(checkOf(master), encryption.check)) {
    throw new WrongPassphrase('BACKUP_PASSPHRASE is not the passphrase of this backup')
  }
  return { master, encryption }
}

/**
 * Returns the name of a key, under which files encrypted with it are kept; it tells nothing of it.
 */
export const keyName = ({ master }: BackupKey): string => macOf(master, 'name').slice(0, 16)

/** Returns the seal of a text: only who has the passphrase can make it. */
export const sealOf = ({ master }: BackupKey, text: string): string => macOf(subkey(master, 'manifest'), text)

/** Compares in constant time. */
export function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/**
 * Encrypts a stream with a key of its own, in chunks that are authenticated one by one together
 * with their place: none can be changed, moved, left out or added.
 * @param id distinguishes the stream; the same id must never be used for other bytes
 */
export function encryptStream({ master }: BackupKey, id: string): Transform {
  const key = subkey(master, `file ${id}`)
  return inChunks(CHUNK_BYTES, (chunk, index, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast))
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  })
}

/** Decrypts what `encryptStream` made; fails at the first chunk that is not as it was. */
export function decryptStream({ master }: BackupKey, id: string): Transform {
  const key = subkey(master, `file ${id}`)
  return inChunks(CHUNK_BYTES + TAG_BYTES, (chunk, index, isLast) => {
    const end = chunk.length - TAG_BYTES
    if (end < 0) throw new Error('the encrypted file is truncated')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast))
    decipher.setAuthTag(chunk.subarray(end))
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()])
  })
}

/**
 * Passes a stream through `work` in chunks of a size; the last one, and only it, may be shorter.
 */
function inChunks(size: number, work: (chunk: Buffer, index: number, isLast: boolean) => Buffer): Transform {
  let pending: Buffer[] = []
  let length = 0
  let index = 0
  const attempt = (done: TransformCallback, run: () => void) => {
    try {
      run()
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  return new Transform({
    transform(data: Buffer, _encoding, done) {
      attempt(done, () => {
        pending.push(data)
        length += data.length
        if (length <= size) return
        let rest = Buffer.concat(pending)
        for (; rest.length > size; rest = rest.subarray(size)) this.push(work(rest.subarray(0, size), index++, false))
        pending = [rest]
        length = rest.length
      })
    },
    flush(done) {
      attempt(done, () => this.push(work(Buffer.concat(pending), index, true)))
    },
  })
}

/** Returns a nonce of the chunk's number and whether it is the last. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(index, 4, 6)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

function derive(passphrase: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Promise<Buffer> {
  return deriveBytes(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
}

const subkey = (master: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', master, '', `balcao backup ${purpose}`, KEY_BYTES))

const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')
const checkOf = (master: Buffer) => macOf(subkey(master, 'check'), 'check')
