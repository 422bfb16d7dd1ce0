/** Readers of a call's parameters, which refuse in Meta's words. */
import { bytesOf, type Call } from '../simulated-system.ts'
import { CloudError } from './errors.ts'

export type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object. Throws 131008 when it is missing, 100 for other keys than `keys`. */
export function fieldsOf(value: unknown, name: string, keys?: readonly string[]): Fields {
  if (value === undefined || value === null) throw new CloudError(131008, `${name} is missing`)
  if (!isFields(value)) throw new CloudError(100, `Param ${name} must be a JSON object.`)
  const other = keys && Object.keys(value).find(key => !keys.includes(key))
  if (other !== undefined) throw new CloudError(100, `Unexpected key "${other}" on param "${name}".`)
  return value
}

/**
 * Returns a text. Throws 131008 when it is missing or empty, `code` when it is longer than `most`.
 */
export function textOf(value: unknown, name: string, most: number, code = 131009): string {
  if (typeof value !== 'string' || value.length === 0) throw new CloudError(131008, `${name} is missing`)
  if (value.length > most) throw new CloudError(code, `Param ${name} must be at most ${most} characters long.`)
  return value
}

/** Like `textOf`, but undefined stays undefined. */
export const optionalTextOf = (value: unknown, name: string, most: number): string | undefined =>
  value === undefined ? undefined : textOf(value, name, most)

/** Returns a list. Throws 131008 when it is empty, 131009 when it is longer than `most`. */
export function listOf(value: unknown, name: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new CloudError(131008, `${name} is missing`)
  if (value.length > most) throw new CloudError(131009, `${name}: at most ${most} allowed, got ${value.length}`)
  return value
}

/** Throws 131009 when a value is there twice. */
export function requireUnique(values: readonly string[], name: string): void {
  if (new Set(values).size !== values.length) throw new CloudError(131009, `Duplicated ${name}`)
}

/** Reads a call's JSON body. Throws 100. */
export async function jsonBody(call: Call): Promise<Fields> {
  const text = (await bytesOf(call)).toString()
  return fieldsOf(parsed(text), 'body')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CloudError(100, 'The body is not JSON')
  }
}
