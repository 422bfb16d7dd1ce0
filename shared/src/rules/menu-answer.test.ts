import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { menuAnswer } from './menu-answer.ts'
import { plainDigits } from './unicode-digits.ts'

const NAMES = ['Vendas', 'Financeiro', 'Suporte técnico', 'Segunda via', 'Segurança', 'Oi']

describe('menuAnswer', () => {
  it.each([
    '2',
    ' *2* ',
    '2️⃣',
    '２',
    '②',
    '❷',
    '➁',
    '➋',
    '⓶',
    '٢',
    '۲',
    '२',
    '𝟐',
    '𝟚',
    '⒉',
    '⑵',
    '²',
    '\u200f2',
    '2 👍',
    '2!',
    '02',
    'quero a 2',
    'opção 2 por favor',
    'Opção: 2',
    'opcao dois',
    'dois',
    'DUAS',
    'two please',
    'la dos',
    'quero o nº 2',
    '2 - Financeiro',
    '2 financeiro',
    '*2* - Financeiro',
    '2 por favor',
    'acho que a 2',
    'Bom dia, 2',
    'bom dia\n2',
    '*João:*\n2',
    '*João Silva - Compras*\n2',
    '_João_\n\nopção 2',
    'João diz: 2',
    '*João*: 2',
    'João:\nfinanceiro',
    'financeiro',
    'FINANCEIRO!',
    'fin',
    'Finan',
    'quero falar com o financeiro',
    'financeiro por favor',
    '*João:*\nFinan',
  ])('%j is the second', text => expect(menuAnswer(text, NAMES)).toBe(2))

  it.each([
    ['suporte tecnico', 3],
    ['Suporte Técnico', 3],
    ['3 - suporte', 3],
    ['segunda', 4],
    ['oi', 6],
    ['*João:*\n0', 0],
    ['João diz: #', '#'],
    ['٠', 0],
    ['＃', '#'],
    ['opção um', 1],
    ['um', 1],
  ] as const)('%j means %j', (text, number) => expect(menuAnswer(text, NAMES)).toBe(number))

  it.each([
    '',
    'fi',
    'seg',
    'bom dia',
    'quero',
    '7',
    '99',
    '1234',
    '-1',
    '1,2',
    '1 2',
    '2x',
    '2 pizzas',
    '10:30',
    '2/3',
    'R$ 2',
    'R$2',
    '#1',
    'dia 2',
    'moro na casa 2',
    'tenho 2',
    'total: 2',
    'um orçamento',
    'quero uma',
    'um ou dois',
    '2 ou 3',
    '2 - Vendas',
    'vendas 2',
    'vendas ou financeiro',
    'comprei ontem 2 caixas e não chegaram',
    'meu pedido de ontem ainda não chegou e são 2',
    'dos produtos',
    'João diz: vi dia 2',
    'http://exemplo.com.br/2',
  ])('%j is no answer', text => expect(menuAnswer(text, NAMES)).toBeUndefined())

  it('never takes a number out of a sentence of more than five words', () => {
    const word = fc.constantFrom<string>('quero', 'a', 'opção', 'amanhã', 'comprei', 'por', 'favor', 'casa', 'preço')
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 5, maxLength: 12 }),
        fc.nat(12),
        fc.integer({ min: 1, max: 6 }),
        (words, at, n) => {
          expect(menuAnswer(words.toSpliced(Math.min(at, words.length), 0, String(n)).join(' '), NAMES)).toBeUndefined()
        },
      ),
    )
  })

  it('reads every form of every digit, bare, signed and among polite words', () => {
    const zeros = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1fbf0, 0xe50]
    const frame = fc.constantFrom(
      (n: string) => n,
      (n: string) => `quero a ${n}`,
      (n: string) => `*Ana Souza:*\n${n}`,
      (n: string) => `opção ${n}, por favor`,
      (n: string) => `Ana diz: ${n}`,
    )
    const names = Array.from(
      { length: 60 },
      (_, i) => `Fila ${String.fromCharCode(65 + (i % 26))}${'x'.repeat(i / 26)}`,
    )
    fc.assert(
      fc.property(fc.constantFrom(...zeros), frame, fc.integer({ min: 1, max: 60 }), (zero, put, n) => {
        const shown = [...String(n)].map(digit => String.fromCodePoint(zero + Number(digit))).join('')
        expect(menuAnswer(put(shown), names)).toBe(n)
      }),
    )
  })

  it('finds a name by every beginning of three letters that no other shares, whatever its accents and case', () => {
    const name = fc.stringMatching(/^[a-zà-öç]{3,10}( [a-zà-öç]{1,8})?$/)
    const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 6, selector: normalize }),
        fc.nat(),
        fc.nat(),
        (names, which, cut) => {
          const at = which % names.length
          const chosen = normalize(names[at]!)
          const typed = chosen.slice(0, 3 + (cut % (chosen.length - 2))).trim()
          const exact = names.filter(each => normalize(each) === typed)
          const rivals = names.filter(each => normalize(each).startsWith(typed))
          const answer = menuAnswer(typed.toUpperCase(), names)
          if (exact.length === 0 && rivals.length === 1) expect(answer).toBe(at + 1)
          if (exact.length === 0 && rivals.length > 1) expect([undefined, NaN]).toContain(answer)
        },
      ),
    )
  })

  it('gives equal answers for equal input, and never names a missing choice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string(), { maxLength: 5 }), (text, names) => {
        const answer = menuAnswer(text, names)
        expect(menuAnswer(text, names)).toBe(answer)
        if (typeof answer === 'number') expect(answer >= 0 && answer <= names.length).toBe(true)
      }),
    )
  })
})

it('plainDigits leaves other signs as they are', () => {
  expect(plainDigits('🔟 ⓿ ⑪ ⓫ 𞥑 Olá')).toBe('10 0 11 11 1 Olá')
})
