import type { z } from 'zod'
import type { ErrorCode, FieldProblem, Problem, ProblemParameters } from '../errors.ts'
import type { ValidationCode } from './code-texts.ts'
import type { WordedField } from './field-texts.ts'

type Issue = z.core.$ZodIssue

/** Returns the problem of an issue with the path of its field: `schedules.0.startTime`. */
export const fieldProblemOf = (issue: Issue): FieldProblem => ({
  path: issue.path.map(String).join('.'),
  ...problemOf(issue),
})

/** A message of `field-message.ts`; those of zod are sentences. */
const MESSAGE = /^([\w.]*)(?::(\w+))?$/

/** Returns the problem that an issue reports; the schema must have been asked for `reportInput`. */
export function problemOf(issue: Issue): Problem {
  const [, field = '', code = ''] = MESSAGE.exec(issue.message) ?? []
  const worded = field === '' ? {} : { field: field as WordedField }
  if (/^ERR_\w+$/.test(field)) return { code: field as ErrorCode }
  if (isMissing(issue.input)) return { code: 'required', ...worded }
  if (code !== '') return { code: code as ValidationCode, ...worded, ...parametersOf(issue) }
  return { ...checked(issue), ...worded }
}

const isMissing = (input: unknown): boolean => input === undefined || input === null

const isEmpty = (input: unknown): boolean => input === '' || (Array.isArray(input) && input.length === 0)

function checked(issue: Issue): Problem {
  const required = isEmpty(issue.input)
  switch (issue.code) {
    case 'invalid_type':
      return /^(number|int)$/.test(issue.expected)
        ? { code: numberCode(issue.input) }
        : { code: 'invalid_type', expected: issue.expected }
    case 'invalid_value':
      return required
        ? { code: 'required' }
        : {
            code: 'invalid_option',
            values: issue.values.map(value => (typeof value === 'symbol' ? null : plain(value))),
          }
    case 'invalid_format':
      return { code: required ? 'required' : (FORMATS[issue.format] ?? 'invalid_format') }
    case 'too_small':
      return required && issue.minimum >= 1 ? { code: 'required' } : tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_union':
      return required ? { code: 'required' } : closest(issue)
    case 'custom':
      return { code: 'invalid', ...parametersOf(issue) }
    default:
      return { code: 'invalid' }
  }
}

const FORMATS: Partial<Record<string, ValidationCode>> = {
  email: 'invalid_email',
  url: 'invalid_url',
  date: 'invalid_date',
  datetime: 'invalid_date',
  time: 'invalid_time',
  uuid: 'invalid_id',
}

const numberCode = (input: unknown): ValidationCode =>
  typeof input === 'number' && !Number.isNaN(input) ? 'not_integer' : 'not_number'

const plain = (value: string | number | bigint | boolean | null | undefined) =>
  typeof value === 'bigint' ? value.toString() : (value ?? null)

const SIZES = {
  string: ['too_short', 'too_long'],
  array: ['too_few', 'too_many'],
  set: ['too_few', 'too_many'],
  map: ['too_few', 'too_many'],
} as const satisfies Record<string, readonly [ValidationCode, ValidationCode]>

const sizes = (origin: string) => (Object.hasOwn(SIZES, origin) ? SIZES[origin as keyof typeof SIZES] : undefined)

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Problem {
  const code = sizes(origin)?.[0] ?? (inclusive === false ? 'not_above' : 'too_small')
  return { code, minimum: Number(minimum) }
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Problem {
  const code = sizes(origin)?.[1] ?? (inclusive === false ? 'not_below' : 'too_large')
  return { code, maximum: Number(maximum) }
}

/** Returns the first problem of the alternative that the input comes closest to. */
function closest({ errors }: z.core.$ZodIssueInvalidUnion): Problem {
  const nearest = errors.toSorted((a, b) => a.length - b.length)[0]?.[0]
  return nearest ? problemOf(nearest) : { code: 'invalid' }
}

/** Returns the parameters that a check was given: its own limits, or those beside its message. */
function parametersOf(issue: Issue): ProblemParameters {
  if (issue.code === 'custom') return (issue.params ?? {}) as ProblemParameters
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  return issue.code === 'too_big' ? { maximum: Number(issue.maximum) } : {}
}
