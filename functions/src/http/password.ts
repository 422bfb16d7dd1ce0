/**
 * Password hashes: scrypt at OWASP's floor (N 2^17, r 8, p 1: 128 MiB per hash). The parameters travel with the hash, so
 * they can be raised without invalidating anybody's.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 2 ** 17, r: 8, p: 1 }
const KEY_BYTES = 32

const derive = (password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** What the password of nobody is compared with, so that an unknown e-mail takes as long as a wrong password. */
const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$')

/** Whether a password is the one of a hash; without a hash it is never, but takes as long. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = (hash?.startsWith('scrypt$') ? hash : NOBODY).split('$')
  const wanted = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return scheme === 'scrypt' && hash !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}
