import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import type { AreaName } from '@balcao/shared/api-contract/route.ts'
import type { ErrorCode } from '@balcao/shared/errors.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import { Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib'
import {
  AccessLogField,
  AccessLogFormat,
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  type IResource,
  type IUsagePlan,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  Period,
  RequestAuthorizer,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { addAlarm } from '../constructs/alarms.ts'
import type { Bundles } from '../constructs/function-bundles.ts'
import { DEFAULT_AREA, gatewayRoutes, servedAreas } from '../constructs/gateway-routes.ts'
import { NEEDS } from '../constructs/needs.ts'
import { type RealtimeEndpoint, ServerFunction } from '../constructs/server-function.ts'
import type { DataStack } from './data-stack.ts'

/**
 * The stage's name is the path on the web's own origin, so CloudFront forwards `/api/*` unchanged
 * and no CORS is needed.
 */
const STAGE_NAME = 'api'

/**
 * Sign-ins a second of one environment: a hash takes 80 ms on its share of a core, tables and
 * gateway the rest.
 */
const SIGN_INS_PER_SECOND = 3

/**
 * The REST API: one function per area behind greedy proxies, derived from the contract. The root's
 * proxy leads to the default area.
 */
export class ApiStack extends Stack {
  readonly api: RestApi
  /** Usage plan of each company's key of the public API. */
  readonly usagePlan: IUsagePlan

  constructor(
    scope: Construct,
    settings: StageSettings,
    data: DataStack,
    realtime: RealtimeEndpoint,
    bundles: Bundles,
  ) {
    super(scope, `balcao-${settings.stage}-api`, { description: 'Balcão: REST API' })
    const common = { settings, data, realtime, bundles }
    const { signInConcurrency } = settings

    const accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: `/balcao/${settings.stage}/api-access`,
      retention: settings.logDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.api = new RestApi(this, 'Api', {
      restApiName: `balcao-${settings.stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      binaryMediaTypes: ['multipart/form-data', 'application/octet-stream'],
      minCompressionSize: Size.kibibytes(1),
      // The realtime stack makes this setting, which exists once per account.
      cloudWatchRole: false,
      deployOptions: {
        stageName: STAGE_NAME,
        accessLogDestination: new LogGroupLogDestination(accessLogs),
        // Logs the resource, never the path: `/resetpasswords/…` carries a secret, others phone
        // numbers.
        accessLogFormat: AccessLogFormat.custom(
          JSON.stringify({
            requestId: AccessLogField.contextRequestId(),
            time: AccessLogField.contextRequestTimeEpoch(),
            method: AccessLogField.contextHttpMethod(),
            resource: AccessLogField.contextResourcePath(),
            status: AccessLogField.contextStatus(),
            latency: AccessLogField.contextResponseLatency(),
            bytes: AccessLogField.contextResponseLength(),
            address: AccessLogField.contextIdentitySourceIp(),
            error: '$context.error.responseType',
          }),
        ),
        loggingLevel: MethodLoggingLevel.OFF,
        metricsEnabled: false,
        throttlingRateLimit: 500,
        throttlingBurstLimit: 1000,
        ...(signInConcurrency > 0 && {
          methodOptions: {
            '/auth/login/POST': {
              throttlingRateLimit: signInConcurrency * SIGN_INS_PER_SECOND,
              throttlingBurstLimit: signInConcurrency,
            },
          },
        }),
      },
    })
    acknowledge(this.api, {
      'AwsSolutions-APIG2':
        'Each call is parsed by the zod schemas of its contract in the function, bodies of forms too.',
      'AwsSolutions-APIG3':
        'A web ACL is optional and belongs before CloudFront (setting webAclArn), where the address of the client is known.',
      'AwsSolutions-APIG4':
        'Every area function verifies the access token before anything else; the access matrix tests each route.',
      'AwsSolutions-APIG6': 'Execution logs would contain bodies and tokens; access logs without them are on.',
      'AwsSolutions-COG4': 'Users live in the table of the product, per company; there is no Cognito pool.',
    })
    this.answerLikeTheFunctions()
    // Lambda does not count a function's 500 as a failure.
    addAlarm(this, 'ServerErrorsAlarm', data.alarms, {
      metric: this.api.deploymentStage.metricServerError({ period: Duration.minutes(5) }),
      description: `api: calls are answered with 5xx. /balcao/${settings.stage}/api-access says which, the log of that function why.`,
      threshold: 5,
    })

    const { proxies, keyed, own } = gatewayRoutes(SERVED_AREAS)
    const integrations = new Map<AreaName, LambdaIntegration>()
    for (const area of servedAreas(SERVED_AREAS)) {
      const { function: handler } = new ServerFunction(this, `Area-${area}`, {
        ...common,
        name: area,
        needs: NEEDS[area],
        timeout: Duration.seconds(28),
        memoryMiB: 1024,
        environment: {
          EDGE_KEY: data.edgeKey.unsafeUnwrap(),
          // Meta is told where it reaches the webhook of cloud numbers; without a domain of its
          // own, the address that the app at Meta names.
          ...(area === 'channels' && settings.domain ? { WEB_ADDRESS: `https://${settings.domain}` } : {}),
          ...(area === 'channels' && settings.metaConfigId ? { META_CONFIG_ID: settings.metaConfigId } : {}),
          ...(area === 'company' && settings.signUp && { SIGN_UP: settings.signUp }),
        },
      })
      // One permission per function instead of one per method: a function's policy has at most 20
      // KB.
      integrations.set(area, new LambdaIntegration(handler, { scopePermissionToMethod: false, allowTestInvoke: false }))
    }

    const authorizer = new RequestAuthorizer(this, 'TokenAuthorizer', {
      handler: new ServerFunction(this, 'ApiTokenAuthorizer', {
        ...common,
        name: 'api-token-authorizer',
        needs: NEEDS['api-token-authorizer'],
        timeout: Duration.seconds(10),
        memoryMiB: 512,
      }).function,
      // The token may be in either of two headers; naming one would refuse the other before the
      // function is invoked.
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    })

    for (const { method, path, area } of keyed) {
      resourceAt(this.api.root, path).addMethod(method, integrations.get(area), {
        authorizationType: AuthorizationType.CUSTOM,
        authorizer,
        apiKeyRequired: true,
      })
    }
    const signIn = new LambdaIntegration(
      new ServerFunction(this, 'SignIn', {
        ...common,
        name: 'sign-in',
        needs: NEEDS['sign-in'],
        timeout: Duration.seconds(28),
        memoryMiB: 1024,
        concurrency: signInConcurrency,
        environment: { EDGE_KEY: data.edgeKey.unsafeUnwrap() },
      }).function,
      { scopePermissionToMethod: false, allowTestInvoke: false },
    )
    for (const { method, path } of own) resourceAt(this.api.root, path).addMethod(method, signIn)
    for (const [path, area] of proxies) {
      const resource = resourceAt(this.api.root, path)
      for (const at of [resource, resourceAt(resource, '{proxy+}')]) at.addMethod('ANY', integrations.get(area))
    }
    resourceAt(this.api.root, '{proxy+}').addMethod('ANY', integrations.get(DEFAULT_AREA))

    this.usagePlan = this.api.addUsagePlan('PublicApi', {
      name: `balcao-${settings.stage}-public-api`,
      description: 'Limits of each key of the public messages API',
      throttle: { rateLimit: settings.publicApi.ratePerSecond, burstLimit: settings.publicApi.burst },
      quota: { limit: settings.publicApi.perMonth, period: Period.MONTH },
      apiStages: [{ api: this.api, stage: this.api.deploymentStage }],
    })
  }

  /** Gives the gateway's own refusals the form of a function's: `{ "error": "ERR_…" }`. */
  private answerLikeTheFunctions(): void {
    const answer = (
      type: ResponseType,
      statusCode: number,
      error: ErrorCode,
      headers?: Record<string, string>,
      data: Record<string, unknown> = {},
    ) =>
      this.api.addGatewayResponse(`Response-${type.responseType}`, {
        type,
        statusCode: String(statusCode),
        templates: { 'application/json': JSON.stringify({ error, requestId: '$context.requestId', ...data }) },
        ...(headers && {
          responseHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`])),
        }),
      })
    answer(ResponseType.UNAUTHORIZED, 401, 'ERR_UNAUTHORIZED')
    answer(ResponseType.INVALID_API_KEY, 401, 'ERR_UNAUTHORIZED')
    answer(ResponseType.ACCESS_DENIED, 403, 'ERR_PLAN_FEATURE')
    answer(ResponseType.MISSING_AUTHENTICATION_TOKEN, 404, 'ERR_NOT_FOUND')
    answer(ResponseType.RESOURCE_NOT_FOUND, 404, 'ERR_NOT_FOUND')
    // The gateway does not know a call's own limits: this is the answer of the calls that sign a
    // form for larger files.
    const larger = { mostBytes: INLINE_LIMIT, uploads: '/{resource}/{id}/uploads' }
    answer(ResponseType.REQUEST_TOO_LARGE, 413, 'ERR_UPLOAD_TOO_LARGE', undefined, larger)
    answer(ResponseType.THROTTLED, 429, 'ERR_TOO_MANY_REQUESTS', { 'Retry-After': '1' })
    answer(ResponseType.QUOTA_EXCEEDED, 429, 'ERR_TOO_MANY_REQUESTS', { 'Retry-After': '86400' })
    answer(ResponseType.INTEGRATION_TIMEOUT, 503, 'ERR_UNAVAILABLE', { 'Retry-After': '1' })
    answer(ResponseType.INTEGRATION_FAILURE, 503, 'ERR_UNAVAILABLE', { 'Retry-After': '1' })
    answer(ResponseType.AUTHORIZER_FAILURE, 500, 'ERR_INTERNAL')
    answer(ResponseType.DEFAULT_5XX, 500, 'ERR_INTERNAL')
  }
}

/** Returns the resource at a path below another, created if missing. */
function resourceAt(from: IResource, path: string): IResource {
  return path
    .split('/')
    .filter(Boolean)
    .reduce<IResource>((resource, part) => resource.getResource(part) ?? resource.addResource(part), from)
}
