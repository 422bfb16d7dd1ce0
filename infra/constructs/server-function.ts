import { TABLE } from '@balcao/shared/table.ts'
import { ArnFormat, Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { ExternalSetting, StageSettings } from '../config.ts'
import type { DataStack } from '../stacks/data-stack.ts'
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts'
import { addAlarm } from './alarms.ts'
import type { Bundles, FunctionName } from './function-bundles.ts'
import { acknowledgeMedia, acknowledgePublic, mediaObjects, publicObjects } from './media-objects.ts'

/** Queues that functions may send to. */
type Sendable =
  | 'inbound'
  | 'outbound'
  | 'jobs'
  | 'timers'
  | 'mail'
  | 'ticks'
  | 'machines'
  | 'deliveries'
  | 'pages'
  | 'pushes'

/** Variables of external systems by setting (functions/src/config.ts). */
const EXTERNAL_SYSTEMS = {
  openai: { openaiUrl: 'OPENAI_URL', openaiModel: 'OPENAI_MODEL' },
  embeddings: { openaiUrl: 'OPENAI_URL', openaiEmbeddingModel: 'OPENAI_EMBEDDING_MODEL' },
  speech: { openaiTranscriptionModel: 'OPENAI_TRANSCRIPTION_MODEL', azureSpeechUrl: 'AZURE_SPEECH_URL' },
  dialogflow: { dialogflowUrl: 'DIALOGFLOW_URL', googleOauthUrl: 'GOOGLE_OAUTH_URL' },
  meta: { metaGraphUrl: 'META_GRAPH_URL', metaDialogUrl: 'META_DIALOG_URL' },
} as const satisfies Record<string, Partial<Record<ExternalSetting, string>>>
type ExternalSystem = keyof typeof EXTERNAL_SYSTEMS

function externalEnvironment(settings: StageSettings, systems: readonly ExternalSystem[] = []): Record<string, string> {
  const variables = systems.flatMap(name => Object.entries(EXTERNAL_SYSTEMS[name]) as [ExternalSetting, string][])
  return Object.fromEntries(
    variables.flatMap(([setting, variable]) => (settings[setting] ? [[variable, settings[setting]]] : [])),
  )
}

/** Access of one function. Everything not named here is denied. */
export type Needs = {
  table: 'read' | 'write'
  /** Scans the whole table, with access to keys only. */
  scan?: boolean
  /** Access to objects of the media bucket; `find` separates missing from forbidden ones. */
  media?: readonly (keyof typeof MEDIA)[]
  /** Writes public objects. */
  show?: boolean
  /** Deletes public objects. */
  conceal?: boolean
  /** Reads public objects. */
  seeShown?: boolean
  send?: readonly Sendable[]
  /** External systems whose addresses and models the stage may configure. */
  externalSystems?: readonly ExternalSystem[]
  /** Publishes to browsers over the WebSocket API. */
  publish?: boolean
  /** Calls the bank: reads the secret with our credentials there. */
  pix?: boolean
}

export type ServerFunctionProps = {
  settings: StageSettings
  bundles: Bundles
  data: DataStack
  /** The WebSocket API of the browsers. */
  realtime: RealtimeEndpoint
  name: FunctionName
  needs: Needs
  timeout: Duration
  memoryMiB: number
  /** Size of its temporary folder, MiB; 512 by default. */
  diskMiB?: number
  /** Reserved concurrency: kept free for it and never exceeded; none is reserved by default. */
  concurrency?: number | undefined
  /** Variables besides the environment of all functions. */
  environment?: Record<string, string>
}

export type RealtimeEndpoint = {
  apiId: string
  stageName: string
  /** Spelling of `apiId`, a reference, in the security checks. */
  label: string
}

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
]
const MEDIA = {
  get: 's3:GetObject',
  put: 's3:PutObject',
  delete: 's3:DeleteObject',
  /** The uploaded parts of a multipart upload. */
  parts: 's3:ListMultipartUploadParts',
  // Without it S3 answers 403 for a missing object, like for a forbidden one.
  find: 's3:ListBucket',
} as const

/**
 * One Lambda function with its log group, its role, the grants of its needs, its environment and
 * its alarms. Every function gets the whole environment, since functions/src/config.ts refuses to
 * start without it; names are no permission, the grants are.
 */
export class ServerFunction extends Construct {
  readonly function: LambdaFunction

  constructor(scope: Construct, id: string, props: ServerFunctionProps) {
    super(scope, id)
    const { settings, data, name, needs } = props
    const physical = `balcao-${settings.stage}-${name}`
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${physical}`,
      retention: settings.logDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    logGroup.grantWrite(role)

    this.function = new LambdaFunction(this, 'Function', {
      functionName: physical,
      description: `Balcão ${settings.stage}: ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(props.bundles(name)),
      handler: 'index.handler',
      timeout: props.timeout,
      memorySize: props.memoryMiB,
      ...(props.diskMiB ? { ephemeralStorageSize: Size.mebibytes(props.diskMiB) } : {}),
      ...(props.concurrency ? { reservedConcurrentExecutions: props.concurrency } : {}),
      role,
      logGroup,
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        STAGE: settings.stage,
        TABLE_NAME: data.table.table.tableName,
        MEDIA_BUCKET: data.media.bucketName,
        INBOUND_QUEUE_URL: data.inbound.queueUrl,
        OUTBOUND_QUEUE_URLS: data.outbound.map(queue => queue.queueUrl).join(','),
        JOBS_QUEUE_URL: data.jobs.queueUrl,
        TIMERS_QUEUE_URL: data.timers.queueUrl,
        MAIL_QUEUE_URL: data.mail.queueUrl,
        TICKS_QUEUE_URL: data.ticks.queueUrl,
        MACHINES_QUEUE_URL: data.machines.queueUrl,
        DELIVERIES_QUEUE_URL: data.deliveries.queueUrl,
        PAGES_QUEUE_URL: data.pages.queueUrl,
        PUSHES_QUEUE_URL: data.pushes.queueUrl,
        REALTIME_ENDPOINT: callbackUrl(this, props.realtime),
        JWT_SECRET: data.jwtSecret.unsafeUnwrap(),
        SEALING_SECRET: data.sealingSecret.unsafeUnwrap(),
        VAPID_SECRET: data.vapidSecret.unsafeUnwrap(),
        META_APP_ID: settings.metaAppId ?? '',
        ...(settings.privateHosts ? { OUTGOING_PRIVATE_HOSTS: settings.privateHosts } : {}),
        META_APP_SECRET: data.metaAppSecret.unsafeUnwrap(),
        META_VERIFY_TOKEN: data.metaVerifyToken.unsafeUnwrap(),
        ...externalEnvironment(settings, needs.externalSystems),
        ...(needs.pix && settings.pixUrl && settings.pixKey
          ? { PIX_URL: settings.pixUrl, PIX_KEY: settings.pixKey, PIX_SECRET: pixSecretName(settings) }
          : {}),
        ...props.environment,
      },
    })
    acknowledge(this.function, {
      'AwsSolutions-L1':
        'Node 24 is the version the whole product is developed and tested on; Lambda supports it until April 2028.',
    })

    this.grantTable(data, needs)
    this.grantMedia(settings, data, needs)
    this.grantQueues(data, needs)
    if (needs.publish) this.grantPublish(props.realtime)
    if (needs.pix && settings.pixUrl) this.grantPix(settings)
    this.watch(props)
  }

  /** Grants exactly these actions on exactly these resources. */
  allow(actions: readonly string[], resources: readonly string[]): void {
    this.function.addToRolePolicy(
      new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] }),
    )
  }

  private grantTable(data: DataStack, needs: Needs): void {
    this.allow(READ, data.table.arns)
    if (needs.scan) this.letScanKeys(data)
    if (needs.table === 'write') this.allow(WRITE, [data.table.table.tableArn])
  }

  private letScanKeys({ table: { table } }: DataStack): void {
    this.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:Scan'],
        resources: [table.tableArn],
        conditions: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': [TABLE.partitionKey, TABLE.sortKey, 'companyId'] },
          StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        },
      }),
    )
  }

  private grantMedia(settings: StageSettings, data: DataStack, needs: Needs): void {
    const open = [
      ...(needs.show ? [MEDIA.put] : []),
      ...(needs.conceal ? [MEDIA.delete] : []),
      ...(needs.seeShown ? [MEDIA.get] : []),
    ]
    if (open.length > 0) {
      this.allow(open, [publicObjects(settings)])
      acknowledgePublic(this, settings)
    }
    if (!needs.media) return
    const { find, ...actions } = MEDIA
    this.allow(
      needs.media.filter(action => action !== 'find').map(action => actions[action]),
      [mediaObjects(settings)],
    )
    if (needs.media.includes('find')) this.allow([find], [data.media.bucketArn])
    acknowledgeMedia(this, settings)
  }

  private grantQueues(data: DataStack, needs: Needs): void {
    const queues: Record<Sendable, readonly IQueue[]> = {
      inbound: [data.inbound],
      outbound: data.outbound,
      jobs: [data.jobs],
      timers: [data.timers],
      mail: [data.mail],
      ticks: [data.ticks],
      machines: [data.machines],
      deliveries: [data.deliveries],
      pages: [data.pages],
      pushes: [data.pushes],
    }
    const wanted = (needs.send ?? []).flatMap(name => queues[name])
    if (wanted.length > 0)
      this.allow(
        ['sqs:SendMessage'],
        wanted.map(queue => queue.queueArn),
      )
  }

  private grantPublish({ apiId, stageName, label }: RealtimeEndpoint): void {
    const connections = (method: string) =>
      Stack.of(this).formatArn({
        service: 'execute-api',
        resource: apiId,
        resourceName: `${stageName}/${method}/@connections/*`,
      })
    this.allow(['execute-api:ManageConnections'], [connections('POST'), connections('DELETE')])
    for (const method of ['POST', 'DELETE'])
      acknowledgeWildcard(
        this,
        `arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:${label}/${stageName}/${method}/@connections/*`,
        'The ids of connections are made by API Gateway when browsers connect; the grant ends at this API and stage.',
      )
  }

  /** The operator creates this secret, so the six characters that AWS appends are unknown. */
  private grantPix(settings: StageSettings): void {
    const name = `${pixSecretName(settings)}-??????`
    const resource = { service: 'secretsmanager', resource: 'secret', arnFormat: ArnFormat.COLON_RESOURCE_NAME }
    this.allow(['secretsmanager:GetSecretValue'], [Stack.of(this).formatArn({ ...resource, resourceName: name })])
  }

  private watch({ settings, data, name, concurrency }: ServerFunctionProps): void {
    const period = Duration.minutes(5)
    addAlarm(this, 'ErrorsAlarm', data.alarms, {
      metric: this.function.metricErrors({ period }),
      description: `${name}: calls end in an error. Read /aws/lambda/balcao-${settings.stage}-${name}.`,
      threshold: 5,
    })
    addAlarm(this, 'ThrottlesAlarm', data.alarms, {
      metric: this.function.metricThrottles({ period }),
      description: concurrency
        ? `${name}: more calls at once than the ${concurrency} it is given (infra/config.ts). A flood, or raise the setting.`
        : `${name}: calls are refused for lack of concurrency. Raise the account's Lambda concurrency quota.`,
      threshold: 1,
      periods: 2,
    })
  }
}

/** Returns the name of the secret with the JSON that integrations/pix/account.ts reads. */
const pixSecretName = ({ stage }: StageSettings): string => `balcao-${stage}-pix`

const callbackUrl = (scope: Construct, { apiId, stageName }: RealtimeEndpoint): string => {
  const { region, urlSuffix } = Stack.of(scope)
  return `https://${apiId}.execute-api.${region}.${urlSuffix}/${stageName}`
}
