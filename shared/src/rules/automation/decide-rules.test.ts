import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rule, RuleCondition } from '../../entities/rule.ts'
import { RuleCondition as Condition } from '../../entities/rule.ts'
import { idleMinutesOf, inOrder, judgeRule, type RuleFacts } from './decide-rules.ts'
import { guessLanguage } from './guess-language.ts'
import { matchesPattern } from './matches-pattern.ts'

const facts: RuleFacts = {
  event: 'message.received',
  queue: 'sales',
  connection: 'shop',
  user: null,
  status: 'pending',
  priority: 'medium',
  hours: 'closed',
  language: 'pt',
  country: '55',
  orderStatus: null,
  goal: null,
  tag: ['vip'],
  words: 'Quero a 2ª via do BOLETO, é possível?',
  origin: null,
  contactName: 'José',
  orderValue: 150.5,
  rating: null,
  idleMinutes: null,
}
type Given = Partial<Pick<Rule, 'event' | 'match' | 'active'>>
const rule = (conditions: RuleCondition[], given: Given = {}) => ({
  event: 'message.received' as const,
  match: 'all' as const,
  active: true,
  ...given,
  conditions,
})
const condition = (
  field: RuleCondition['field'],
  operator: RuleCondition['operator'],
  value: RuleCondition['value'],
) => ({
  field,
  operator,
  value,
})

describe('judgeRule', () => {
  it.each([
    ['queue', 'is', 'sales', true],
    ['queue', 'is', 'Sales', false],
    ['queue', 'isNot', 'support', true],
    ['user', 'is', 'ana', false],
    ['user', 'isNot', 'ana', true],
    ['tag', 'contains', 'vip', true],
    ['tag', 'isNot', 'vip', false],
    ['words', 'contains', 'via do boleto', true],
    ['words', 'contains', 'E POSSIVEL', true],
    ['words', 'is', 'quero a 2ª via do boleto, e possivel?', true],
    ['words', 'matches', '*2ª via*boleto*', true],
    ['words', 'matches', 'boleto', false],
    ['words', 'matches', 'quero ? 2ª*', true],
    ['contactName', 'is', 'jose', true],
    ['orderValue', 'greater', 150, true],
    ['orderValue', 'less', 150.5, false],
    ['orderValue', 'is', 150.5, true],
    ['rating', 'less', 2, false],
    ['rating', 'isNot', 1, true],
  ] as const)('%s %s %s: %s', (field, operator, value, expected) => {
    const verdict = judgeRule(rule([condition(field, operator, value)]), facts)
    expect(verdict.because).toMatchObject([{ field, holds: expected }])
    expect(verdict.matches).toBe(expected)
  })

  it('asks for all of the conditions or for any; without one it always acts', () => {
    const both = [condition('queue', 'is', 'sales'), condition('hours', 'is', 'open')]
    expect(judgeRule(rule(both), facts)).toMatchObject({ matches: false, reason: 'conditions' })
    expect(judgeRule(rule(both, { match: 'any' }), facts).matches).toBe(true)
    for (const match of ['all', 'any'] as const) expect(judgeRule(rule([], { match }), facts).matches).toBe(true)
  })

  it('says why it does not act, with what stood there', () => {
    const conditions = [condition('priority', 'is', 'urgent')]
    expect(judgeRule(rule(conditions, { event: 'ticket.closed' }), facts)).toMatchObject({ reason: 'event' })
    expect(judgeRule(rule(conditions, { active: false }), facts)).toMatchObject({ reason: 'inactive' })
    expect(judgeRule(rule(conditions), facts)).toMatchObject({
      reason: 'conditions',
      because: [{ field: 'priority', actual: 'medium', holds: false }],
    })
  })
})

describe('a condition', () => {
  it.each([
    ['an unknown field', { field: 'colour', operator: 'is', value: 'x' }],
    ['a name of every object', { field: 'constructor', operator: 'is', value: 'x' }],
    ['an operator of another type', condition('queue', 'greater', 'x')],
    ['a part of a list', condition('tag', 'matches', 'x')],
    ['no value', { field: 'queue', operator: 'is' }],
    ['an empty value', condition('words', 'contains', ' ')],
    ['a text for a number', condition('orderValue', 'isNot', 'x')],
    ['a number that is none', condition('rating', 'less', '1e400')],
    ['a silence of more than a year', condition('idleMinutes', 'greater', 525_601)],
  ])('is refused with %s', (_, given) => {
    expect(Condition.safeParse(given).success).toBe(false)
  })
})

describe('idleMinutesOf', () => {
  it.each([
    [[5], 6],
    [[30, 5], 6],
    [['12'], 13],
    [[-3], 1],
    [[525_600], 525_601],
    // Stored before values were checked.
    [['x'], 60],
    [[1e300], 60],
    [[], 60],
  ])('waits as long as conditions on %j say: %i', (values, expected) => {
    const conditions = values.map(value => condition('idleMinutes', 'greater', value))
    expect(idleMinutesOf({ conditions })).toBe(expected)
  })
})

describe('matchesPattern', () => {
  const expressionOf = (pattern: string) =>
    new RegExp(`^${[...pattern].map(sign => ({ '*': '.*', '?': '.' })[sign] ?? sign).join('')}$`, 's')
  it('agrees with an expression of the same meaning', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
    fc.assert(
      fc.property(text, pattern, (given, wanted) => {
        expect(matchesPattern(given, wanted)).toBe(expressionOf(wanted).test(given))
      }),
      { numRuns: 2000 },
    )
  })
  it('ends soon, whatever the pattern', () => {
    expect(matchesPattern('a'.repeat(4000), `${'a*'.repeat(120)}b`)).toBe(false)
  })
})

describe('guessLanguage', () => {
  it.each([
    ['Bom dia, vocês têm entrega hoje?', 'pt'],
    ['Hello, do you have this in blue?', 'en'],
    ['Hola, ¿cuánto cuesta el envío?', 'es'],
    ['Maria 123', undefined],
    ['', undefined],
  ])('%s: %s', (text, expected) => {
    expect(guessLanguage(text)).toBe(expected)
  })
})

it('puts rules in their order, the older of equal ones first', () => {
  const given = [
    { id: 'c', order: 2 },
    { id: 'b', order: 1 },
    { id: 'a', order: 2 },
  ]
  expect(inOrder(given).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})
