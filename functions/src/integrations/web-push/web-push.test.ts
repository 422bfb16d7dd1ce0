import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { encryptPush, isPoint } from './encrypt.ts'
import { vapidHeader, vapidPublicKey } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

describe('the body of a push', () => {
  // RFC 8291, section 5 and appendix A.
  const browser = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const chosen = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }

  it('is that of the RFC for what the RFC encrypts', () => {
    expect(
      encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), browser, chosen).toString('base64url'),
    ).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('is another one each time', () => {
    const [a, b] = [encryptPush(Buffer.from('x'), browser), encryptPush(Buffer.from('x'), browser)]
    expect(a.subarray(0, 16)).not.toEqual(b.subarray(0, 16))
    expect(a.subarray(21, 86)).not.toEqual(b.subarray(21, 86))
  })

  it('is one record, and for a point of the curve', () => {
    expect(() => encryptPush(Buffer.alloc(4096), browser)).toThrow('one record')
    expect(isPoint(browser.p256dh)).toBe(true)
    expect(isPoint(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]))).toBe(false)
    expect(isPoint(browser.p256dh.subarray(0, 64))).toBe(false)
  })
})

describe('who sends a push', () => {
  it('is said by a token for the origin of the endpoint, signed by the key that browsers subscribe with', () => {
    const now = Date.parse('2026-11-23T12:00:00Z')
    const header = vapidHeader('https://push.example.net:8443/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV', now)
    const [, head, body, signature, k] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header)!
    expect(k).toBe(vapidPublicKey())
    const point = bytes(k!)
    expect([point.length, point[0]]).toEqual([65, 4])
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const signed = Buffer.from(`${head}.${body}`)
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature!))).toBe(true)
    expect(JSON.parse(bytes(head!).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(JSON.parse(bytes(body!).toString())).toMatchObject({
      aud: 'https://push.example.net:8443',
      exp: now / 1000 + 12 * 3600,
      sub: expect.stringMatching(/^(mailto|https):/),
    })
  })

  it('has a key that follows from the secret of the stage', () => {
    const here = vapidPublicKey()
    const secret = vi
      .spyOn(config(), 'VAPID_SECRET', 'get')
      .mockReturnValue('another secret that is long enough to be one')
    const other = vapidPublicKey()
    secret.mockRestore()
    expect(other).not.toBe(here)
    expect(vapidPublicKey()).toBe(here)
  })
})
