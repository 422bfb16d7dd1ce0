import { describe, expect, it } from 'vitest'
import { billTexts, isPayable, lastText } from './bill-texts.ts'
import { documentIn } from './document-in.ts'

const bill = { dueDate: '2026-11-30', cents: 9990, line: '1'.repeat(47), pix: '000201', hasPdf: true, link: null }

describe('the texts of a bill', () => {
  it('is what it is, then each code alone', () => {
    expect(billTexts(bill, [1, 1], '2026-11-30')).toEqual([
      '*Segunda via do boleto*\nVencimento: 30/11/2026\nValor: R$\u00a099,90\n\nAbaixo, a linha digitável e o código Pix, para copiar.',
      '1'.repeat(47),
      '000201',
    ])
  })
  it('names one of several, its delay, and its place when there is no file', () => {
    const bare = { ...bill, line: null, pix: null, hasPdf: false, link: 'https://x.example/b/1', cents: 123_456_789 }
    expect(billTexts(bare, [2, 3], '2026-12-01')).toEqual([
      '*Boleto 2 de 3*\nVencimento: 30/11/2026 (vencido)\nValor: R$\u00a01.234.567,89\nBoleto: https://x.example/b/1',
    ])
    expect([isPayable(bare), isPayable({ ...bare, link: null })]).toEqual([true, false])
    expect([lastText(0), lastText(2)]).toEqual([
      'Se precisar de mais alguma coisa, é só escrever.',
      'Há mais 2 em aberto, com vencimento depois. Se precisar de mais alguma coisa, é só escrever.',
    ])
  })
})

describe('a document in a text', () => {
  it.each([
    ['529 982 247 25', '52998224725'],
    ['pode ser 111.111.111-11 ou 529.982.247-25?', '52998224725'],
    ['CNPJ: 11222333000181.', '11222333000181'],
    ['12abc34501de35', '12ABC34501DE35'],
    ['a52998224725', undefined],
    ['529982247250', undefined],
    ['', undefined],
  ])('%s', (text, document) => {
    expect(documentIn(text)).toBe(document)
  })
})
