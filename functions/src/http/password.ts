/**
 * Password hashes: Argon2id at OWASP's floor (19 MiB, 2 passes, 1 lane; Password Storage Cheat
 * Sheet), in the PHC string format. The parameters are stored with the hash, so they can be raised
 * without invalidating any; hashes of earlier versions (scrypt) are verified, and replaced at the
 * next sign-in (`isOutdated`). The derivation blocks its thread on purpose: the pool of
 * `node:crypto`'s asynchronous form belongs to the whole process, where a burst of sign-ins would
 * take every core from other functions. On Lambda a call has its process to itself.
 */
import { argon2Sync, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** KiB, passes, lanes. */
const COST = { m: 19 * 1024, t: 2, p: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32

const PREFIX = `$argon2id$v=19$m=${COST.m},t=${COST.t},p=${COST.p}$`
const ARGON2 = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/
const SCRYPT = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{1,86})\$([\w-]{16,86})$/

/** Normalizes the password: the same characters typed on another keyboard are the same password. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

/** Encodes as PHC base64: the standard alphabet without padding. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function argon2id(password: string, salt: Buffer, { m, t, p }: typeof COST, tagLength: number): Buffer {
  const cost = { memory: m, passes: t, parallelism: p }
  return argon2Sync('argon2id', { message: bytesOf(password), nonce: salt, ...cost, tagLength })
}

/** Hashes a password as `$argon2id$v=19$m=19456,t=2,p=1$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${PREFIX}${base64(salt)}$${base64(argon2id(password, salt, COST, KEY_BYTES))}`
}

/**
 * Hash to compare with when the user does not exist, so that an unknown e-mail takes as long as a
 * wrong password.
 */
const NOBODY = { salt: Buffer.alloc(SALT_BYTES), key: randomBytes(KEY_BYTES) }

/**
 * Returns whether a password matches a hash. A missing or malformed hash never matches, but takes
 * as long.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, cost, scryptSalt, scryptKey] = SCRYPT.exec(hash ?? '') ?? []
  if (scryptSalt && scryptKey) {
    const [parameters, wanted] = [{ N: Number(N), r: Number(r), p: Number(cost) }, Buffer.from(scryptKey, 'base64url')]
    const options = { ...parameters, maxmem: 256 * parameters.N * parameters.r }
    const salt = Buffer.from(scryptSalt, 'base64url')
    return timingSafeEqual(scryptSync(bytesOf(password), salt, wanted.length, options), wanted)
  }
  const known = readArgon2(hash ?? '')
  const { salt, key, parameters } = known ?? { ...NOBODY, parameters: COST }
  const equal = timingSafeEqual(argon2id(password, salt, parameters, key.length), key)
  return known !== undefined && equal
}

function readArgon2(hash: string): { salt: Buffer; key: Buffer; parameters: typeof COST } | undefined {
  const [, m, t, p, salt, key] = ARGON2.exec(hash) ?? []
  const parameters = { m: Number(m), t: Number(t), p: Number(p) }
  // Minimum parameters of the algorithm itself (RFC 9106 §3.1).
  if (!salt || !key || parameters.t < 1 || parameters.p < 1 || parameters.m < 8 * parameters.p) return undefined
  return { salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64'), parameters }
}

/**
 * Returns whether a hash has an earlier algorithm or other parameters than a new one would have.
 */
export const isOutdated = (hash: string): boolean => !hash.startsWith(PREFIX)
