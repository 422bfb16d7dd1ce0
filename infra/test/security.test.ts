import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import { AwsSolutionsChecks } from 'cdk-nag'
import { afterAll, describe, expect, it } from 'vitest'
import { servedAreas } from '../constructs/gateway-routes.ts'
import { ofType, type Synthesized, synthesize } from './synthesize.ts'

const synthesized = synthesize({ stage: 'prod' })
const withAddresses = synthesize({ stage: 'staging', egress: 'public-address' })
afterAll(() => {
  synthesized.remove()
  withAddresses.remove()
})

type Statement = { Effect: string; Action: string | string[]; Resource: unknown }
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** Returns a value in which references read as `<…>`, so that only our own wildcards remain. */
const readable = (value: unknown): string => {
  if (typeof value === 'string') return value
  const [name, argument] = Object.entries(value as Record<string, unknown>)[0]!
  if (name === 'Fn::Join') return (argument as [string, unknown[]])[1].map(readable).join('')
  return '<reference>'
}

/**
 * Grants of roles; resource policies are no grants to us. The stack `web` holds only the CDK's own
 * upload of the files.
 */
const granted = ofType(synthesized, 'AWS::IAM::Policy')
  .filter(({ stack }) => stack !== 'web')
  .flatMap(policy =>
    (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement.map(statement => ({
      policy,
      statement,
    })),
  )

describe('the security checks', () => {
  it.each([
    ['behind a NAT gateway', synthesized],
    ['with public addresses', withAddresses],
  ])('find nothing that is not explained, %s', (_, { app }) => {
    const { violations } = new AwsSolutionsChecks(app).validateScope(app)
    expect(
      violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
    ).toEqual([])
  })
})

describe('grants', () => {
  it('name every action', () => {
    expect(granted.flatMap(({ statement }) => list(statement.Action)).filter(action => action.includes('*'))).toEqual(
      [],
    )
  })

  it('name every resource, but for what is made at run time', () => {
    const open = granted.flatMap(({ statement }) =>
      list(statement.Resource)
        .map(readable)
        .filter(resource => resource.includes('*'))
        .map(resource => ({ actions: list(statement.Action).join(), resource })),
    )
    const explained = open.filter(
      ({ actions, resource }) =>
        (actions === 'ecr:GetAuthorizationToken' && resource === '*') ||
        (/^(s3:(Get|Put|Delete)Object|s3:AbortMultipartUpload|s3:ListMultipartUploadParts|,)+$/.test(actions) &&
          /:s3:::balcao-prod-media-<reference>\/\*\/media\/\*$/.test(resource)) ||
        (/^(s3:(Get|Put|Delete)Object|,)+$/.test(actions) &&
          /:s3:::balcao-prod-media-<reference>\/public\/\*$/.test(resource)) ||
        (actions === 'apigateway:DELETE' && /:apigateway:<reference>::\/apikeys\/\*$/.test(resource)) ||
        (actions === 'execute-api:ManageConnections' &&
          /<reference>\/ws\/(POST|DELETE)\/@connections\/\*$/.test(resource)),
    )
    expect(open.filter(one => !explained.includes(one))).toEqual([])
    expect(explained.length).toBeGreaterThan(0)
  })

  it('let company and timers alone read who we are to the bank, and nobody without one', () => {
    const withBank = synthesize({ stage: 'prod', pixUrl: 'https://pix.example.com', pixKey: 'a@example.com' })
    const reading = ofType(withBank, 'AWS::IAM::Policy').flatMap(({ id, Properties }) =>
      (Properties.PolicyDocument as { Statement: Statement[] }).Statement.filter(({ Action }) =>
        list(Action).some(action => action.startsWith('secretsmanager:')),
      ).map(statement => ({ id, statement })),
    )
    withBank.remove()
    expect(reading.map(({ id }) => /company|Timers/.exec(id)?.[0]).sort()).toEqual(['Timers', 'company'])
    for (const { statement } of reading)
      expect([list(statement.Action), list(statement.Resource as unknown[]).map(readable)]).toEqual([
        ['secretsmanager:GetSecretValue'],
        ['arn:<reference>:secretsmanager:<reference>:<reference>:secret:balcao-prod-pix-??????'],
      ])
    expect(
      granted.flatMap(({ statement }) => list(statement.Action)).filter(action => action.startsWith('secretsmanager:')),
    ).toEqual([])
  })

  it('let the mail worker alone send e-mail, from the sender’s identities and address, and nobody without a sender', () => {
    const withSender = synthesize({ stage: 'prod', emailFrom: 'Balcão <No-Reply@example.com>' })
    const sending = ofType(withSender, 'AWS::IAM::Policy').flatMap(({ id, Properties }) =>
      (Properties.PolicyDocument as { Statement: (Statement & { Condition?: unknown })[] }).Statement.filter(
        ({ Action }) => list(Action).some(action => action.startsWith('ses:')),
      ).map(statement => ({ id, statement })),
    )
    withSender.remove()
    expect(sending).toHaveLength(1)
    const [{ id, statement }] = sending as [(typeof sending)[number]]
    expect(id).toMatch(/^MailRole/)
    expect(list(statement.Action)).toEqual(['ses:SendEmail'])
    expect(list(statement.Resource as unknown[]).map(readable)).toEqual([
      'arn:<reference>:ses:<reference>:<reference>:identity/no-reply@example.com',
      'arn:<reference>:ses:<reference>:<reference>:identity/example.com',
    ])
    expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'no-reply@example.com' } })
    const senders = ofType(withSender, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties.Environment ?? {}).includes('EMAIL_FROM'),
    )
    expect(senders.map(({ Properties }) => Properties.FunctionName)).toEqual(['balcao-prod-mail'])
    expect(
      granted.flatMap(({ statement }) => list(statement.Action)).filter(action => action.startsWith('ses:')),
    ).toEqual([])
  })

  it('never let a function read a whole table, but the jobs worker its keys, or administer one', () => {
    const actions = new Set(granted.flatMap(({ statement }) => list(statement.Action)))
    expect(
      [...actions].filter(action => /dynamodb:(CreateTable|DeleteTable|UpdateTable|PartiQL)/.test(action)),
    ).toEqual([])
    const scanners = granted.filter(({ statement }) => list(statement.Action).includes('dynamodb:Scan'))
    expect(scanners.map(({ policy }) => policy.id)).toEqual([expect.stringMatching(/^JobsRole/)])
    expect(scanners[0]!.statement).toMatchObject({
      Action: 'dynamodb:Scan',
      Condition: {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'companyId'] },
        StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      },
    })
  })

  it('let only the session hosts receive what goes to WhatsApp', () => {
    const receivers = granted
      .filter(({ statement }) => list(statement.Action).includes('sqs:ReceiveMessage'))
      .filter(({ statement }) => JSON.stringify(statement.Resource).includes('Outbound'))
    expect([...new Set(receivers.map(({ policy }) => policy.stack))]).toEqual(['session-host'])
  })

  it('let only the jobs worker make keys of the public API, on the plan of this stage', () => {
    const makers = granted.filter(({ statement }) => JSON.stringify(statement.Action).includes('apigateway:'))
    expect(new Set(makers.map(({ policy }) => policy.stack))).toEqual(new Set(['workers']))
    expect(makers.flatMap(({ statement }) => list(statement.Resource).map(readable))).toEqual([
      expect.stringMatching(/:apigateway:<reference>::\/apikeys$/),
      expect.stringMatching(/:apigateway:<reference>::\/apikeys\/\*$/),
      expect.stringMatching(/:apigateway:<reference>::\/usageplans\/<reference>\/keys$/),
    ])
    const knowing = ofType(synthesized, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties.Environment ?? {}).includes('USAGE_PLAN_ID'),
    )
    expect(knowing.map(({ Properties }) => Properties.FunctionName)).toEqual(['balcao-prod-jobs'])
  })

  it('give the authorizer of the public API nothing but reading', () => {
    const own = granted.filter(({ policy }) => policy.id.startsWith('ApiTokenAuthorizer'))
    const actions = own.flatMap(({ statement }) => list(statement.Action)).filter(action => !action.startsWith('logs:'))
    expect(actions.every(action => /^dynamodb:(Get|BatchGet|Query)/.test(action))).toBe(true)
    expect(actions.length).toBeGreaterThan(0)
  })
})

describe('secrets', () => {
  it('stand in no template: functions get a reference', () => {
    const functions = ofType(synthesized, 'AWS::Lambda::Function').filter(({ stack }) => stack !== 'web')
    for (const { Properties } of functions) {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> }
      expect(Variables.JWT_SECRET).toBe('{{resolve:secretsmanager:balcao-prod-jwt:SecretString:::}}')
    }
  })
})

describe('the address of a client', () => {
  it('is vouched for by CloudFront, with the key the area functions know', () => {
    const key = '{{resolve:secretsmanager:balcao-prod-edge:SecretString:::}}'
    const [distribution] = ofType(synthesized, 'AWS::CloudFront::Distribution')
    const { Origins } = distribution!.Properties.DistributionConfig as { Origins: { OriginCustomHeaders?: unknown }[] }
    expect(Origins.flatMap(({ OriginCustomHeaders }) => OriginCustomHeaders ?? [])).toEqual([
      { HeaderName: 'x-balcao-edge', HeaderValue: key },
    ])
    const knowing = ofType(synthesized, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties.Environment ?? {}).includes(key),
    )
    expect(knowing.map(({ stack }) => stack)).toEqual([...servedAreas(SERVED_AREAS), 'sign-in'].map(() => 'api'))
  })
})

describe('access logs', () => {
  it('hold no path, query, header or body', () => {
    const formats = [
      ...ofType(synthesized, 'AWS::ApiGateway::Stage').map(({ Properties }) => Properties.AccessLogSetting),
      ...ofType(synthesized, 'AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties.AccessLogSettings),
    ].map(setting => (setting as { Format: string }).Format)
    expect(formats).toHaveLength(2)
    for (const format of formats)
      expect(format).not.toMatch(/\$context\.(path|authorizer|requestOverride)|querystring|header|body/i)
  })
})

describe('the web', () => {
  const policies = ofType(synthesized, 'AWS::CloudFront::ResponseHeadersPolicy').map(
    ({ Properties }) =>
      Properties.ResponseHeadersPolicyConfig as { Name: string; SecurityHeadersConfig: Record<string, unknown> },
  )
  const page = policies.find(({ Name }) => Name === 'balcao-prod-page')!

  it('runs scripts and styles only from files of its own, and what its first answer is drawn with', () => {
    const policy = readable(
      (page.SecurityHeadersConfig.ContentSecurityPolicy as Record<string, unknown>).ContentSecurityPolicy,
    )
    const directives = new Map(policy.split('; ').map(directive => [directive.split(' ')[0], directive]))
    expect(directives.get('script-src')).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/)
    expect(directives.get('style-src')).toMatch(/^style-src 'self' 'sha256-[\w+/]{43}='$/)
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  })

  it.each(['connect-src', 'img-src', 'media-src'])('reaches presigned links of the media bucket in %s', name => {
    const policy = readable(
      (page.SecurityHeadersConfig.ContentSecurityPolicy as Record<string, unknown>).ContentSecurityPolicy,
    )
    const directive = policy.split('; ').find(part => part.startsWith(`${name} `))
    expect(directive).toMatch(/https:\/\/<reference>\.s3\.<reference>\.<reference>/)
    expect(directive).toMatch(/https:\/\/s3\.<reference>\.<reference>\/<reference>\//)
  })

  it('sends the protective headers with pages and answers', () => {
    expect(policies).toHaveLength(3)
    for (const { SecurityHeadersConfig } of policies) {
      expect(Object.keys(SecurityHeadersConfig)).toEqual(
        expect.arrayContaining([
          'ContentSecurityPolicy',
          'StrictTransportSecurity',
          'ContentTypeOptions',
          'ReferrerPolicy',
        ]),
      )
    }
  })

  it('shows of the media what is public, by CloudFront of this account alone, and only to read', () => {
    const policy = ofType(synthesized, 'AWS::S3::BucketPolicy')
      .flatMap(
        ({ Properties }) =>
          (Properties.PolicyDocument as { Statement: (Statement & { Effect: string; Condition?: unknown })[] })
            .Statement,
      )
      .filter(({ Effect, Resource }) => Effect === 'Allow' && readable(Resource).includes('-media-'))
    expect(policy).toMatchObject([
      {
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ])
    expect(readable(policy[0]!.Resource)).toMatch(/\/public\/\*$/)
    const [distribution] = ofType(synthesized, 'AWS::CloudFront::Distribution')
    const { CacheBehaviors, Origins } = distribution!.Properties.DistributionConfig as {
      CacheBehaviors: { PathPattern: string; TargetOriginId: string; AllowedMethods: string[] }[]
      Origins: { Id: string; OriginAccessControlId?: unknown }[]
    }
    const shown = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/public/*')!
    expect(shown.AllowedMethods).toEqual(['GET', 'HEAD'])
    expect(Origins.find(({ Id }) => Id === shown.TargetOriginId)?.OriginAccessControlId).toBeDefined()
  })

  it('answers screens with the application, but never /api, /ws or a missing file', () => {
    const [distribution] = ofType(synthesized, 'AWS::CloudFront::Distribution')
    const config = distribution?.Properties.DistributionConfig as {
      CustomErrorResponses?: unknown
      CacheBehaviors: { PathPattern: string; FunctionAssociations?: unknown }[]
    }
    expect(config.CustomErrorResponses).toBeUndefined()
    expect(config.CacheBehaviors.map(behavior => behavior.PathPattern)).toEqual(['/api/*', '/public/*', '/ws'])
    const withFunction = config.CacheBehaviors.filter(behavior => behavior.FunctionAssociations)
    expect(withFunction.map(behavior => behavior.PathPattern)).toEqual(['/api/*'])
    const [screens] = ofType(synthesized, 'AWS::CloudFront::Function').filter(({ Properties }) =>
      String(Properties.FunctionCode).includes('index.html'),
    )
    const handler = new Function(`${screens?.Properties.FunctionCode}; return handler`)() as (event: unknown) => {
      uri: string
    }
    const rewritten = (uri: string) => handler({ request: { uri } }).uri
    expect(rewritten('/')).toBe('/index.html')
    expect(rewritten('/tickets/0198-1')).toBe('/index.html')
    expect(rewritten('/assets/index-1a2b3c.js')).toBe('/assets/index-1a2b3c.js')
  })

  it('passes the API the public name, whatever the browser sends', () => {
    const [named] = ofType(synthesized, 'AWS::CloudFront::Function').filter(({ Properties }) =>
      String(Properties.FunctionCode).includes('x-balcao-host'),
    )
    type Request = { uri: string; headers: Record<string, { value: string }> }
    const handler = new Function(`${named?.Properties.FunctionCode}; return handler`)() as (event: {
      request: Request
    }) => Request
    const headers = { host: { value: 'balcao.example' }, 'x-balcao-host': { value: 'evil.example' } }
    expect(handler({ request: { uri: '/api/auth/login', headers } })).toEqual({
      uri: '/api/auth/login',
      headers: { host: { value: 'balcao.example' }, 'x-balcao-host': { value: 'balcao.example' } },
    })
  })
})

describe('buckets', () => {
  it('are private and refuse plain HTTP', () => {
    const buckets = ofType(synthesized, 'AWS::S3::Bucket')
    expect(buckets).toHaveLength(2)
    const refusing = ofType(synthesized, 'AWS::S3::BucketPolicy').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('"aws:SecureTransport":"false"'),
    )
    expect(refusing).toHaveLength(2)
    for (const { Properties } of buckets) {
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      })
    }
  })
})

describe('the network of the session hosts', () => {
  it.each([
    ['nat-gateway', synthesized],
    ['public-address', withAddresses],
  ])('lets nothing in and only HTTPS out (%s)', (_, one) => {
    const groups = ofType(one, 'AWS::EC2::SecurityGroup')
    expect(groups).toHaveLength(1)
    expect(groups[0]?.Properties.SecurityGroupIngress).toBeUndefined()
    expect(ofType(one, 'AWS::EC2::SecurityGroupIngress')).toEqual([])
    expect(groups[0]?.Properties.SecurityGroupEgress).toMatchObject([{ FromPort: 443, ToPort: 443, IpProtocol: 'tcp' }])
  })

  /**
   * Returns the targets of the default routes of the service's subnets, and whether the service
   * waits for them.
   */
  const placed = (one: Synthesized) => {
    const [service] = ofType(one, 'AWS::ECS::Service')
    const { AwsvpcConfiguration } = service!.Properties.NetworkConfiguration as {
      AwsvpcConfiguration: { AssignPublicIp: string; Subnets: { Ref: string }[] }
    }
    const subnets = AwsvpcConfiguration.Subnets.map(({ Ref }) => Ref)
    const tables = subnets.map(subnet =>
      JSON.stringify(
        ofType(one, 'AWS::EC2::SubnetRouteTableAssociation').find(
          ({ Properties }) => (Properties.SubnetId as { Ref: string }).Ref === subnet,
        )?.Properties.RouteTableId,
      ),
    )
    const routes = ofType(one, 'AWS::EC2::Route').filter(({ Properties }) =>
      tables.includes(JSON.stringify(Properties.RouteTableId)),
    )
    const exits = routes.map(({ Properties }) =>
      Properties.NatGatewayId ? 'nat' : Properties.GatewayId ? 'internet' : 'other',
    )
    const waits = routes.every(({ id }) => service!.DependsOn?.includes(id))
    const endpoints = ofType(one, 'AWS::EC2::VPCEndpoint').filter(({ Properties }) =>
      tables.every(table => JSON.stringify(Properties.RouteTableIds).includes(table)),
    )
    return { address: AwsvpcConfiguration.AssignPublicIp, exits, waits, endpoints }
  }

  it('is private by default: no host has an address, one NAT gateway leads out', () => {
    const { endpoints: _, ...way } = placed(synthesized)
    expect(way).toEqual({ address: 'DISABLED', exits: ['nat', 'nat'], waits: true })
    expect(ofType(synthesized, 'AWS::EC2::NatGateway')).toHaveLength(1)
  })

  it('has no NAT gateway when each host is given an address', () => {
    const { endpoints: _, ...way } = placed(withAddresses)
    expect(way).toEqual({ address: 'ENABLED', exits: ['internet', 'internet'], waits: true })
    expect(ofType(withAddresses, 'AWS::EC2::NatGateway')).toEqual([])
  })

  it.each([
    ['nat-gateway', synthesized],
    ['public-address', withAddresses],
  ])('reaches S3 and DynamoDB by free gateways from where the hosts are (%s)', (_, one) => {
    const { endpoints } = placed(one)
    expect(endpoints.map(({ Properties }) => Properties.VpcEndpointType)).toEqual(['Gateway', 'Gateway'])
    const services = endpoints.map(({ Properties }) => JSON.stringify(Properties.ServiceName)).sort()
    expect(services).toEqual([expect.stringContaining('dynamodb'), expect.stringContaining('s3')])
  })

  it('gives no address to what does not ask for one', () => {
    for (const one of [synthesized, withAddresses])
      for (const { Properties } of ofType(one, 'AWS::EC2::Subnet')) expect(Properties.MapPublicIpOnLaunch).toBe(false)
  })
})
