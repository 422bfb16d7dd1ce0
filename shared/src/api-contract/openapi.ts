/** OpenAPI 3.1 document of the whole API, made from the contract. */
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { CODE_TEXTS } from '../validation/code-texts.ts'
import { isPlainList } from './list.ts'
import { routesOf, spellings } from './match.ts'
import type { Area, Route } from './route.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const parametersOf = (schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    ...(property.description ? { description: property.description } : {}),
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }))
}

const headersOf = ({ headers = {} }: Route): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))

const security = (route: Route): Json[] => {
  if (route.access === 'public') return []
  if (route.access === 'token') return [{ apiToken: [] }]
  if (route.access === 'apiKey') return [{ connectionToken: [] }, { connectionKey: [] }]
  return [{ bearer: [] }]
}

const FIELD_PROBLEM = 'FieldProblem'
const DETAIL = { $ref: `#/components/schemas/${FIELD_PROBLEM}` }

/** Schema of a problem of a field, in the answer to a call that fails validation. */
const fieldProblem = (): Json => ({
  type: 'object',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'The field: `schedules.0.startTime`' },
    code: { type: 'string', description: `Why it is refused: ${Object.keys(CODE_TEXTS).join(', ')}; or an error code` },
    field: { type: 'string', description: 'Form and field whose own wording the message is' },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    values: { type: 'array', description: 'Accepted values' },
    expected: { type: 'string', description: 'The JSON type that would be accepted' },
    other: { type: 'string', description: 'The other field that the problem is about' },
    message: { type: 'string', description: 'The text in Portuguese; of an error code, the code' },
  },
})

const errorsOf = (route: Route): Json => {
  const always: ErrorCode[] = [
    ...(route.access === 'public' ? [] : (['ERR_UNAUTHORIZED', 'ERR_SESSION_EXPIRED', 'ERR_NO_PERMISSION'] as const)),
    ...(route.access === 'public' || route.unpaid ? [] : (['ERR_COMPANY_EXPIRED', 'ERR_COMPANY_DISABLED'] as const)),
    ...(route.body ? (['ERR_NOT_JSON'] as const) : []),
    'ERR_VALIDATION',
    'ERR_INTERNAL',
  ]
  const codes = [...new Set([...route.errors, ...always])]
  const byStatus = Map.groupBy(codes, code => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.join(', '),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['error'],
              properties: {
                error: { type: 'string', enum: list },
                ...(list.includes('ERR_VALIDATION') ? { details: { type: 'array', items: DETAIL } } : {}),
              },
            },
          },
        },
      },
    ]),
  )
}

const withExample = (described: Json, example: unknown): Json =>
  example === undefined ? described : { ...described, example }

const bodyOf = (route: Route, example: object | undefined): Json | undefined => {
  if (!route.body) return undefined
  const json = schemaOf(route.body, 'input')
  const content: Json = { 'application/json': withExample({ schema: json }, example) }
  if (route.multipart) {
    const { properties } = json as { properties?: Json }
    content['multipart/form-data'] = {
      schema: {
        type: 'object',
        properties: {
          ...properties,
          ...(route.multipart.json
            ? { [route.multipart.json]: { type: 'string', contentMediaType: 'application/json' } }
            : {}),
          [route.multipart.field]: {
            type: 'array',
            maxItems: route.multipart.maxFiles,
            items: { type: 'string', format: 'binary' },
          },
        },
      },
    }
  }
  return { required: true, content }
}

const LINK = {
  Link: {
    description: 'Link to the next page of a list too large for one answer: `<?…&cursor=…>; rel="next"` (RFC 8288)',
    schema: { type: 'string' },
  },
}

/**
 * Moves the definitions of a recursive schema to the document's `schemas`: zod writes them beside
 * the schema, as if it were a document of its own, but references begin at the document's root.
 */
function hoisted(value: unknown, schemas: Json, references: Readonly<Record<string, string>> = {}): unknown {
  if (Array.isArray(value)) return value.map(each => hoisted(each, schemas, references))
  if (typeof value !== 'object' || value === null) return value
  const { $defs = {}, ...rest } = value as Json & { $defs?: Json }
  const inside = { ...references }
  const defined = Object.entries($defs).map(([key, schema]) => {
    const name = `Schema${Object.keys(schemas).length + 1}`
    schemas[name] = {}
    inside[`#/$defs/${key}`] = `#/components/schemas/${name}`
    return { name, schema }
  })
  for (const { name, schema } of defined) schemas[name] = hoisted(schema, schemas, inside)
  return Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [
      key,
      key === '$ref' ? (inside[String(each)] ?? each) : hoisted(each, schemas, inside),
    ]),
  )
}

/** Examples of a call: what is sent, and what is answered; variables and query by name. */
export type CallExamples = {
  params?: object | undefined
  query?: object | undefined
  body?: object | undefined
  answer?: unknown
}

/**
 * Returns the document; `version` is the product's.
 * @param examplesOf examples of a call, by its name
 */
export function openApi(
  areas: readonly Area[],
  version: string,
  examplesOf: (name: string, route: Route) => CallExamples = () => ({}),
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const area of areas) {
    for (const { name, route } of routesOf(area)) {
      const { params = {}, query = {}, body, answer } = examplesOf(name, route)
      const given: Json = { ...params, ...query }
      for (const [index, { method, path }] of spellings(route).entries()) {
        paths[path] ??= {}
        paths[path][method.toLowerCase()] = {
          operationId: index === 0 ? name : `${name}.alias${index}`,
          tags: [area.name],
          summary: route.summary,
          ...(index > 0 ? { deprecated: true } : {}),
          security: security(route),
          'x-access': route.access,
          ...(route.scope ? { 'x-scope': route.scope } : {}),
          parameters: [
            ...[...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')].map(each =>
              withExample(each, given[String(each.name)]),
            ),
            ...headersOf(route),
          ],
          ...(route.body ? { requestBody: bodyOf(route, body) } : {}),
          responses: {
            [String(route.status)]: {
              description: 'Success',
              ...(isPlainList(route) ? { headers: LINK } : {}),
              ...(route.response
                ? {
                    content: {
                      'application/json': withExample({ schema: schemaOf(route.response, 'output') }, answer),
                    },
                  }
                : {}),
            },
            ...errorsOf(route),
          },
        }
      }
    }
  }
  const schemas: Json = { [FIELD_PROBLEM]: fieldProblem() }
  const described = hoisted(paths, schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api' }],
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiToken: { type: 'http', scheme: 'bearer', description: 'A token of the public API, with scopes' },
        connectionToken: { type: 'http', scheme: 'bearer', description: "A connection's token" },
        connectionKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: "A connection's token" },
      },
    },
    paths: described,
  }
}
