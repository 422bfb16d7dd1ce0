import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { totpCode } from '../../test/totp-code.ts'
import { isTotpCode, newTotpSecret, totpStep, totpUri } from './totp.ts'

/** The key of the test vectors of both RFCs. */
const KEY = Secret.fromUTF8('12345678901234567890').base32

describe('codes of an app', () => {
  it('are those of RFC 4226, appendix D', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
    expect(codes.map((_, step) => totpCode(KEY, step * 30_000))).toEqual(codes)
  })

  it('are those of RFC 6238, appendix B, in six digits', () => {
    const vectors: [number, string][] = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ]
    for (const [second, eight] of vectors) expect(totpCode(KEY, second * 1000)).toBe(eight.slice(2))
  })

  it('are taken one step early or late, as that step, and no further', () => {
    const now = 1_700_000_010_000
    const step = Math.floor(now / 30_000)
    for (const [off, taken] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const)
      expect(totpStep(KEY, totpCode(KEY, now + off * 30_000), now)).toBe(taken)
    for (const wrong of ['000000', '', '12345', 'abcdef', '１２３４５６'])
      expect(totpStep(KEY, wrong, now)).toBeUndefined()
  })

  it('have keys of 160 bits, given to an app as it expects', () => {
    const key = newTotpSecret()
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(key)
    const uri = new URL(totpUri(key, 'ana@example.com'))
    expect(uri.protocol + uri.host).toBe('otpauth:totp')
    expect(decodeURIComponent(uri.pathname)).toBe('/Balcão:ana@example.com')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: key,
      issuer: 'Balcão',
      digits: '6',
      period: '30',
    })
  })

  it('are distinguished from recovery codes by their format', () => {
    expect([isTotpCode('123456'), isTotpCode('ABCD-2345'), isTotpCode('1234567')]).toEqual([true, false, false])
  })
})
