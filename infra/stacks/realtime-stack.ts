import { type CfnElement, CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { type CfnStage, LogGroupLogDestination, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { FilterPattern, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { addAlarm } from '../constructs/alarms.ts'
import type { Bundles } from '../constructs/function-bundles.ts'
import { GatewayAccount } from '../constructs/gateway-account.ts'
import { NEEDS } from '../constructs/needs.ts'
import { type RealtimeEndpoint, ServerFunction } from '../constructs/server-function.ts'
import type { DataStack } from './data-stack.ts'

/**
 * The path of the WebSocket on the web's own origin is the stage's name, so CloudFront forwards
 * `/ws` unchanged.
 */
const STAGE_NAME = 'ws'

/** The browsers' WebSocket: one function for `$connect`, `$disconnect` and every message. */
export class RealtimeStack extends Stack {
  /** Endpoint for the other stacks, which import it by name. */
  readonly endpoint: RealtimeEndpoint

  constructor(scope: Construct, settings: StageSettings, data: DataStack, bundles: Bundles) {
    super(scope, `balcao-${settings.stage}-realtime`, { description: 'Balcão: WebSocket API' })
    const gatewayAccount = new GatewayAccount(this, 'GatewayAccount')

    const api = new WebSocketApi(this, 'Api', {
      apiName: `balcao-${settings.stage}-realtime`,
      routeSelectionExpression: '$request.body.action',
    })
    const exportName = `balcao-${settings.stage}-realtime-api`
    new CfnOutput(this, 'ApiId', { value: api.apiId, exportName })
    this.endpoint = { apiId: Fn.importValue(exportName), stageName: STAGE_NAME, label: exportName }

    const realtime = new ServerFunction(this, 'Realtime', {
      settings,
      bundles,
      data,
      realtime: {
        apiId: api.apiId,
        stageName: STAGE_NAME,
        label: `<${this.getLogicalId(api.node.defaultChild as CfnElement)}>`,
      },
      name: 'realtime',
      needs: NEEDS.realtime,
      timeout: Duration.seconds(10),
      memoryMiB: 512,
    })
    // The function answers its failures, so Lambda counts none; the API's own metric would also
    // count each refused token.
    const failures = realtime.function.logGroup.addMetricFilter('Failures', {
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
      metricNamespace: `Balcao/${settings.stage}`,
      metricName: 'RealtimeFailures',
    })
    addAlarm(this, 'FailuresAlarm', data.alarms, {
      metric: failures.metric({ statistic: 'sum', period: Duration.minutes(5) }),
      description: `realtime: what browsers say is answered with an error. Read /aws/lambda/balcao-${settings.stage}-realtime.`,
      threshold: 5,
    })
    const routes = ['$connect', '$disconnect', '$default'].map(route =>
      api.addRoute(route, {
        integration: new WebSocketLambdaIntegration(`${route.slice(1)}Integration`, realtime.function),
      }),
    )

    const accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: `/balcao/${settings.stage}/realtime-access`,
      retention: settings.logDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: api,
      stageName: STAGE_NAME,
      autoDeploy: true,
      throttle: { rateLimit: 500, burstLimit: 1000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        // Neither the query, which carries the token, nor the messages.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: AccessLogField.contextRequestId(),
            time: AccessLogField.contextRequestTimeEpoch(),
            route: '$context.routeKey',
            event: '$context.eventType',
            status: AccessLogField.contextStatus(),
            connectionId: '$context.connectionId',
            error: '$context.integrationErrorMessage',
          }),
        ),
      },
    })
    stage.node.addDependency(gatewayAccount, ...routes)
    // A rush of connects and retries leaves room for the messages of connected browsers and for
    // `$disconnect`.
    const perRoute = stage.node.defaultChild as CfnStage
    perRoute.routeSettings = {
      $connect: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
      $default: { ThrottlingRateLimit: 400, ThrottlingBurstLimit: 800 },
      $disconnect: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    }
    acknowledge(api, {
      'AwsSolutions-APIG4':
        'The function of $connect verifies the access token itself and refuses the connection; without a connection there is no other route.',
    })
  }
}
