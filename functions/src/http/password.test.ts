import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('are kept as salted scrypt at OWASP’s floor or above', async () => {
    const [one, two] = await Promise.all([hashPassword('segredo'), hashPassword('segredo')])
    expect(one).not.toBe(two)
    const [scheme, N, r, p] = one.split('$')
    expect(scheme).toBe('scrypt')
    expect(Number(N)).toBeGreaterThanOrEqual(2 ** 17)
    expect(Number(r) * Number(p)).toBeGreaterThanOrEqual(8)
    expect(await verifyPassword('segredo', one)).toBe(true)
    expect(await verifyPassword('Segredo', one)).toBe(false)
  })

  it('match however the letters were typed', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
  })

  it('never match nobody, nor what is no hash', async () => {
    expect(await verifyPassword('', undefined)).toBe(false)
    expect(await verifyPassword('none', 'none')).toBe(false)
  })

  it('of older parameters still match', async () => {
    const { scryptSync } = await import('node:crypto')
    const key = scryptSync('segredo', Buffer.from('salz'), 32, { N: 1024, r: 8, p: 1 })
    const hash = `scrypt$1024$8$1$${Buffer.from('salz').toString('base64url')}$${key.toString('base64url')}`
    expect(await verifyPassword('segredo', hash)).toBe(true)
    expect(await verifyPassword('outro', hash)).toBe(false)
  })
})
