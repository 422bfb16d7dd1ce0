/**
 * Values that fit a schema, or look as if: from its JSON schema, with names as hints for ids and
 * the like.
 */
import fc from 'fast-check'
import { z } from 'zod'
import { hostileValue, nastyText } from './values.ts'

type Json = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json | boolean
  items?: Json
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

/** `full`: everything there, every text as long and every list as large as it may be. */
type Style = 'mixed' | 'full'

const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json

/**
 * Values for a schema. What goes in is often said only by what comes out (a text that is trimmed
 * and is an e-mail then), so each value is of one or the other.
 */
export function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  const input = jsonOf(schema, 'input')
  const output = jsonOf(schema, 'output')
  return fc.oneof(
    { weight: 3, arbitrary: valueFor(output, 'value', 'mixed') },
    { weight: 4, arbitrary: valueFor(input, 'value', 'mixed') },
    { weight: 1, arbitrary: valueFor(output, 'value', 'full') },
  )
}

/** The fields of a schema of an object, for queries and forms. */
export const fieldsOf = (schema: z.ZodType): string[] => Object.keys(jsonOf(schema, 'input').properties ?? {})

function valueFor(json: Json, name: string, style: Style): fc.Arbitrary<unknown> {
  if (json.const !== undefined) return fc.constant(json.const)
  if (json.enum) return fc.constantFrom(...json.enum)
  const choices = json.anyOf ?? json.oneOf
  if (choices) return fc.oneof(...choices.map(choice => valueFor(choice, name, style)))
  if (json.allOf) return fc.oneof(...json.allOf.map(part => valueFor(part, name, style)))
  if (Array.isArray(json.type)) return fc.oneof(...json.type.map(type => valueFor({ ...json, type }, name, style)))
  switch (json.type) {
    case 'object':
      return objectOf(json, name, style)
    case 'array':
      return arrayOf(json, name, style)
    case 'string':
      return textOf(json, name, style)
    case 'integer':
    case 'number':
      return numberOf(json)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      // Whatever it is made of says nothing about itself.
      return fc.oneof(idOf(name), hostileValue)
  }
}

function objectOf(json: Json, name: string, style: Style): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = json
  if (Object.keys(properties).length === 0 && typeof json.additionalProperties === 'object')
    return fc.dictionary(fc.string({ maxLength: 8 }), valueFor(json.additionalProperties, name, style), { maxKeys: 4 })
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, valueFor(value, key, style)]),
  )
  return fc
    .record(fields, style === 'full' ? {} : { requiredKeys: required.filter(key => key in fields) as never[] })
    .map(record => ({ ...record }))
}

function arrayOf(json: Json, name: string, style: Style): fc.Arbitrary<unknown> {
  const { minItems = 0, maxItems = 5 } = json
  const item = valueFor(json.items ?? {}, name, style)
  // The same item again and again: what counts is how many there are.
  if (style === 'full') return item.map(one => Array(maxItems).fill(one))
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) })
}

function numberOf({ type, minimum = -10, maximum = 1000 }: Json): fc.Arbitrary<unknown> {
  const edges = fc.constantFrom(minimum, maximum, Math.max(minimum, Math.min(maximum, 1)))
  return type === 'integer'
    ? fc.oneof(edges, fc.integer({ min: minimum, max: maximum }))
    : fc.oneof(edges, fc.double({ min: minimum, max: maximum, noNaN: true }))
}

/** Generates ids of the kind in the name, mostly of the caller's company. */
function idOf(name: string): fc.Arbitrary<string> {
  const n = fc.nat(30)
  return fc.oneof(
    { weight: 16, arbitrary: n.map(at => `<<own:${name}:${at}>>`) },
    { weight: 1, arbitrary: n.map(at => `<<own:any:${at}>>`) },
    { weight: 2, arbitrary: n.map(at => `<<foreign:${name}:${at}>>`) },
    { weight: 1, arbitrary: fc.constant('<<new>>') },
  )
}

const isIdName = (name: string): boolean => /(^id$|Ids?$|^(tags|users|quotedMsg)$|^(send|transfer)\w*Queue)/.test(name)

function textOf(json: Json, name: string, style: Style): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 200, pattern, format } = json
  if (isIdName(name) && json.maxLength === undefined) return idOf(name)
  if (name === 'cursor') return fc.nat(20).map(n => `<<cursor:${n}>>`)
  if (format === 'email' || name === 'email') return fc.nat(9).map(n => `<<email:${n}>>`)
  if (format === 'date') return fc.constantFrom('2026-11-22', '2026-01-01', '2024-02-29', '0001-01-01', '9999-12-31')
  if (format === 'date-time') return fc.constantFrom('2026-11-22T12:00:00Z', '0001-01-01T00:00:00Z')
  if (format === 'uuid') return fc.uuid()
  if (/number|phone/i.test(name))
    return fc.oneof(
      { weight: 3, arbitrary: fc.nat(9).map(n => `<<phone:${n}>>`) },
      { weight: 1, arbitrary: nastyText(20) },
    )
  if (pattern !== undefined) return matching(pattern)
  const widest = Math.max(minLength, maxLength)
  if (style === 'full') return fc.constantFrom(`<<fill:漢:${widest}>>`, `<<fill:é:${widest}>>`, `<<fill:ﷺ:${widest}>>`)
  // A list in a form or a URL is a JSON text.
  const list = fc.array(idOf(name), { maxLength: 3 }).map(ids => JSON.stringify(ids))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('<<word>>') },
    { weight: 4, arbitrary: nastyText(12).map(text => fitted(text, minLength, maxLength)) },
    { weight: isIdName(name) ? 40 : 1, arbitrary: list },
    { weight: 1, arbitrary: fc.constantFrom(`<<fill:漢:${widest}>>`, `<<fill:x:${minLength}>>`, '') },
  )
}

const fitted = (text: string, least: number, most: number): string => text.padEnd(least, 'x').slice(0, most)

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    // It uses what the generator does not know.
    return nastyText(8)
  }
}
