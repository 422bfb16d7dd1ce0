import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentSigns, formatDocument, isCnpj, isCpf, isDocument } from './document.ts'

/**
 * Returns the check digits of a body by the tables of the Receita Federal: weights from left to
 * right.
 */
function checked(body: string, weights: readonly (readonly number[])[]): string {
  let signs = body
  for (const row of weights) {
    let sum = 0
    for (const [i, weight] of row.entries()) sum += (signs.charCodeAt(i) - 48) * weight
    const digit = 11 - (sum % 11)
    signs += String(digit > 9 ? 0 : digit)
  }
  return signs
}

const CPF_WEIGHTS = [
  [10, 9, 8, 7, 6, 5, 4, 3, 2],
  [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
]
const CNPJ_WEIGHTS = [
  [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
]

const signs = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map(all => all.join(''))
const DIGITS = '0123456789'
const varied = (text: string) => new Set(text).size > 1
const cpfs = signs(DIGITS, 9)
  .map(body => checked(body, CPF_WEIGHTS))
  .filter(varied)
const cnpjs = signs(`${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, 12)
  .map(body => checked(body, CNPJ_WEIGHTS))
  .filter(varied)

describe('a CPF', () => {
  it('with its right check digits is one, and with any one digit changed is none', () => {
    fc.assert(
      fc.property(cpfs, fc.nat(10), fc.integer({ min: 1, max: 9 }), (cpf, at, by) => {
        expect([isCpf(cpf), isCnpj(cpf), isDocument(cpf)]).toEqual([true, false, true])
        const changed = cpf.slice(0, at) + String((Number(cpf[at]) + by) % 10) + cpf.slice(at + 1)
        // A remainder of 0 and one of 1 have the same check digit, 0: only there a change may go
        // undetected.
        if (isCpf(changed)) expect(at).toBeLessThan(9)
      }),
    )
  })

  it.each(['52998224725', '11144477735'])('%s is one', cpf => expect(isCpf(cpf)).toBe(true))
  it.each(['52998224724', '00000000000', '99999999999', '5299822472', '529982247255', '5299822472A', ''])(
    '%s is none',
    cpf => expect(isDocument(cpf)).toBe(false),
  )
})

describe('a CNPJ', () => {
  it('with its right check digits is one, letters or not, and with other check digits is none', () => {
    fc.assert(
      fc.property(cnpjs, fc.integer({ min: 1, max: 99 }), (cnpj, by) => {
        expect([isCnpj(cnpj), isCpf(cnpj), isDocument(cnpj)]).toEqual([true, false, true])
        const other = String((Number(cnpj.slice(12)) + by) % 100).padStart(2, '0')
        expect(isCnpj(cnpj.slice(0, 12) + other)).toBe(false)
      }),
    )
  })

  it('of the Receita’s own example, with letters', () => {
    expect(documentSigns('12.ABC.345/01DE-35')).toBe('12ABC34501DE35')
    expect(isCnpj('12ABC34501DE35')).toBe(true)
    expect(isCnpj(documentSigns('12.abc.345/01de-35'))).toBe(true)
    expect(isCnpj('12ABC34501DE34')).toBe(false)
  })

  it.each(['11222333000181', '11444777000161'])('%s is one', cnpj => expect(isCnpj(cnpj)).toBe(true))
  it.each(['11222333000180', '00000000000000', '1122233300018', '112223330001811', '1122233300018A', '12abc34501de35'])(
    '%s is none',
    cnpj => expect(isDocument(cnpj)).toBe(false),
  )
})

describe('a document as people write it', () => {
  it.each([
    ['', ''],
    ['529', '529'],
    ['5299', '529.9'],
    ['52998224725', '529.982.247-25'],
    ['529982247251', '52.998.224/7251'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc345', '12.ABC.345'],
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['112223330001819', '11.222.333/0001-81'],
  ])('%s is %s', (typed, written) => expect(formatDocument(typed)).toBe(written))

  it('is read again as it was', () => {
    fc.assert(
      fc.property(fc.oneof(cpfs, cnpjs), document => {
        expect(documentSigns(formatDocument(document))).toBe(document)
      }),
    )
  })
})
