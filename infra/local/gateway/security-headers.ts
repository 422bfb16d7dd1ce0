import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import type { Assembly, Resource } from '../template/load-assembly.ts'
import type { Resolver } from '../template/resolver.ts'

type Behavior = { ResponseHeadersPolicyId?: unknown; PathPattern?: string; TargetOriginId?: string }
type Origin = { Id?: string; OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[] }
type PolicyConfig = {
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: { ContentSecurityPolicy: string }
    ContentTypeOptions?: unknown
    FrameOptions?: { FrameOption: string }
    StrictTransportSecurity?: { AccessControlMaxAgeSec: number; IncludeSubdomains?: boolean }
    ReferrerPolicy?: { ReferrerPolicy: string }
  }
  CustomHeadersConfig?: { Items?: { Header: string; Value: string }[] }
}

/**
 * Headers that CloudFront adds: to the web's files, to public media, to the API's answers, and to
 * requests it forwards to the API.
 */
export type EdgeHeaders = {
  web: Record<string, string>
  public: Record<string, string>
  api: Record<string, string>
  toApi: Record<string, string>
}

/**
 * Reads the headers CloudFront adds in both directions: its response headers policies and the API
 * origin's custom headers. Replaces AWS hosts in the policy by the local S3 and this origin; leaves
 * out what only makes sense over TLS where the address has none.
 * @param local.s3 origin of the local S3
 * @param local.url address of the one origin in browsers, `http://127.0.0.1:3000`
 */
export function readEdgeHeaders(
  assembly: Assembly,
  resolver: Resolver,
  local: { s3: string; url: string },
): EdgeHeaders {
  const distribution = assembly.ofType('AWS::CloudFront::Distribution')[0]
  const config = (distribution?.properties.DistributionConfig ?? {}) as {
    DefaultCacheBehavior?: Behavior
    CacheBehaviors?: Behavior[]
    Origins?: Origin[]
  }
  const behaviorOf = (path: string) => config.CacheBehaviors?.find(({ PathPattern }) => PathPattern?.startsWith(path))
  const api = behaviorOf('/api')
  const headersOf = (behavior: Behavior | undefined): Record<string, string> => {
    const policy = distribution && resolver.target(behavior?.ResponseHeadersPolicyId, distribution.stack)
    return policy ? policyHeaders(policy, resolver, local) : {}
  }
  const origin = config.Origins?.find(({ Id }) => Id !== undefined && Id === api?.TargetOriginId)
  const toApi = (origin?.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [
    HeaderName.toLowerCase(),
    String(resolver.value(HeaderValue, distribution!.stack)),
  ])
  return {
    web: headersOf(config.DefaultCacheBehavior),
    public: headersOf(behaviorOf(`/${PUBLIC_FILES}`)),
    api: headersOf(api),
    toApi: Object.fromEntries(toApi),
  }
}

function policyHeaders(
  policy: Resource,
  resolver: Resolver,
  local: { s3: string; url: string },
): Record<string, string> {
  const config = (resolver.properties(policy).ResponseHeadersPolicyConfig ?? {}) as PolicyConfig
  const security = config.SecurityHeadersConfig ?? {}
  const headers: Record<string, string> = {}
  if (security.ContentSecurityPolicy) {
    headers['content-security-policy'] = localPolicy(security.ContentSecurityPolicy.ContentSecurityPolicy, local)
  }
  if (security.ContentTypeOptions) headers['x-content-type-options'] = 'nosniff'
  if (security.FrameOptions) headers['x-frame-options'] = security.FrameOptions.FrameOption
  if (security.ReferrerPolicy) headers['referrer-policy'] = security.ReferrerPolicy.ReferrerPolicy
  const strict = security.StrictTransportSecurity
  if (strict && hasTls(local))
    headers['strict-transport-security'] =
      `max-age=${strict.AccessControlMaxAgeSec}${strict.IncludeSubdomains ? '; includeSubDomains' : ''}`
  for (const { Header, Value } of config.CustomHeadersConfig?.Items ?? []) headers[Header.toLowerCase()] = Value
  return headers
}

const NEEDS_S3 = new Set(['img-src', 'media-src', 'connect-src'])

const hasTls = ({ url }: { url: string }): boolean => url.startsWith('https:')
const TLS_ONLY = new Set(['upgrade-insecure-requests', 'block-all-mixed-content'])

function localPolicy(policy: string, local: { s3: string; url: string }): string {
  const directives = policy
    .split(';')
    .map(directive => directive.trim().split(/\s+/))
    .filter(([name]) => name && (hasTls(local) || !TLS_ONLY.has(name)))
  const socket = local.url.replace(/^http/, 'ws')
  return directives
    .map(([name = '', ...sources]) => {
      const here = sources.map(source => {
        if (/^wss:/.test(source)) return socket
        return /amazonaws\.com/.test(source) ? local.s3 : source
      })
      if (NEEDS_S3.has(name)) here.push(local.s3)
      if (name === 'connect-src') here.push(socket)
      return [name, ...new Set(here)].join(' ')
    })
    .join('; ')
}
