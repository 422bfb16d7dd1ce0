/**
 * Generates the client of the public API from its contract: one file of TypeScript without imports.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { v1 } from '../src/api/v1.ts'
import { routesOf } from '../src/api-contract/match.ts'
import type { Route } from '../src/api-contract/route.ts'
import { Budget, BudgetRow } from '../src/entities/budget.ts'
import { Category } from '../src/entities/category.ts'
import { Contact } from '../src/entities/contact.ts'
import { CustomField } from '../src/entities/custom-field.ts'
import { Customer, CustomerAddress } from '../src/entities/customer.ts'
import { Message } from '../src/entities/message.ts'
import { Product, ProductStore } from '../src/entities/product.ts'
import { Queue } from '../src/entities/queue.ts'
import { Store } from '../src/entities/store.ts'
import { Tag } from '../src/entities/tag.ts'
import { Ticket, TicketNote } from '../src/entities/ticket.ts'
import { Webhook } from '../src/entities/webhook.ts'
import { WebhookDelivery } from '../src/entities/webhook-delivery.ts'

/** Entities that have a type of their own in the client. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  ...{ Contact, Ticket, Message, Tag, Customer, Product, Category, Store, Queue, Webhook },
  ...{ Note: TicketNote, Address: CustomerAddress, Price: ProductStore, Order: Budget, ListedOrder: BudgetRow },
  ...{ Delivery: WebhookDelivery, Field: CustomField },
}

type Json = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json | boolean
  description?: string
  $ref?: string
  $defs?: Record<string, Json>
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $schema?: string }
  return json
}

/** Names of the entities, by what their schemas look like. */
const names = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(jsonOf(schema, 'output')), name]))

/** Returns the text of the client's file. */
export function generateClient(): string {
  const routes = routesOf(v1).filter(({ route }) => route.access === 'token')
  const byResource = Map.groupBy(routes, ({ resource }) => resource)
  const runtime = readFileSync(new URL('runtime.ts', import.meta.url), 'utf8')
    .replace(/^\/\*\*.*\*\/\n\n/, '')
    .replace('export function connect', 'function connect')
  return [
    '/**',
    ' * Client of Balcão’s public API, v1. Generated from its contract by `npm run client`: do not edit.',
    ' * It needs `fetch`, as browsers, Deno, Bun and Node 22 have it, and nothing else.',
    ' */',
    '',
    runtime.trimEnd(),
    '',
    ...Object.entries(NAMED).flatMap(([name, schema]) => [
      `export type ${name} = ${typeOf(jsonOf(schema, 'output'), 0, name)}`,
      '',
    ]),
    'const CALLS = {',
    ...[...byResource].flatMap(([resource, operations]) => [
      `  ${resource}: {`,
      ...operations.map(({ operation, route }) => `    ${operation}: [${callOf(route)}],`),
      '  },',
    ]),
    '} as const satisfies Record<string, Record<string, Call>>',
    '',
    '/** The calls of the public API, by resource. */',
    'export type Balcao = {',
    ...[...byResource].flatMap(([resource, operations]) => [
      `  ${resource}: {`,
      ...operations.flatMap(({ operation, route }) => [
        ...docOf(`${route.summary}. Scope: ${route.scope ?? 'any'}.`, '    '),
        `    ${operation}: ${signatureOf(route)}`,
      ]),
      '  }',
    ]),
    '}',
    '',
    '/** Connects to an installation with a token. */',
    'export const createClient = (options: Options): Balcao => connect(CALLS, options) as Balcao',
    '',
  ].join('\n')
}

/** Maximum columns of a line of documentation. */
const MAX_COLUMNS = 100

/** Returns the doc comment of a text: one line, or as many as it needs. */
function docOf(text: string, pad: string): string[] {
  const words = text.replaceAll('*/', '').split(/\s+/)
  const single = `${pad}/** ${words.join(' ')} */`
  if (single.length <= MAX_COLUMNS) return [single]
  const lines = ['']
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (pad.length + ' *'.length + longer.length > MAX_COLUMNS) lines.push(` ${word}`)
    else lines[lines.length - 1] = longer
  }
  return [`${pad}/**`, ...lines.map(line => `${pad} *${line}`), `${pad} */`]
}

const callOf = ({ method, path, multipart }: Route): string =>
  [method, path, ...(multipart ? [multipart.field] : [])].map(text => `'${text}'`).join(', ')

function signatureOf({ params, query, body, response }: Route): string {
  const parts = [params, query, body].flatMap(schema => (schema ? [jsonOf(schema, 'input')] : []))
  const fields = Object.assign({}, ...parts.map(({ properties = {} }) => properties)) as Record<string, Json>
  // Pages are by cursor here.
  delete fields.pageNumber
  const required = parts.flatMap(part => part.required ?? []).filter(name => name in fields)
  const answer = response ? typeOf(jsonOf(response, 'output'), 2) : 'undefined'
  const input = typeOf({ type: 'object', properties: fields, required }, 2)
  const optional = required.length === 0 ? '?' : ''
  return `(input${optional}: ${input}, options?: CallOptions) => Promise<${answer}>`
}

/** Returns the TypeScript of a schema. @param self name that the type itself is given */
function typeOf(json: Json, depth: number, self?: string): string {
  const { $defs: _, ...plain } = json
  const name = names.get(JSON.stringify(json)) ?? names.get(JSON.stringify(plain))
  if (name && name !== self) return name
  if (Array.isArray(json.type)) return json.type.map(type => typeOf({ ...json, type }, depth)).join(' | ')
  const options = json.anyOf ?? json.oneOf
  if (json.$ref) return json.$ref === '#' && self ? self : 'unknown'
  if (json.const !== undefined) return literal(json.const)
  if (json.enum) return json.enum.map(literal).join(' | ')
  if (options) return [...new Set(options.map(option => typeOf(option, depth)))].join(' | ')
  if (json.allOf) return json.allOf.map(part => typeOf(part, depth)).join(' & ')
  if (json.type === 'array') return arrayOf(typeOf(json.items ?? {}, depth))
  if (json.type === 'object') return objectOf(json, depth)
  return PLAIN[json.type ?? ''] ?? 'unknown'
}

const PLAIN: Readonly<Record<string, string>> = {
  ...{ string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' },
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

const arrayOf = (row: string): string => (/^\w+$/.test(row) ? `${row}[]` : `(${row})[]`)

function objectOf({ properties, required = [], additionalProperties }: Json, depth: number): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, depth) : 'unknown'
    return `Record<string, ${values}>`
  }
  const pad = '  '.repeat(depth + 1)
  const fields = Object.entries(properties).flatMap(([field, each]) => [
    ...(each.description ? docOf(each.description, pad) : []),
    `${pad}${/^\w+$/.test(field) ? field : `'${field}'`}${required.includes(field) ? '' : '?'}: ${typeOf(each, depth + 1)}`,
  ])
  return fields.length === 0 ? '{}' : ['{', ...fields, `${'  '.repeat(depth)}}`].join('\n')
}
