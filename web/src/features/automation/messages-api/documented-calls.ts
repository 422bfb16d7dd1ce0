type Json = { [key: string]: Json | Json[] | string | number | boolean | null | undefined }

/** A call of the public API as the page shows it. */
export type DocumentedCall = {
  /** Name, for example `messages.send`. */
  name: string
  method: string
  path: string
  summary: string
  status: string
  fields: { name: string; type: string; required: boolean }[]
  errors: string[]
  /** Query `?number=…` with values to replace, or empty. */
  search: string
  /** A body that works once the number is a real one. */
  sample: Record<string, string> | null
  /** Form field that takes files, where there is one. */
  fileField: string | null
}

const EXAMPLES: Record<string, string> = { number: '5511999998888', body: 'Olá!' }
/** Returns the example of a parameter: an order's number is no telephone number. */
const exampleOf = (name: string, path: string): string =>
  name === 'number' && path.endsWith('/order') ? '1' : (EXAMPLES[name] ?? `{${name}}`)

/** Returns the calls open to a connection's token, read from the OpenAPI document. */
export function documentedCalls(document: object): DocumentedCall[] {
  const paths = (document as { paths: Record<string, Record<string, Json>> }).paths
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      opens(operation) ? [callOf(path, method, operation)] : [],
    ),
  )
}

const opens = (operation: Json): boolean =>
  operation.deprecated !== true &&
  ((operation.security as Json[] | undefined) ?? []).some(each => 'connectionToken' in each)

function callOf(path: string, method: string, operation: Json): DocumentedCall {
  const parameters = ((operation.parameters as Json[] | undefined) ?? []).map(each => ({
    name: String(each.name),
    type: typeOf(each.schema as Json),
    required: each.required === true,
    place: String(each.in),
  }))
  const content = ((operation.requestBody as Json | undefined)?.content ?? {}) as Record<string, { schema: Json }>
  const schema = content['application/json']?.schema
  const required = (schema?.required as string[] | undefined) ?? []
  const form = Object.keys((content['multipart/form-data']?.schema.properties as Json | undefined) ?? {})
  const properties = Object.entries((schema?.properties as Record<string, Json> | undefined) ?? {})
  const files = form.filter(name => !properties.some(([known]) => known === name))
  const wanted = parameters.filter(({ place, required: must }) => place === 'query' && must)
  const responses = operation.responses as Record<string, Json>
  const [status = '200'] = Object.keys(responses)
  return {
    name: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: String(operation.summary),
    status,
    fields: [
      ...parameters,
      ...properties.map(([name, each]) => ({ name, type: typeOf(each), required: required.includes(name) })),
      ...files.map(name => ({ name, type: 'file', required: false })),
    ].map(({ name, type, required: must }) => ({ name, type, required: must })),
    errors: Object.entries(responses)
      .filter(([code]) => code !== status)
      .flatMap(([, each]) => String(each.description).split(', ')),
    search: wanted.length > 0 ? `?${wanted.map(({ name }) => `${name}=${exampleOf(name, path)}`).join('&')}` : '',
    fileField: files[0] ?? null,
    sample:
      properties.length > 0
        ? Object.fromEntries(
            properties.filter(([name]) => name in EXAMPLES).map(([name]) => [name, exampleOf(name, path)]),
          )
        : null,
  }
}

const typeOf = (schema: Json | undefined): string => {
  const { type, format, anyOf } = schema ?? {}
  if (Array.isArray(anyOf)) return anyOf.map(each => typeOf(each as Json)).join(' | ')
  return [type, format && `(${format})`].filter(Boolean).join(' ') || 'string'
}
