/** A call of the public API as its reference shows it. */
export type ReferenceCall = {
  /** Name such as `contacts.list`, and its two parts. */
  name: string
  resource: string
  operation: string
  method: string
  path: string
  summary: string
  scope: string | null
  fields: { name: string; place: 'path' | 'query' | 'body'; type: string; required: boolean; hint: string }[]
  /** Examples: values of variables and query, body, and answer. */
  values: Record<string, string>
  body: object | null
  status: string
  answer: unknown
  errors: string[]
}

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  'x-access': string
  'x-scope'?: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json; example?: string }[]
  requestBody?: { content: Record<string, { schema: Json; example?: object }> }
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>
}

/** Reads the calls of tokens from the OpenAPI document, in its order. */
export function referenceCalls(document: object): ReferenceCall[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation['x-access'] === 'token' ? [callOf(path, method, operation)] : [],
    ),
  )
}

function callOf(path: string, method: string, operation: Operation): ReferenceCall {
  const [resource = '', name = ''] = operation.operationId.split('.')
  const given = operation.parameters.filter(({ in: place, name: each }) => place !== 'header' && each !== 'pageNumber')
  const content = operation.requestBody?.content['application/json']
  const properties = Object.entries((content?.schema.properties ?? {}) as Record<string, Json>)
  const required = (content?.schema.required ?? []) as string[]
  const [status = '200'] = Object.keys(operation.responses)
  const success = operation.responses[status]
  return {
    ...{ name: operation.operationId, resource, operation: name, method: method.toUpperCase(), path, status },
    summary: operation.summary,
    scope: operation['x-scope'] ?? null,
    fields: [
      ...given.map(each => ({
        ...{ name: each.name, place: each.in as 'path' | 'query', required: each.required },
        ...{ type: typeOf(each.schema), hint: each.description ?? '' },
      })),
      ...properties.map(([field, schema]) => ({
        ...{ name: field, place: 'body' as const, required: required.includes(field) },
        ...{ type: typeOf(schema), hint: String(schema.description ?? '') },
      })),
    ],
    values: Object.fromEntries(
      given.flatMap(({ name: each, example }) => (example === undefined ? [] : [[each, example]])),
    ),
    body: content ? (content.example ?? {}) : null,
    answer: success?.content?.['application/json']?.example,
    errors: Object.entries(operation.responses)
      .filter(([code]) => code !== status)
      .flatMap(([, { description }]) => description.split(', ')),
  }
}

function typeOf({ type, format, anyOf, enum: values, items }: Json): string {
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(each => typeOf(each as Json)))].join(' | ')
  if (Array.isArray(values)) return values.map(value => `"${String(value)}"`).join(' | ')
  if (type === 'array') return `${typeOf((items ?? {}) as Json)}[]`
  return [type ?? 'any', format && `(${String(format)})`].flat().filter(Boolean).join(' ')
}

/** Returns the address of a call behind `/api`, with its variables and query filled in. */
export function filledPath({ path, fields }: Pick<ReferenceCall, 'path' | 'fields'>, values: Record<string, string>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams()
  for (const { name, place } of fields) if (place === 'query' && values[name]) query.set(name, values[name])
  return query.size > 0 ? `${filled}?${query}` : filled
}
