import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brCode } from './br-code.ts'

/**
 * Reads a code independently, from the standard: counts bytes instead of characters, and checks the
 * remainder of dividing the whole message as one polynomial, which is 0 with the right CRC.
 */
function read(code: string): { fields: Map<string, string>; sound: boolean } {
  const bytes = new TextEncoder().encode(code)
  const fields = new Map<string, string>()
  let at = 0
  const take = (count: number): string => {
    if (at + count > bytes.length) throw new Error(`cut short at byte ${at}`)
    const part = new TextDecoder().decode(bytes.subarray(at, at + count))
    at += count
    return part
  }
  while (at < bytes.length) {
    const id = take(2)
    const length = take(2)
    if (!/^\d\d$/.test(id) || !/^\d\d$/.test(length)) throw new Error(`no field at byte ${at}`)
    if (fields.has(id)) throw new Error(`field ${id} twice`)
    fields.set(id, take(Number(length)))
  }
  return { fields, sound: check(code) }
}

/**
 * Divides bit by bit: inverts the first sixteen bits (the start FFFF), then appends 16 bits; 1021
 * with x^16.
 */
function check(code: string): boolean {
  const written = code.slice(-4)
  const bits = [...new TextEncoder().encode(code.slice(0, -4))].flatMap(byte =>
    [...byte.toString(2).padStart(8, '0')].map(Number),
  )
  const message = [...bits.map((bit, i) => (i < 16 ? 1 - bit : bit)), ...Array<number>(16).fill(0)]
  const divisor = [...'10001000000100001'].map(Number)
  for (let i = 0; i + 16 < message.length; i++) {
    if (message[i]) for (const [j, bit] of divisor.entries()) message[i + j]! ^= bit
  }
  const rest = Number.parseInt(message.slice(-16).join(''), 2)
  return written === rest.toString(16).toUpperCase().padStart(4, '0')
}

const FULANO = { key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' }

describe('brCode', () => {
  it("writes the central bank's own example of a static code", () => {
    const code = brCode({ ...FULANO, amount: 0, reference: '' })
    expect(code).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    )
    expect(check(code)).toBe(true)
    // Tests the reader itself: the standard check value of this CRC, and one wrong bit.
    expect(check('12345678929B1')).toBe(true)
    expect(check('12345678829B1')).toBe(false)
  })

  it('has the amount in reais with two decimals, and the order as the reference', () => {
    const { fields } = read(brCode({ ...FULANO, amount: 123_45, reference: 'PEDIDO 42' }))
    expect(fields.get('54')).toBe('123.45')
    expect(fields.get('62')).toBe('0508PEDIDO42')
    expect(read(brCode({ ...FULANO, amount: 5, reference: '1' })).fields.get('54')).toBe('0.05')
    expect(read(brCode({ ...FULANO, amount: 100, reference: '1' })).fields.get('54')).toBe('1.00')
  })

  it('writes names without accents, cut where the standard cuts', () => {
    const name = 'Padaria e Confeitaria São João da Conceição'
    const { fields } = read(brCode({ ...FULANO, name, city: 'São José do Rio Preto', amount: 1, reference: '1' }))
    expect(fields.get('59')).toBe('Padaria e Confeitaria Sao')
    expect(fields.get('60')).toBe('Sao Jose do Rio')
    const unknown = read(brCode({ ...FULANO, name: '店', city: ' ', amount: 1, reference: '1' })).fields
    expect([unknown.get('59'), unknown.get('60')]).toEqual(['LOJA', 'BRASIL'])
  })

  it.each([
    { key: '' },
    { key: 'a'.repeat(78) },
    { key: 'com espaço' },
    { amount: -1 },
    { amount: 0.5 },
    { amount: 1e12 },
    { amount: Number.NaN },
  ])('refuses what no code can hold: %j', wrong => {
    expect(() => brCode({ ...FULANO, amount: 1, reference: '1', ...wrong })).toThrow(RangeError)
  })

  it('can be read back whatever stands in it', () => {
    const signs = Array.from({ length: 0x7e - 0x21 + 1 }, (_, i) => String.fromCharCode(0x21 + i))
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 77 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        (key, name, city, amount, reference) => {
          const code = brCode({ key, name, city, amount, reference })
          const { fields, sound } = read(code)
          expect(sound).toBe(true)
          // Ids ascend and the CRC is the last; a reader may stop at the first that does not.
          const ids = [...fields.keys()]
          expect(ids).toEqual([...ids].sort())
          expect(fields.get('00')).toBe('01')
          const account = read(fields.get('26')!).fields
          expect([account.get('00'), account.get('01')]).toEqual(['br.gov.bcb.pix', key])
          expect([fields.get('52'), fields.get('53'), fields.get('58')]).toEqual(['0000', '986', 'BR'])
          expect(Math.round(Number(fields.get('54') ?? 0) * 100)).toBe(amount)
          expect((fields.get('54') ?? '').length).toBeLessThanOrEqual(13)
          expect(fields.get('59')).toMatch(/^[\x20-\x7e]{1,25}$/)
          expect(fields.get('60')).toMatch(/^[\x20-\x7e]{1,15}$/)
          expect(read(fields.get('62')!).fields.get('05')).toMatch(/^(\*\*\*|[0-9A-Za-z]{1,25})$/)
        },
      ),
      { numRuns: 80 },
    )
  })
})
