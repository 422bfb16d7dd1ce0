import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fieldVariable,
  fillVariables,
  hasFieldVariable,
  protocolOf,
  unknownVariables,
  type VariableSource,
} from './variables.ts'

const source: VariableSource = {
  contactName: 'Maria da Silva',
  protocol: '20261120-9F3A1C',
  queueName: 'Vendas',
  userName: 'Ana',
  now: Date.parse('2026-11-20T11:05:00Z'),
  timeZone: 'America/Sao_Paulo',
}

describe('fillVariables', () => {
  it('fills every variable', () => {
    expect(
      fillVariables(
        '{{greeting}}, {{firstName}} ({{ name }})! {{date}} {{hour}} {{queue}}/{{user}} {{protocol}}',
        source,
      ),
    ).toBe('Bom dia, Maria (Maria da Silva)! 20/11/2026 08:05 Vendas/Ana 20261120-9F3A1C')
  })
  it('leaves an unknown variable as written', () => {
    expect(fillVariables('{{pedido}} {{ Name }} {name}', source)).toBe('{{pedido}} {{ Name }} {name}')
    expect(unknownVariables('{{pedido}} {{name}} {{pedido}}')).toEqual(['pedido'])
  })
  it('fills what a text of its own kind has besides, and only there', () => {
    const more = { number: '12', total: 'R$ 8,50', status: '{{name}}' }
    expect(fillVariables('{{number}}: {{ total }}, {{status}}, {{firstName}}, {{constructor}}', source, more)).toBe(
      '12: R$ 8,50, {{name}}, Maria, {{constructor}}',
    )
    expect(fillVariables('{{number}}', source)).toBe('{{number}}')
    expect(unknownVariables('{{number}} {{pedido}} {{toString}}', more)).toEqual(['pedido', 'toString'])
    expect(unknownVariables('{{number}}')).toEqual(['number'])
  })
  it('fills custom fields by their name, whatever its accents and case', () => {
    const more = { [fieldVariable('Nome do Plano')]: 'Ouro', [fieldVariable('Código')]: '' }
    const text = '{{field.Nome do plano}} {{ field.NOME DO PLANO }} [{{field.codigo}}] {{field.Outro}} {{field.}}'
    expect(fillVariables(text, source, more)).toBe('Ouro Ouro [] {{field.Outro}} {{field.}}')
    expect(unknownVariables(text, more)).toEqual(['field.Outro'])
    expect(hasFieldVariable('{{ field.x }}')).toBe(true)
    expect(hasFieldVariable('{{name}} field.x')).toBe(false)
  })
  it('fills what is missing with nothing', () => {
    expect(fillVariables('[{{queue}}{{user}}]', { ...source, queueName: null, userName: undefined })).toBe('[]')
  })
  it('is never longer than a message may be, nor cut inside a character', () => {
    const name = `${'x'.repeat(48)}🙂`
    for (const text of [`${'a'.repeat(27)}${'{{name}}'.repeat(8000)}`, '🙂'.repeat(40_000)]) {
      const filled = fillVariables(text, { ...source, contactName: name })
      expect(filled.length).toBeLessThanOrEqual(65_536)
      expect(filled.length).toBeGreaterThan(65_500)
      expect(filled.isWellFormed()).toBe(true)
    }
  })
  it('does not read a value for variables again', () => {
    expect(fillVariables('{{name}}', { ...source, contactName: '{{user}} $&' })).toBe('{{user}} $&')
  })
  it.each([
    ['2026-11-20T07:59:00Z', 'Boa noite'],
    ['2026-11-20T08:00:00Z', 'Bom dia'],
    ['2026-11-20T15:00:00Z', 'Boa tarde'],
    ['2026-11-20T21:00:00Z', 'Boa noite'],
  ])('at %s wishes %s', (now, wish) =>
    expect(fillVariables('{{greeting}}', { ...source, now: Date.parse(now) })).toBe(wish),
  )
  it.each([
    ['*{{greeting}}*', '*Bom dia*'],
    ['👋 {{greeting}}!', '👋 Bom dia!'],
    ['Olá! {{greeting}}, tudo bem?', 'Olá! Bom dia, tudo bem?'],
    ['Olá\n{{greeting}}', 'Olá\nBom dia'],
    ['{{firstName}}, {{greeting}}', 'Maria, bom dia'],
    ['Olá, {{greeting}}', 'Olá, bom dia'],
    ['Tenha {{greeting}}. {{greeting}}', 'Tenha bom dia. Bom dia'],
  ])('begins a sentence with a capital letter: %j is %j', (text, filled) =>
    expect(fillVariables(text, source)).toBe(filled),
  )
  it('changes no text without braces', () => {
    fc.assert(
      fc.property(
        fc.string().filter(text => !text.includes('{{')),
        text => fillVariables(text, source) === text,
      ),
    )
  })
})

describe('protocolOf', () => {
  it('is the day in the zone and the end of the id', () => {
    expect(
      protocolOf('019a0000-0000-7000-8000-0000009f3a1c', Date.parse('2026-11-21T01:00:00Z'), 'America/Sao_Paulo'),
    ).toBe('20261120-9F3A1C')
  })
})
