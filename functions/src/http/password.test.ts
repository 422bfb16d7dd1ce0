import { argon2Sync, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash as earlier versions kept them. */
const scryptHash = (password: string) => {
  const key = scryptSync(password, Buffer.from('salz'), 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${Buffer.from('salz').toString('base64url')}$${key.toString('base64url')}`
}

describe('passwords', () => {
  it('are kept as salted Argon2id at OWASP’s floor, in the PHC form', async () => {
    const [one, two] = await Promise.all([hashPassword('segredo'), hashPassword('segredo')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('segredo', one)).toBe(true)
    expect(await verifyPassword('Segredo', one)).toBe(false)
    expect(isOutdated(one)).toBe(false)
  })

  it('match however the letters were typed', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
  })

  it.each([
    undefined,
    '',
    'none',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
    '$argon2id$v=16$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    '$argon2id$v=19$m=1,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    'scrypt$1024$8$1$$',
  ])('never match nobody, nor what is no hash: %o', async hash => {
    expect(await verifyPassword('', hash)).toBe(false)
    expect(await verifyPassword('none', hash)).toBe(false)
  })

  it('cost somebody unknown the same derivation', async () => {
    const known = await hashPassword('segredo')
    const spent = async (hash: string | undefined) => {
      const from = process.threadCpuUsage()
      for (let i = 0; i < 10; i++) await verifyPassword('outro', hash)
      const { user, system } = process.threadCpuUsage(from)
      return user + system
    }
    await spent(known)
    // A derivation left out would be thousands of times quicker; what else runs meanwhile is no
    // reason to fail.
    expect((await spent(undefined)) / (await spent(known))).toBeGreaterThan(0.2)
  })

  it('of other parameters still match, and are to be replaced', async () => {
    const options = {
      message: 'segredo',
      nonce: Buffer.alloc(16, 7),
      parallelism: 1,
      tagLength: 32,
      memory: 64,
      passes: 1,
    }
    const weak = `$argon2id$v=19$m=64,t=1,p=1$${base64(options.nonce)}$${base64(argon2Sync('argon2id', options))}`
    for (const hash of [weak, scryptHash('segredo')]) {
      expect(await verifyPassword('segredo', hash)).toBe(true)
      expect(await verifyPassword('outro', hash)).toBe(false)
      expect(isOutdated(hash)).toBe(true)
    }
  })
})
