/**
 * Example of a value that a schema describes: for the reference of the public API, and for the
 * answers of its sandbox.
 */
import { z } from 'zod'

/** Id of every row in an example. */
export const EXAMPLE_ID = '0197c3a8-5d00-7a10-8c00-000000000001'
const EXAMPLE_INSTANT = '2026-03-02T13:30:00.000Z'

/** Texts by the field, or by what surrounds a field that is called `name` or `title`. */
const TEXTS: Readonly<Record<string, string>> = {
  number: '5511987654321',
  email: 'maria@example.com',
  document: '52998224725',
  fullName: 'Maria Silva',
  color: '#2ECC71',
  url: 'https://loja.example.com/avisos',
  sourceUrl: 'https://loja.example.com/oferta',
  zipCode: '01310-100',
  address: 'Avenida Paulista',
  city: 'São Paulo',
  state: 'SP',
  neighborhood: 'Bela Vista',
  ean: '7891234567895',
  code: 'CAM-01',
  description: 'Camiseta de algodão',
  body: 'Seu pedido saiu para entrega.',
  lastMessage: 'Seu pedido saiu para entrega.',
  note: 'Prefere entrega à tarde.',
  mimetype: 'image/png',
  fileName: 'camiseta.png',
  mediaName: 'camiseta.png',
  secret: 'whsec_exemplo',
  language: 'pt_BR',
  version: '1.0.0',
  qrcode: '00020126580014br.gov.bcb.pix',
  startTime: '08:00',
  endTime: '18:00',
}
const NAMES: Readonly<Record<string, string>> = {
  contact: 'Maria Silva',
  customer: 'Maria Silva',
  tag: 'VIP',
  queue: 'Vendas',
  user: 'Ana',
  lastMessageUser: 'Ana',
  madeBy: 'Ana',
  whatsapp: 'Loja',
  connection: 'Loja',
  store: 'Loja Centro',
  categorie: 'Camisetas',
  category: 'Camisetas',
  product: 'Camiseta azul',
  item: 'Camiseta azul',
  statusBudGet: 'Em separação',
  orderStatuse: 'Em separação',
  payment: 'Pix',
  portfolio: 'Varejo',
  coupon: 'BEMVINDO',
  template: 'pedido_saiu',
  webhook: 'Loja virtual',
  addresse: 'Casa',
  reference: 'Loja virtual',
}

type Json = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
  minimum?: number
  exclusiveMinimum?: number
  $ref?: string
  $defs?: Record<string, Json>
}

/** Depth at which recursive parts of an example end. */
const DEEPEST = 7

/**
 * Returns an example of what a schema gives out.
 * @param resource name of what it is about, for the names in it
 */
export function exampleOf(schema: z.ZodType, resource: string): unknown {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
  return exampleIn(root, root, singular(resource), '', 0)
}

const singular = (noun: string): string => noun.replace(/s$/, '')

function exampleIn(json: Json, root: Json, noun: string, field: string, depth: number): unknown {
  const options = json.anyOf ?? json.oneOf ?? json.allOf
  if (json.$ref) return depth > DEEPEST ? null : exampleIn(referred(json.$ref, root), root, noun, field, depth + 1)
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (options) {
    // A nullable value is shown with a value, unless the schema refers to itself.
    const chosen = options.find(option => option.type !== 'null') ?? options[0]!
    return isNullable(json) && depth > 2 ? null : exampleIn(chosen, root, noun, field, depth)
  }
  if (Array.isArray(json.type)) {
    // A nullable value is shown with a value near the top.
    const [type = 'null'] = json.type
    return exampleIn({ ...json, type: depth > 2 ? 'null' : type }, root, noun, field, depth)
  }
  if (json.type === 'object') return objectOf(json, root, noun, depth)
  if (json.type === 'array')
    return depth > DEEPEST ? [] : [exampleIn(json.items ?? {}, root, singular(field || noun), '', depth + 1)]
  if (json.type === 'boolean')
    return NEGATIVE.test(field) ? false : json.default === true || field === 'active' || field === 'isActive'
  if (json.type === 'number' || json.type === 'integer') return numberOf(json, field)
  if (json.type === 'string') return textOf(json, noun, field)
  return null
}

const NEGATIVE = /^(hasMore|isGroup|isDeleted|invalido|partial)$/

/** Fields that are null while all is well. */
const ABSENT = /^(nextCursor|down|canceledAt)$|error$/i

const isNullable = ({ anyOf = [], type }: Json): boolean =>
  Array.isArray(type) || anyOf.some(option => option.type === 'null')

function objectOf({ properties = {} }: Json, root: Json, noun: string, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => {
      if (ABSENT.test(name) && isNullable(each)) return [name, null]
      return [name, exampleIn(each, root, nounOf(each, name, noun), name, depth + 1)]
    }),
  )
}

/** Returns what a field is about: a nested object is a thing of its own. */
const nounOf = (each: Json, name: string, noun: string): string =>
  [each, ...(each.anyOf ?? [])].some(({ type, $ref }) => type === 'object' || $ref !== undefined) ? name : noun

const referred = (reference: string, root: Json): Json =>
  reference === '#' ? root : (root.$defs?.[reference.replace('#/$defs/', '')] ?? {})

const PRICES = /price|total|freight|freigh|value|negotiated|pix|subTotal/i

function numberOf({ minimum, exclusiveMinimum, type }: Json, field: string): number {
  if (field === 'latitude') return -23.561
  if (field === 'longitude') return -46.656
  if (/discount|increase|change|retries|tries/.test(field)) return 0
  if (PRICES.test(field) && type === 'number') return 59.9
  return Math.max(1, minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
}

function textOf({ format }: Json, noun: string, field: string): string {
  if (format === 'date-time') return EXAMPLE_INSTANT
  if (format === 'date') return EXAMPLE_INSTANT.slice(0, 10)
  // In a list of texts the list's name says what they are: `queueIds`, `categories`.
  const isListed = field === '' && (noun.endsWith('Id') || noun in NAMES)
  if (isListed || /^(id|uuid|method|sendIdQueue)$|[a-z]Id$/.test(field)) return EXAMPLE_ID
  if (field === 'name' || field === 'title') return NAMES[noun] ?? 'Exemplo'
  return TEXTS[field] ?? ''
}
