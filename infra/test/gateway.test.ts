import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import { routesOf, spellings } from '@balcao/shared/api-contract/match.ts'
import { route } from '@balcao/shared/api-contract/route.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_AREA, gatewayRoutes, servedAreas } from '../constructs/gateway-routes.ts'
import { readRestApi } from '../local/gateway/rest-api.ts'
import { loadAssembly } from '../local/template/load-assembly.ts'
import { createResolver } from '../local/template/resolver.ts'
import { ofType, type Resource, synthesize } from './synthesize.ts'

const synthesized = synthesize({ stage: 'prod' })
afterAll(synthesized.remove)
const resources = synthesized.stacks.get('api')!

type Method = { verb: string; path: string; function: string; keyed: boolean; authorizer: string }

const refOf = (value: unknown): string | undefined => (value as { Ref?: string } | undefined)?.Ref

function pathOf(id: string | undefined): string {
  const resource = id ? resources[id] : undefined
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return ''
  return `${pathOf(refOf(resource.Properties.ParentId))}/${resource.Properties.PathPart}`
}

/** Returns the physical name of the function that an integration calls. */
function functionOf(method: Resource): string {
  const uri = JSON.stringify((method.Properties.Integration as { Uri: unknown }).Uri)
  const id = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(uri)?.[1] ?? ''
  return String(resources[id]?.Properties.FunctionName)
}

const methods: Method[] = ofType(synthesized, 'AWS::ApiGateway::Method').map(method => ({
  verb: String(method.Properties.HttpMethod),
  path: pathOf(refOf(method.Properties.ResourceId)),
  function: functionOf(method),
  keyed: method.Properties.ApiKeyRequired === true,
  authorizer: String(method.Properties.AuthorizationType),
}))

/**
 * Returns the methods that serve a path, as API Gateway chooses: at each level a literal wins over
 * a greedy variable; then the verb over ANY.
 */
function serving(verb: string, path: string): Method[] {
  const given = path.split('/').filter(Boolean)
  const candidates = methods.filter(method => {
    const parts = method.path.split('/').filter(Boolean)
    return (
      parts.every((part, i) => (part.endsWith('+}') ? given.length > i : part === given[i])) &&
      (parts.at(-1)?.endsWith('+}') ? given.length >= parts.length : given.length === parts.length)
    )
  })
  const literals = (method: Method) => method.path.split('/').filter(part => part && !part.startsWith('{')).length
  const most = Math.max(...candidates.map(literals))
  const here = candidates.filter(method => literals(method) === most)
  const exact = here.filter(method => method.verb === verb)
  return exact.length > 0 ? exact : here.filter(method => method.verb === 'ANY')
}

const routes = SERVED_AREAS.flatMap(area =>
  routesOf(area).flatMap(({ name, route }) =>
    spellings(route).map(({ method, path }) => ({
      serving: route.servedBy ?? area.name,
      name,
      access: route.access,
      verb: method,
      path,
    })),
  ),
)

describe('the routes of the contract at the gateway', () => {
  it.each(routes)('$verb $path is served by the function $serving alone', ({ verb, path, serving: name, access }) => {
    const found = serving(verb, path.replace(/\{\w+\}/g, 'x1'))
    expect(found.map(method => method.function)).toEqual([`balcao-prod-${name}`])
    expect(found[0]?.keyed).toBe(access === 'apiKey')
    expect(found[0]?.authorizer).toBe(access === 'apiKey' ? 'CUSTOM' : 'NONE')
  })

  it('have one function per area with routes, one for what is too dear to run beside the rest, and none for the others', () => {
    const areas = ofType(synthesized, 'AWS::Lambda::Function')
      .filter(({ stack }) => stack === 'api')
      .map(({ Properties }) => Properties.FunctionName)
    expect(areas.sort()).toEqual(
      [...servedAreas(SERVED_AREAS), 'sign-in', 'api-token-authorizer'].map(name => `balcao-prod-${name}`).sort(),
    )
  })

  it('have one variable name per level, which is all API Gateway allows', () => {
    const names = new Map<string, Set<string>>()
    for (const resource of ofType(synthesized, 'AWS::ApiGateway::Resource')) {
      const part = String(resource.Properties.PathPart)
      if (!part.startsWith('{')) continue
      const parent = pathOf(refOf(resource.Properties.ParentId))
      names.set(parent, (names.get(parent) ?? new Set()).add(part))
    }
    expect([...names.values()].filter(set => set.size > 1)).toEqual([])
  })

  it('cost one permission per function, within the 20 KB of its policy', () => {
    const permissions = ofType(synthesized, 'AWS::Lambda::Permission').filter(({ stack }) => stack === 'api')
    const perFunction = Map.groupBy(permissions, ({ Properties }) => JSON.stringify(Properties.FunctionName))
    expect([...perFunction.values()].map(list => list.length).filter(count => count > 1)).toEqual([])
  })

  it('have resources for the first segments of all areas but the one that has most of them', () => {
    const { segments, proxies } = gatewayRoutes(SERVED_AREAS)
    const sizes = Map.groupBy(segments, ([, area]) => area)
    const most = Math.max(...[...sizes.values()].map(list => list.length))
    expect(sizes.get(DEFAULT_AREA)?.length).toBe(most)
    expect(proxies.size).toBe(segments.size - most)
    expect(methods.some(({ path }) => path.startsWith(`/${sizes.get(DEFAULT_AREA)![0]![0]}`))).toBe(false)
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])(
    'leave %s of an unknown path to the default area, and the root to the gateway',
    verb => {
      for (const path of ['/nothing', '/nothing/here/at-all', '/api', '/.env'])
        expect(serving(verb, path).map(method => method.function)).toEqual([`balcao-prod-${DEFAULT_AREA}`])
      expect(serving(verb, '/')).toEqual([])
    },
  )

  it('keep the siblings of a call the gateway knows by name in its area', () => {
    const areas = [
      {
        name: 'company',
        resources: {
          a: {
            list: route({ summary: '', method: 'GET', path: '/plans', access: 'user' }),
            remove: route({ summary: '', method: 'DELETE', path: '/plans/of/all', access: 'user' }),
            read: route({ summary: '', method: 'GET', path: '/plans/of/all', access: 'apiKey' }),
            dear: route({ summary: '', method: 'POST', path: '/jobs/run', access: 'user', servedBy: 'sign-in' }),
          },
        },
      },
      {
        name: 'contacts',
        resources: { b: { read: route({ summary: '', method: 'GET', path: '/contact/key', access: 'apiKey' }) } },
      },
    ] as const
    const { proxies, keyed, own } = gatewayRoutes(areas, 'company')
    expect(Object.fromEntries(proxies)).toEqual({
      '/contact': 'contacts',
      '/plans': 'company',
      '/plans/of': 'company',
      '/plans/of/all': 'company',
      '/jobs': 'company',
      '/jobs/run': 'company',
    })
    expect(keyed.map(each => each.path)).toEqual(['/plans/of/all', '/contact/key'])
    expect(own.map(each => each.path)).toEqual(['/jobs/run'])
    expect(Object.fromEntries(gatewayRoutes(areas, 'contacts').proxies)).toEqual({
      '/plans': 'company',
      '/jobs': 'company',
      '/contact': 'contacts',
      '/contact/key': 'contacts',
    })
  })

  it('belong to one area per first segment', () => {
    const clash = [
      { name: 'tickets', resources: { a: { list: { ...anyRoute(), path: '/tags' } } } },
      { name: 'contacts', resources: { b: { list: { ...anyRoute(), path: '/tags/list' } } } },
    ] as const
    expect(() => gatewayRoutes(clash)).toThrow('/tags is claimed by tickets and by contacts')
  })
})

describe('the local gateway', () => {
  const assembly = loadAssembly(synthesized.assembly())
  const resolver = createResolver(assembly, { queueUrl: name => name, secret: name => name, apiUrl: () => undefined })
  const local = readRestApi(assembly, resolver, assembly.ofType('AWS::ApiGateway::RestApi')[0]!)
  const found = (verb: string, path: string) => local.match(verb, path)?.method

  it('leads every route of the contract to its function', () => {
    for (const { verb, path, serving: name, access } of routes) {
      const method = found(verb, path.replace(/\{\w+\}/g, 'x1'))
      expect([path, method?.function, method?.apiKeyRequired]).toEqual([
        path,
        `balcao-prod-${name}`,
        access === 'apiKey',
      ])
    }
  })

  it('leads unknown paths to the default area, and refuses the root itself', () => {
    for (const verb of ['GET', 'OPTIONS', 'PATCH'])
      expect(found(verb, '/nothing/at/all')?.function).toBe(`balcao-prod-${DEFAULT_AREA}`)
    expect(found('GET', '/')).toBeUndefined()
  })
})

describe('signing in', () => {
  const byName = (stacks: typeof synthesized, stage: string, name: string) =>
    ofType(stacks, 'AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === `balcao-${stage}-${name}`,
    )!

  it('has a function of its own that runs few at once, so that refreshes and lists never wait for hashes', () => {
    expect(byName(synthesized, 'prod', 'sign-in').Properties.ReservedConcurrentExecutions).toBe(20)
    const others = ofType(synthesized, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.FunctionName !== 'balcao-prod-sign-in',
    )
    expect(others.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined)).toEqual([])
  })

  it('is refused by the gateway, early and with 429, before the function would be full', () => {
    const [stage] = ofType(synthesized, 'AWS::ApiGateway::Stage')
    expect(stage?.Properties.MethodSettings).toContainEqual(
      expect.objectContaining({
        ResourcePath: '/~1auth~1login',
        HttpMethod: 'POST',
        ThrottlingRateLimit: 60,
        ThrottlingBurstLimit: 20,
      }),
    )
  })

  it.each([
    ['5', 5],
    ['0', undefined],
  ])('runs as many at once as the setting says: %s', (signInConcurrency, reserved) => {
    const other = synthesize({ stage: 'prod', signInConcurrency })
    try {
      expect(byName(other, 'prod', 'sign-in').Properties.ReservedConcurrentExecutions).toBe(reserved)
    } finally {
      other.remove()
    }
  })
})

describe('the public messages API', () => {
  const api = ofType(synthesized, 'AWS::ApiGateway::RestApi')[0]!

  it('asks the authorizer whatever header carries the token, each time', () => {
    const [authorizer] = ofType(synthesized, 'AWS::ApiGateway::Authorizer')
    expect(authorizer?.Properties).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 })
    expect(authorizer?.Properties.IdentitySource ?? '').toBe('')
  })

  it('counts calls on the usage plan by the key the authorizer names', () => {
    expect(api.Properties.ApiKeySourceType).toBe('AUTHORIZER')
    const [plan] = ofType(synthesized, 'AWS::ApiGateway::UsagePlan')
    expect(plan?.Properties).toMatchObject({
      Throttle: { RateLimit: expect.any(Number), BurstLimit: expect.any(Number) },
      Quota: { Period: 'MONTH', Limit: expect.any(Number) },
    })
  })

  it('refuses in the words of the functions', () => {
    const answers = new Map(
      ofType(synthesized, 'AWS::ApiGateway::GatewayResponse').map(({ Properties }) => [
        Properties.ResponseType,
        Properties as { StatusCode: string; ResponseTemplates: Record<string, string> },
      ]),
    )
    for (const [type, status, code] of [
      ['UNAUTHORIZED', '401', 'ERR_UNAUTHORIZED'],
      ['THROTTLED', '429', 'ERR_TOO_MANY_REQUESTS'],
      ['QUOTA_EXCEEDED', '429', 'ERR_TOO_MANY_REQUESTS'],
      ['REQUEST_TOO_LARGE', '413', 'ERR_UPLOAD_TOO_LARGE'],
      ['DEFAULT_5XX', '500', 'ERR_INTERNAL'],
    ]) {
      expect(answers.get(type)?.StatusCode).toBe(status)
      expect(JSON.parse(answers.get(type)?.ResponseTemplates['application/json'] ?? '{}').error).toBe(code)
    }
    const tooLarge = answers.get('REQUEST_TOO_LARGE')!.ResponseTemplates['application/json']!
    expect(JSON.parse(tooLarge)).toMatchObject({
      mostBytes: INLINE_LIMIT,
      uploads: expect.stringMatching(/\/uploads$/),
    })
  })
})

describe('the stages', () => {
  it('are named after the paths of the one origin', () => {
    expect(ofType(synthesized, 'AWS::ApiGateway::Stage').map(({ Properties }) => Properties.StageName)).toEqual(['api'])
    expect(ofType(synthesized, 'AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties.StageName)).toEqual([
      'ws',
    ])
  })

  it('keep a rush of new sockets from messages and from $disconnect', () => {
    const [stage] = ofType(synthesized, 'AWS::ApiGatewayV2::Stage')
    const routes = stage?.Properties.RouteSettings as Record<string, { ThrottlingRateLimit: number }>
    expect(Object.keys(routes).sort()).toEqual(['$connect', '$default', '$disconnect'])
    expect(routes.$connect!.ThrottlingRateLimit).toBeLessThan(routes.$default!.ThrottlingRateLimit)
    // A lost `$disconnect` leaves a row behind: there are never more of them than connected
    // sockets.
    expect(routes.$disconnect!.ThrottlingRateLimit).toBeGreaterThan(routes.$connect!.ThrottlingRateLimit)
  })

  it('give the three routes of a WebSocket to one function', () => {
    const keys = ofType(synthesized, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey)
    expect(keys.sort()).toEqual(['$connect', '$default', '$disconnect'])
  })
})

function anyRoute() {
  return routesOf(SERVED_AREAS[0]!)[0]!.route
}
