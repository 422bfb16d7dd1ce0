import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadAssembly } from '../template/load-assembly.ts'
import { createResolver } from '../template/resolver.ts'
import { readEdgeHeaders } from './security-headers.ts'

it('reads the policies of CloudFront and puts local hosts in their place', () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-headers-'))
  const policy = (config: object) => ({
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: { ResponseHeadersPolicyConfig: config },
  })
  const Resources = {
    Page: policy({
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          ContentSecurityPolicy:
            "default-src 'self'; img-src 'self' data: https://b.s3.us-east-1.amazonaws.com; connect-src 'self' wss://x.example https://b.s3.us-east-1.amazonaws.com; upgrade-insecure-requests",
        },
        FrameOptions: { FrameOption: 'DENY' },
        ContentTypeOptions: { Override: true },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 1 },
      },
      CustomHeadersConfig: { Items: [{ Header: 'Permissions-Policy', Value: 'camera=()' }] },
    }),
    Public: policy({ SecurityHeadersConfig: { ContentTypeOptions: { Override: true } } }),
    Api: policy({ SecurityHeadersConfig: { ReferrerPolicy: { ReferrerPolicy: 'no-referrer' } } }),
    Distribution: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          DefaultCacheBehavior: { ResponseHeadersPolicyId: { Ref: 'Page' } },
          CacheBehaviors: [
            { PathPattern: '/public/*', ResponseHeadersPolicyId: { Ref: 'Public' } },
            { PathPattern: '/api/*', TargetOriginId: 'gateway', ResponseHeadersPolicyId: { Ref: 'Api' } },
          ],
          Origins: [
            { Id: 'files' },
            {
              Id: 'gateway',
              OriginCustomHeaders: [
                { HeaderName: 'X-Edge', HeaderValue: '{{resolve:secretsmanager:edge:SecretString:::}}' },
              ],
            },
          ],
        },
      },
    },
  }
  writeFileSync(join(dir, 'web.template.json'), JSON.stringify({ Resources }))
  const assembly = loadAssembly(dir)
  const resolver = createResolver(assembly, { queueUrl: n => n, secret: n => n, apiUrl: () => undefined })
  const s3 = 'http://127.0.0.1:9000'
  const headers = readEdgeHeaders(assembly, resolver, { s3, url: 'http://127.0.0.1:3000' })
  expect(headers).toEqual({
    web: {
      'content-security-policy': `default-src 'self'; img-src 'self' data: ${s3}; connect-src 'self' ws://127.0.0.1:3000 ${s3}`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=()',
    },
    public: { 'x-content-type-options': 'nosniff' },
    api: { 'referrer-policy': 'no-referrer' },
    toApi: { 'x-edge': 'edge' },
  })

  const server = readEdgeHeaders(assembly, resolver, { s3: 'https://shop.example', url: 'https://shop.example' })
  expect(server.web).toMatchObject({
    'content-security-policy':
      "default-src 'self'; img-src 'self' data: https://shop.example; connect-src 'self' wss://shop.example https://shop.example; upgrade-insecure-requests",
    'strict-transport-security': 'max-age=1',
  })
})
