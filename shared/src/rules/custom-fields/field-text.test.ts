import { describe, expect, it } from 'vitest'
import { fieldText, fieldValueOf } from './field-text.ts'

const field = (type: Parameters<typeof fieldText>[0], choices: string[] = []) => ({ type, choices })

describe('a value in a sheet', () => {
  it('is a number with a comma or a point, as a person writes it', () => {
    const read = (text: string) => fieldValueOf(field('number'), text)
    const texts = [
      '12',
      '-3',
      '12,5',
      '12.5',
      '1.234,56',
      '1,234.56',
      '1.234',
      '1,5',
      'R$ 1.500,00',
      '1.234.567',
      '0,125',
    ]
    expect(texts.map(read)).toEqual([12, -3, 12.5, 12.5, 1234.56, 1234.56, 1234, 1.5, 1500, 1234567, 0.125])
    expect(['doze', '1-2', '1e400', '--1'].map(read)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is a day, a yes or no, a choice without accents and case', () => {
    const days = ['2026-12-31', '31/12/2026', '1.2.2026', '31/02/2026', 'amanhã']
    expect(days.map(text => fieldValueOf(field('date'), text))).toEqual([
      ...['2026-12-31', '2026-12-31', '2026-02-01'],
      ...[undefined, undefined],
    ])
    const words = ['Sim', 'NÃO', 'yes', '0', 'talvez']
    expect(words.map(text => fieldValueOf(field('boolean'), text))).toEqual([true, false, true, false, undefined])
    const choice = field('choice', ['São Paulo', 'Rio'])
    expect(['sao paulo', 'Rio', 'Bahia', ' '].map(text => fieldValueOf(choice, text))).toEqual([
      ...['São Paulo', 'Rio'],
      ...[undefined, null],
    ])
    expect(fieldValueOf(field('link'), 'javascript:alert(1)')).toBeUndefined()
  })

  it('comes back from its own text in every language', () => {
    for (const language of ['pt', 'en', 'es'] as const)
      for (const value of [12.5, -1234.567, 1234, 1.234, true, false])
        expect(
          fieldValueOf(field(typeof value === 'number' ? 'number' : 'boolean'), fieldText('number', value, language)),
          `${language} ${value}`,
        ).toBe(language === 'en' && value === 1.234 ? 1234 : value)
  })
})
