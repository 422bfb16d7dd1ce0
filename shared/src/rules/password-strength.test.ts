import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

const about = ['Maria Antônia Andrade', 'm.andrade@padaria-sol.com.br', 'Padaria Sol Nascente']
const of = (password: string, known: readonly string[] = about) => passwordStrength(password, known)

describe('the strength of a password', () => {
  it.each(['12345', '123456', 'secret', 'SENHA123', 'P@$$w0rd', 'qwertyuiop', 'flamengo', 'iloveyou'])(
    '%s is common',
    password => expect(of(password)).toEqual({ level: 'weak', why: 'common' }),
  )

  // Common first words of passwords here, with common additions.
  it.each([
    'Senha@2024',
    'mudar123',
    'S3nh@2025',
    'Balcao2026',
    'corinthians',
    'Brasil#1',
    'Dezembro2025',
    'contraseña1',
  ])('%s is common as well', password => expect(of(password)).toEqual({ level: 'weak', why: 'common' }))

  it.each([
    'mariaantonia',
    'MariaAndrade2024!',
    'andrade.maria.1990',
    'antônia#1990',
    'm4r14@123',
    'm.andrade',
    'padaria2024',
    'SolNascente!1',
    'padaria-sol@1',
    'edardna123',
  ])('%s is made of what is known of its owner', password =>
    expect(of(password)).toEqual({ level: 'weak', why: 'personal' }),
  )

  it.each(['zq7vk', 'aaaaaaaaaaaaaaa', 'xyxyxyxyxyxy', '07/09/1985'])('%s is simple', password =>
    expect(of(password, [])).toMatchObject({ level: 'weak' }),
  )

  it.each([
    ['kT4$pw9q', ['fair', 'good']],
    ['abacaxi com sal', ['good', 'strong']],
    ['trem azul chove domingo', ['strong']],
    ['x9#Lm2!vQz7&Rt', ['strong']],
    ['Maria trem azul chove domingo', ['strong']],
  ])('%s is not weak', (password, levels) => {
    const { level, why } = of(password)
    expect(levels).toContain(level)
    expect(why).toBeNull()
  })

  it('needs no knowledge of the person: nothing known, empty texts, one letter', () => {
    for (const known of [[], [''], ['x'], ['Zé', 'z@b.co']])
      expect(of('trem azul chove domingo', known).level).toBe('strong')
  })

  it('is no stronger for what is known, however that is written', () => {
    const order = ['weak', 'fair', 'good', 'strong']
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.string({ maxLength: 20 }), (password, name) => {
        const known = of(password, [name])
        expect(order.indexOf(known.level)).toBeLessThanOrEqual(order.indexOf(of(password, []).level))
        expect(of(password, [name.toUpperCase()])).toEqual(of(password, [name.toLowerCase()]))
        expect(known.why === null).toBe(known.level !== 'weak')
      }),
      { numRuns: 300 },
    )
  })
})
