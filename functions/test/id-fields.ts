/**
 * Fields of a schema that name something by its id: for tests that walk over every body of the
 * contract.
 */
import { Id } from '@balcao/shared/api-contract/fields.ts'
import type { z } from 'zod'

/** Fields of zod definitions that hold other schemas. */
type Definition = {
  type: string
  shape?: Record<string, z.ZodType>
  options?: readonly z.ZodType[]
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  valueType?: z.ZodType
}

const NAMED = /(^|\.)id(\[\])?$|Ids?(\[\])?$/

/**
 * Returns the paths of the fields that are an `Id`, or are called like one: `queueIds[]`,
 * `itens[].productId`.
 */
export function idFields(schema: z.ZodType): string[] {
  const found = new Set<string>()
  const walk = (each: z.ZodType | undefined, path: string): void => {
    if (!each) return
    if (each === Id) return void found.add(path)
    const {
      type,
      shape,
      options,
      element,
      innerType,
      in: from,
      out,
      left,
      right,
      valueType,
    } = each._zod.def as unknown as Definition
    for (const [name, field] of Object.entries(shape ?? {})) walk(field, path === '' ? name : `${path}.${name}`)
    for (const option of options ?? []) walk(option, path)
    walk(element, `${path}[]`)
    walk(valueType, `${path}.*`)
    for (const inner of [innerType, from, out, left, right]) walk(inner, path)
    if (type === 'string' && NAMED.test(path)) found.add(path)
  }
  walk(schema, '')
  return [...found]
}

/** Returns the body with `value` at the path, in the first element of a list. */
export function withField(body: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [head = '', ...rest] = path.split('.')
  const isList = head.endsWith('[]')
  const name = isList ? head.slice(0, -2) : head
  const current = isList ? (body[name] as unknown[] | undefined)?.[0] : body[name]
  const inner = typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : {}
  const next = rest.length > 0 ? withField(inner, rest.join('.'), value) : value
  return { ...body, [name]: isList ? [next] : next }
}
