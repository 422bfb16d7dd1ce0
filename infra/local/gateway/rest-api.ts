import { functionNameIn } from '../lambda/template-functions.ts'
import type { Assembly, Resource } from '../template/load-assembly.ts'
import type { Resolver } from '../template/resolver.ts'
import { createUsageMeter, type UsageLimits } from './usage-plan.ts'

export type Authorizer = {
  key: string
  type: 'REQUEST' | 'TOKEN'
  function: string
  /** Source of the identity: `header` or `querystring`, and its name. */
  identity: { kind: string; name: string }[]
  ttlMs: number
}

export type RestMethod = {
  /** The resource's path as declared, `/messages/{proxy+}`. */
  resource: string
  /** The Lambda behind the method; undefined for MOCK, which answers `mock`. */
  function: string | undefined
  mock: { status: number; headers: Record<string, string> }
  apiKeyRequired: boolean
  authorizer: Authorizer | undefined
}

/**
 * The template's wording of one of the gateway's own answers; `body` may hold `$context.requestId`.
 */
export type GatewayResponse = { status: number | undefined; headers: Record<string, string>; body: string | undefined }

export type RestApi = {
  id: string
  stage: string
  /** All functions of the API, authorizers included. */
  functions: Set<string>
  /** @param path path below the stage, still percent-encoded */
  match: (method: string, path: string) => { method: RestMethod; parameters: Record<string, string> } | undefined
  /** True if keys come from the authorizer (`usageIdentifierKey`) instead of `x-api-key`. */
  keysFromAuthorizer: boolean
  keyId: (value: string) => string | undefined
  /** Undefined without a usage plan. */
  meter: ReturnType<typeof createUsageMeter> | undefined
  isBinary: (contentType: string | undefined) => boolean
  responses: Map<string, GatewayResponse>
}

type Node = {
  literal: Map<string, Node>
  parameter?: { name: string; node: Node }
  greedy?: { name: string; node: Node }
  methods: Map<string, RestMethod>
  path: string
}

/**
 * Reads one REST API of the templates: its resource tree, authorizers, keys, usage plan and gateway
 * responses.
 * @throws when it uses an integration that the local cloud lacks
 */
export function readRestApi(assembly: Assembly, resolver: Resolver, api: Resource): RestApi {
  const inApi = (type: string) =>
    assembly
      .ofType(type)
      .filter(resource => resolver.target(resource.properties.RestApiId, resource.stack)?.key === api.key)
  const paths = new Map(inApi('AWS::ApiGateway::Resource').map(resource => [resource.key, resource]))
  const pathOf = (resource: Resource | undefined): string => {
    if (!resource || !paths.has(resource.key)) return ''
    return `${pathOf(resolver.target(resource.properties.ParentId, resource.stack))}/${resource.properties.PathPart}`
  }

  const root: Node = emptyNode('/')
  const functions = new Set<string>()
  for (const resource of inApi('AWS::ApiGateway::Method')) {
    const at = resolver.target(resource.properties.ResourceId, resource.stack)
    const path = pathOf(at) || '/'
    const properties = resolver.properties(resource)
    const authorizer =
      properties.AuthorizationType === 'CUSTOM'
        ? resolver.target(resource.properties.AuthorizerId, resource.stack)
        : undefined
    const method = readMethod(path, properties, authorizer && readAuthorizer(resolver, authorizer))
    insert(root, path).methods.set(String(properties.HttpMethod), method)
    for (const name of [method.function, method.authorizer?.function]) if (name) functions.add(name)
  }

  const properties = resolver.properties(api)
  const binary = ((properties.BinaryMediaTypes ?? []) as string[]).map(type => type.replace('~1', '/'))
  const keys = new Map(
    assembly.ofType('AWS::ApiGateway::ApiKey').map(key => [String(resolver.properties(key).Value ?? key.id), key.id]),
  )
  return {
    id: resolver.idOf(api),
    stage: String(inApi('AWS::ApiGateway::Stage')[0]?.properties.StageName ?? 'prod'),
    functions,
    match: (method, path) => find(root, method, path),
    keysFromAuthorizer: properties.ApiKeySourceType === 'AUTHORIZER',
    keyId: value => keys.get(value),
    meter: readUsagePlan(assembly, resolver, api),
    isBinary: type => type !== undefined && binary.some(pattern => mediaMatches(pattern, type)),
    responses: new Map(inApi('AWS::ApiGateway::GatewayResponse').map(resource => readResponse(resolver, resource))),
  }
}

function readMethod(
  resource: string,
  properties: Record<string, unknown>,
  authorizer: Authorizer | undefined,
): RestMethod {
  const integration = (properties.Integration ?? {}) as {
    Type?: string
    Uri?: string
    IntegrationResponses?: { StatusCode?: string; ResponseParameters?: Record<string, string> }[]
  }
  if (integration.Type !== 'AWS_PROXY' && integration.Type !== 'MOCK') {
    throw new Error(`${resource}: the local cloud has no ${integration.Type} integration`)
  }
  const mock = integration.IntegrationResponses?.[0]
  return {
    resource,
    function: integration.Type === 'MOCK' ? undefined : functionNameIn(integration.Uri),
    mock: {
      status: Number(mock?.StatusCode ?? 204),
      headers: headerParameters(mock?.ResponseParameters, 'method.response.header.'),
    },
    apiKeyRequired: properties.ApiKeyRequired === true,
    authorizer,
  }
}

function readAuthorizer(resolver: Resolver, resource: Resource): Authorizer {
  const properties = resolver.properties(resource)
  const sources = String(properties.IdentitySource ?? '').split(',')
  return {
    key: resource.key,
    type: properties.Type === 'TOKEN' ? 'TOKEN' : 'REQUEST',
    function: functionNameIn(properties.AuthorizerUri) ?? '',
    identity: sources
      .map(source => source.trim())
      .filter(Boolean)
      .map(source => {
        const [, , kind = '', ...name] = source.split('.')
        return { kind, name: name.join('.') }
      }),
    ttlMs: Number(properties.AuthorizerResultTtlInSeconds ?? 300) * 1000,
  }
}

function readUsagePlan(assembly: Assembly, resolver: Resolver, api: Resource): RestApi['meter'] {
  const plan = assembly.ofType('AWS::ApiGateway::UsagePlan').find(resource => {
    const stages = (resource.properties.ApiStages ?? []) as { ApiId?: unknown }[]
    return stages.some(stage => resolver.target(stage.ApiId, resource.stack)?.key === api.key)
  })
  if (!plan) return undefined
  const { Throttle, Quota } = resolver.properties(plan) as {
    Throttle?: { RateLimit?: number; BurstLimit?: number }
    Quota?: { Limit?: number; Period?: 'DAY' | 'WEEK' | 'MONTH' }
  }
  const limits: UsageLimits = {
    rate: Number(Throttle?.RateLimit ?? 10_000),
    burst: Number(Throttle?.BurstLimit ?? 5000),
    ...(Quota?.Limit ? { quota: { limit: Number(Quota.Limit), period: Quota.Period ?? 'DAY' } } : {}),
  }
  return createUsageMeter(limits)
}

function readResponse(resolver: Resolver, resource: Resource): [string, GatewayResponse] {
  const properties = resolver.properties(resource)
  const status = properties.StatusCode
  return [
    String(properties.ResponseType),
    {
      status: status === undefined ? undefined : Number(status),
      headers: headerParameters(properties.ResponseParameters as Record<string, string>, 'gatewayresponse.header.'),
      body: (properties.ResponseTemplates as Record<string, string> | undefined)?.['application/json'],
    },
  ]
}

/** Returns the static header values, which are the templates' quoted literals. */
function headerParameters(parameters: Record<string, string> | undefined, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters ?? {})
      .filter(([name, value]) => name.startsWith(prefix) && /^'.*'$/.test(String(value)))
      .map(([name, value]) => [name.slice(prefix.length).toLowerCase(), String(value).slice(1, -1)]),
  )
}

function mediaMatches(pattern: string, contentType: string): boolean {
  const type = contentType.split(/[;,]/)[0]!.trim().toLowerCase()
  return pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
}

const emptyNode = (path: string): Node => ({ literal: new Map(), methods: new Map(), path })

function insert(root: Node, path: string): Node {
  let node = root
  for (const part of path.split('/').filter(Boolean)) {
    const name = /^\{(.+?)(\+?)\}$/.exec(part)
    if (!name) {
      let next = node.literal.get(part)
      if (!next) {
        next = emptyNode(path)
        node.literal.set(part, next)
      }
      node = next
    } else if (name[2]) {
      node.greedy ??= { name: name[1]!, node: emptyNode(path) }
      node = node.greedy.node
    } else {
      node.parameter ??= { name: name[1]!, node: emptyNode(path) }
      node = node.parameter.node
    }
  }
  return node
}

/** Finds a method; prefers literals to parameters and those to greedy ones, as the gateway does. */
function find(root: Node, method: string, path: string): ReturnType<RestApi['match']> {
  const parts = path.split('/').filter(Boolean)
  const walk = (node: Node, at: number, parameters: Record<string, string>): ReturnType<RestApi['match']> => {
    if (at === parts.length) {
      const found = node.methods.get(method) ?? node.methods.get('ANY')
      return found && { method: found, parameters }
    }
    const part = parts[at]!
    const literal = node.literal.get(part)
    const exact = literal && walk(literal, at + 1, parameters)
    if (exact) return exact
    if (node.parameter) {
      const { name, node: next } = node.parameter
      const one = walk(next, at + 1, { ...parameters, [name]: decode(part) })
      if (one) return one
    }
    if (node.greedy) {
      const { name, node: next } = node.greedy
      return walk(next, parts.length, { ...parameters, [name]: parts.slice(at).map(decode).join('/') })
    }
    return undefined
  }
  return walk(root, 0, {})
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
