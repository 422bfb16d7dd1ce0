import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Functions of the fixture; each does just what the local cloud's tests need and appends to
 * `RECORD_FILE`.
 */
const HANDLERS: Record<string, string> = {
  api: `
    const { setTimeout: sleep } = await import('node:timers/promises')
    const answer = (body, more) => ({ statusCode: 200, body: JSON.stringify(body), ...more })
    export async function handler(event, context) {
      switch (event.pathParameters?.proxy ?? event.path) {
        case 'env': return answer({ ...process.env, remaining: context.getRemainingTimeInMillis() })
        case 'throw': throw new Error('on purpose')
        case 'nonsense': return { body: 'no status' }
        case 'exit': process.exit(1)
        case 'hang': await sleep(60_000); return answer({})
        case 'slow': await sleep(300); return answer({ slow: true })
        case 'binary': return { statusCode: 200, headers: { 'Content-Type': 'image/png' }, body: Buffer.from([137, 80, 255]).toString('base64'), isBase64Encoded: true }
        case 'cookies': return answer({}, { multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] }, headers: { 'X-One': 'yes' } })
        case 'big': return answer('x'.repeat(6 * 1024 * 1024))
        case 'empty': return { statusCode: 204 }
        default: return answer({ event, count: globalThis.count = (globalThis.count ?? 0) + 1 })
      }
    }`,
  authorizer: `
    export async function handler(event) {
      record({ authorizer: event.path })
      const token = (event.headers.Authorization ?? event.headers.authorization ?? '').replace('Bearer ', '')
      if (!token) throw new Error('Unauthorized')
      if (token === 'broken') throw new Error('boom')
      return {
        principalId: token,
        usageIdentifierKey: 'key-of-' + token,
        context: { companyId: token, number: 7 },
        policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: token === 'denied' ? 'Deny' : 'Allow', Resource: event.methodArn }] },
      }
    }`,
  realtime: `
    const management = (id, method, body) => fetch(process.env.REALTIME_ENDPOINT + '/@connections/' + encodeURIComponent(id), { method, body })
    export async function handler(event) {
      const { routeKey, connectionId, disconnectStatusCode } = event.requestContext
      record({ routeKey, connectionId, disconnectStatusCode, body: event.body })
      if (routeKey === '$connect') return { statusCode: event.queryStringParameters?.token === 'good' ? 200 : 401 }
      if (routeKey !== '$default') return { statusCode: 200 }
      const message = JSON.parse(event.body)
      if (message.action === 'throw') throw new Error('on purpose')
      if (message.action === 'close') await management(connectionId, 'DELETE')
      else await management(connectionId, 'POST', JSON.stringify({ echo: message }))
      return { statusCode: 200 }
    }`,
  worker: `
    const { setTimeout: sleep } = await import('node:timers/promises')
    export async function handler(event) {
      const bodies = event.Records.map(r => r.body)
      record({ start: bodies, group: event.Records[0].attributes.MessageGroupId, attributes: event.Records[0].messageAttributes, arn: event.Records[0].eventSourceARN })
      if (bodies.includes('crash')) process.exit(1)
      for (const body of bodies) await sleep(Number(/^wait-(\\d+)/.exec(body)?.[1] ?? 0))
      record({ end: bodies })
      const store = globalThis.awslambda.InvokeStore
      return { batchItemFailures: event.Records.filter(r => r.body.startsWith('poison')).map(r => ({ itemIdentifier: r.messageId })), store: store.hasContext() }
    }`,
  clock: `
    export async function handler(event) { record({ tick: event }) }`,
}

const PRELUDE = `
  import { appendFileSync } from 'node:fs'
  const record = entry => process.env.RECORD_FILE && appendFileSync(process.env.RECORD_FILE, JSON.stringify(entry) + '\\n')
`

type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })
const invocationUri = (id: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:us-east-1:lambda:path/2015-03-31/functions/',
      arnOf(id),
      '/invocations',
    ],
  ],
})

/** Returns a function whose code is the asset `hash`, as the CDK writes it. */
const lambda = (name: string, hash: string, env: Record<string, unknown> = {}, timeout = 3): Resources[string] => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    FunctionName: `fixture-${name}`,
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Timeout: timeout,
    MemorySize: 256,
    Code: { S3Bucket: { Ref: 'AWS::NoValue' }, S3Key: `${hash}.zip` },
    Environment: { Variables: env },
  },
})

const withConcurrency = ({ Type, Properties }: Resources[string], most: number): Resources[string] => ({
  Type,
  Properties: { ...Properties, ReservedConcurrentExecutions: most },
})

const queue = (name: string, properties: object = {}): Resources[string] => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName: `fixture-${name}`, VisibilityTimeout: 2, ...properties },
})

function dataStack() {
  const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
  return {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          TableName: 'fixture',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          AttributeDefinitions: [attribute('pk'), attribute('sk')],
          TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      },
      Dead: queue('dead.fifo', { FifoQueue: true }),
      Events: queue('events.fifo', {
        FifoQueue: true,
        RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 2 },
      }),
      Jobs: queue('jobs'),
      Media: {
        Type: 'AWS::S3::Bucket',
        Properties: {
          BucketName: { 'Fn::Join': ['-', ['fixture-media', { Ref: 'AWS::AccountId' }]] },
          CorsConfiguration: { CorsRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] },
        },
      },
    } satisfies Resources,
    Outputs: {
      EventsArn: { Value: arnOf('Events'), Export: { Name: 'fixture-data:EventsArn' } },
      EventsUrl: {
        Value: { Ref: 'Events' },
        Export: { Name: { 'Fn::Join': [':', [{ Ref: 'AWS::StackName' }, 'EventsUrl']] } },
      },
    },
  }
}

function apiStack() {
  const resource = (parent: object, part: string): Resources[string] => ({
    Type: 'AWS::ApiGateway::Resource',
    Properties: { RestApiId: { Ref: 'Api' }, ParentId: parent, PathPart: part },
  })
  const method = (at: object, httpMethod: string, more: object = {}): Resources[string] => ({
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: { Ref: 'Api' },
      ResourceId: at,
      HttpMethod: httpMethod,
      AuthorizationType: 'NONE',
      Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invocationUri('ApiFunction') },
      ...more,
    },
  })
  const root = { 'Fn::GetAtt': ['Api', 'RootResourceId'] }
  return {
    Resources: {
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: {
          Name: 'fixture',
          ApiKeySourceType: 'AUTHORIZER',
          BinaryMediaTypes: ['image/*', 'multipart/form-data'],
        },
      },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'api' } },
      Things: resource(root, 'things'),
      Thing: resource({ Ref: 'Things' }, '{proxy+}'),
      Special: resource({ Ref: 'Things' }, 'special'),
      One: resource({ Ref: 'Special' }, '{id}'),
      Send: resource(root, 'send'),
      Full: resource(root, 'full'),
      GetFull: method({ Ref: 'Full' }, 'GET', {
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invocationUri('FullFunction') },
      }),
      AnyThing: method({ Ref: 'Thing' }, 'ANY'),
      GetThings: method({ Ref: 'Things' }, 'GET'),
      GetOne: method({ Ref: 'One' }, 'GET'),
      Options: method({ Ref: 'Things' }, 'OPTIONS', {
        Integration: {
          Type: 'MOCK',
          IntegrationResponses: [
            { StatusCode: '204', ResponseParameters: { 'method.response.header.X-Mock': "'yes'" } },
          ],
        },
      }),
      PostSend: method({ Ref: 'Send' }, 'POST', {
        AuthorizationType: 'CUSTOM',
        AuthorizerId: { Ref: 'Authorizer' },
        ApiKeyRequired: true,
      }),
      Authorizer: {
        Type: 'AWS::ApiGateway::Authorizer',
        Properties: {
          RestApiId: { Ref: 'Api' },
          Type: 'REQUEST',
          IdentitySource: 'method.request.header.Authorization',
          AuthorizerResultTtlInSeconds: 300,
          AuthorizerUri: invocationUri('AuthorizerFunction'),
        },
      },
      Plan: {
        Type: 'AWS::ApiGateway::UsagePlan',
        Properties: {
          ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }],
          Throttle: { RateLimit: 1, BurstLimit: 3 },
        },
      },
      NotFound: {
        Type: 'AWS::ApiGateway::GatewayResponse',
        Properties: {
          RestApiId: { Ref: 'Api' },
          ResponseType: 'MISSING_AUTHENTICATION_TOKEN',
          StatusCode: '404',
          ResponseParameters: { 'gatewayresponse.header.X-Why': "'route'" },
          ResponseTemplates: { 'application/json': '{"error":"ERR_NOT_FOUND","requestId":"$context.requestId"}' },
        },
      },
      ApiFunction: lambda('api', 'api', {
        SECRET: '{{resolve:secretsmanager:fixture-jwt:SecretString:::}}',
        EVENTS_QUEUE_URL: { 'Fn::ImportValue': 'fixture-data:EventsUrl' },
      }),
      AuthorizerFunction: lambda('authorizer', 'authorizer'),
      // Accepts no invocation, as a function with a reserved concurrency of 0.
      FullFunction: withConcurrency(lambda('full', 'api'), 0),
      Busy: {
        Type: 'AWS::ApiGateway::GatewayResponse',
        Properties: {
          RestApiId: { Ref: 'Api' },
          ResponseType: 'INTEGRATION_FAILURE',
          StatusCode: '503',
          ResponseParameters: { 'gatewayresponse.header.Retry-After': "'1'" },
          ResponseTemplates: { 'application/json': '{"error":"ERR_UNAVAILABLE"}' },
        },
      },
    } satisfies Resources,
  }
}

function workersStack() {
  const integration = {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: { ApiId: { Ref: 'Api' }, IntegrationUri: invocationUri('Realtime') },
  }
  const route = (RouteKey: string) => ({
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'Api' },
      RouteKey,
      Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
    },
  })
  return {
    Resources: {
      // The same logical id as the REST API's, in another stack.
      Api: {
        Type: 'AWS::ApiGatewayV2::Api',
        Properties: { ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.action' },
      },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Api' }, StageName: 'ws' } },
      Integration: integration,
      Connect: route('$connect'),
      Disconnect: route('$disconnect'),
      Default: route('$default'),
      Realtime: lambda('realtime', 'realtime', {
        REALTIME_ENDPOINT: {
          'Fn::Join': ['', ['https://', { Ref: 'Api' }, '.execute-api.', { Ref: 'AWS::Region' }, '.amazonaws.com/ws']],
        },
      }),
      Worker: lambda('worker', 'worker', {}, 20),
      Clock: lambda('clock', 'clock'),
      EventsMapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          FunctionName: { Ref: 'Worker' },
          EventSourceArn: { 'Fn::ImportValue': 'fixture-data:EventsArn' },
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
      JobsMapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          FunctionName: { Ref: 'Worker' },
          EventSourceArn: `arn:aws:sqs:us-east-1:000000000000:fixture-jobs`,
          BatchSize: 10,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      },
      Minute: {
        Type: 'AWS::Scheduler::Schedule',
        Properties: {
          ScheduleExpression: 'rate(1 minute)',
          Target: { Arn: arnOf('Clock'), Input: '{"by":"schedule"}' },
        },
      },
    } satisfies Resources,
  }
}

/**
 * Writes a small assembly of three stacks that refer to each other, as the CDK would synthesize it.
 */
export function writeFixture(dir: string): void {
  const stacks = { 'fixture-data': dataStack(), 'fixture-api': apiStack(), 'fixture-workers': workersStack() }
  for (const [name, code] of Object.entries(HANDLERS)) {
    mkdirSync(join(dir, `asset.${name}`), { recursive: true })
    writeFileSync(join(dir, `asset.${name}`, 'index.mjs'), PRELUDE + code)
  }
  const files = Object.fromEntries(Object.keys(HANDLERS).map(name => [name, { source: { path: `asset.${name}` } }]))
  for (const [name, template] of Object.entries(stacks)) {
    writeFileSync(join(dir, `${name}.template.json`), JSON.stringify(template))
    writeFileSync(join(dir, `${name}.assets.json`), JSON.stringify({ files }))
  }
}
