import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dayOrInstant, Id } from '../api-contract/fields.ts'
import { CODE_TEXTS } from './code-texts.ts'
import { fieldMessage } from './field-message.ts'
import { FIELD_TEXTS } from './field-texts.ts'
import { fieldProblemOf } from './problem.ts'
import { problemText, validationTexts } from './problem-text.ts'

const problems = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { reportInput: true }).error?.issues.map(fieldProblemOf)

describe('the problem of a field', () => {
  it.each<[string, z.ZodType, unknown, object]>([
    ['nothing', z.string(), undefined, { code: 'required' }],
    ['null', z.string(), null, { code: 'required' }],
    ['an empty text that must not be empty', z.string().min(3), '', { code: 'required' }],
    ['a short text', z.string().min(3), 'ab', { code: 'too_short', minimum: 3 }],
    ['a long text', z.string().max(3), 'abcd', { code: 'too_long', maximum: 3 }],
    ['a number in a text', z.number(), '1', { code: 'not_number' }],
    ['an emptied number input', z.number(), Number.NaN, { code: 'not_number' }],
    ['a fraction', z.number().int(), 1.5, { code: 'not_integer' }],
    ['a small number', z.number().min(3), 2, { code: 'too_small', minimum: 3 }],
    ['a large number', z.number().max(3), 4, { code: 'too_large', maximum: 3 }],
    ['a number at its bound', z.number().gt(0), 0, { code: 'not_above', minimum: 0 }],
    ['an empty list', z.array(z.string()).min(1), [], { code: 'required' }],
    ['a short list', z.array(z.string()).min(2), ['a'], { code: 'too_few', minimum: 2 }],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], { code: 'too_many', maximum: 1 }],
    ['no option', z.enum(['a', 'b']), 'c', { code: 'invalid_option', values: ['a', 'b'] }],
    ['no choice', z.enum(['a', 'b']), '', { code: 'required' }],
    ['an e-mail', z.email(), 'a', { code: 'invalid_email' }],
    ['no e-mail', z.email(), '', { code: 'required' }],
    ['a URL', z.url(), 'a', { code: 'invalid_url' }],
    ['a type', z.string(), 1, { code: 'invalid_type', expected: 'string' }],
    ['an id', Id, 'a', { code: 'invalid_id' }],
    ['no id', Id, '', { code: 'required' }],
    ['an optional day', dayOrInstant(), '', { code: 'invalid_date' }],
    ['a required day', dayOrInstant(true), '', { code: 'required' }],
    ['the closest alternative', z.union([z.literal(''), z.string().min(3)]), 'ab', { code: 'too_short', minimum: 3 }],
    ['a worded field', z.string(fieldMessage('listName')), undefined, { code: 'required', field: 'listName' }],
    [
      'a worded field of a check that names its code',
      z.string().refine(() => false, fieldMessage('payer.zipcode', 'invalid_zip_code')),
      'x',
      { code: 'invalid_zip_code', field: 'payer.zipcode' },
    ],
    ['an error code', z.string().refine(() => false, 'ERR_RESET_CODE'), 'x', { code: 'ERR_RESET_CODE' }],
    ['a check without a message', z.string().refine(() => false), 'x', { code: 'invalid' }],
  ])('is reported for %s', (_, schema, input, problem) => {
    expect(problems(z.object({ a: schema }), { a: input })).toEqual([{ path: 'a', ...problem }])
  })
})

describe('the texts of validation', () => {
  const all = [
    ...Object.entries(CODE_TEXTS),
    ...Object.entries(FIELD_TEXTS).flatMap(([field, codes]) =>
      Object.entries(codes).map(([code, texts]) => [`${field}.${code}`, texts] as const),
    ),
  ]
  it.each(all)('%s has a text with the same variables in each language', (_, { pt, en, es }) => {
    const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort()
    for (const text of [pt, en, es]) expect(text.trim()).not.toBe('')
    expect([variables(en), variables(es)]).toEqual([variables(pt), variables(pt)])
  })

  it('fill in the parameters, prefer the wording of the field, and know error codes', () => {
    expect(problemText({ code: 'too_few', minimum: 2 }, 'pt')).toBe('No mínimo 2')
    expect(problemText({ code: 'too_many', maximum: 50, field: 'chat.users' }, 'en')).toBe(
      'At most 50 members, you included.',
    )
    expect(problemText({ code: 'too_long', maximum: 50, field: 'listName' }, 'es')).toBe('Como máximo 50 caracteres')
    expect(problemText({ code: 'ERR_DOCUMENT_INVALID' }, 'en')).toBe('Invalid document')
  })

  it('are keyed by code, and by field and code', () => {
    expect(validationTexts('pt')).toMatchObject({
      'validation.required': 'Obrigatório',
      'validation.fileList.name.too_short': 'nome muito curto',
    })
  })
})
