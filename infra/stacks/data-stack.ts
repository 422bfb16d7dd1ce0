import { PREPARED_UPLOADS, PREPARED_UPLOADS_DAYS } from '@balcao/shared/media.ts'
import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { mediaBucketName, publicObjects } from '../constructs/media-objects.ts'
import { TenantTable } from '../constructs/tenant-table.ts'
import { WorkQueue } from '../constructs/work-queue.ts'

/**
 * Everything that holds state: the table, the media, the queues, the signing secret; and the topic
 * of alarms.
 */
export class DataStack extends Stack {
  readonly alarms: Topic
  readonly table: TenantTable
  readonly media: Bucket
  readonly inbound: Queue
  /** One queue per shard, in shard order. */
  readonly outbound: readonly Queue[]
  readonly jobs: Queue
  readonly timers: Queue
  readonly mail: Queue
  readonly ticks: Queue
  readonly machines: Queue
  readonly deliveries: Queue
  readonly pages: Queue
  readonly pushes: Queue
  /** Secret that signs access tokens: a reference that CloudFormation resolves, never the value. */
  readonly jwtSecret: SecretValue
  readonly metaAppSecret: SecretValue
  readonly metaVerifyToken: SecretValue
  readonly sealingSecret: SecretValue
  readonly vapidSecret: SecretValue
  /** Secret by which CloudFront authenticates to the functions behind the REST API. */
  readonly edgeKey: SecretValue

  constructor(scope: Construct, settings: StageSettings) {
    super(scope, `balcao-${settings.stage}-data`, { description: 'Balcão: table, media, queues' })

    this.alarms = new Topic(this, 'Alarms', { topicName: `balcao-${settings.stage}-alarms`, enforceSSL: true })
    // enforceSSL gives the topic its own policy, which replaces the default one that lets alarms
    // publish.
    this.alarms.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.alarms.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    )
    if (settings.alarmEmail) this.alarms.addSubscription(new EmailSubscription(settings.alarmEmail))

    this.table = new TenantTable(this, 'TenantTable', settings)

    this.media = new Bucket(this, 'Media', {
      bucketName: mediaBucketName(settings),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: settings.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      // A presigned link is its own permission and carries no cookie, so the origin protects
      // nothing; it is still restricted once the web has a fixed name.
      cors: [
        {
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT, HttpMethods.POST],
          allowedOrigins: [settings.domain ? `https://${settings.domain}` : '*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          maxAge: 3600,
        },
      ],
      lifecycleRules: [
        { id: 'abort-unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { id: 'expire-unsent-uploads', prefix: PREPARED_UPLOADS, expiration: Duration.days(PREPARED_UPLOADS_DAYS) },
      ],
    })
    // Named by account instead of by distribution, which is created after the bucket, and needs it.
    this.media.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ShowPublicFiles',
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [publicObjects(settings)],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    )
    acknowledge(this.media, {
      'AwsSolutions-S1':
        'Server access logs would hold the keys of every file a company exchanged; access is by links of minutes, issued and logged by the functions.',
    })

    const common = { settings, alarms: this.alarms }
    const fifo = { ...common, fifo: true }
    this.inbound = new WorkQueue(this, 'Inbound', {
      ...fifo,
      name: 'inbound',
      // Twice the function's timeout instead of the usual six times: FIFO groups wait for it when a
      // worker dies.
      visibilityTimeout: Duration.seconds(60),
      maxReceiveCount: 10,
      maxAge: Duration.minutes(2),
    }).queue
    this.outbound = Array.from(
      { length: SHARDS },
      (_, shard) =>
        new WorkQueue(this, `Outbound${shard}`, {
          ...fifo,
          name: `outbound-${shard}`,
          // A host that works longer on a message extends it; one that died holds it no longer than
          // its lease.
          visibilityTimeout: Duration.seconds(30),
          maxReceiveCount: 100,
          maxAge: Duration.minutes(15),
        }).queue,
    )
    this.jobs = new WorkQueue(this, 'Jobs', {
      ...common,
      fifo: false,
      name: 'jobs',
      visibilityTimeout: Duration.minutes(6),
      maxReceiveCount: 5,
      maxAge: Duration.minutes(15),
    }).queue
    this.timers = new WorkQueue(this, 'Timers', {
      ...common,
      fifo: false,
      name: 'timers',
      visibilityTimeout: Duration.minutes(3),
      maxReceiveCount: 5,
      // Timers are enqueued up to 15 minutes ahead with a delay.
      maxAge: Duration.minutes(20),
    }).queue
    this.mail = new WorkQueue(this, 'Mail', {
      ...common,
      fifo: false,
      name: 'mail',
      visibilityTimeout: Duration.minutes(3),
      maxReceiveCount: 5,
      maxAge: Duration.minutes(15),
    }).queue
    this.ticks = new WorkQueue(this, 'Ticks', {
      ...common,
      fifo: false,
      name: 'ticks',
      // Little above the function's timeout: a campaign waits for it when a worker dies.
      visibilityTimeout: Duration.seconds(35),
      maxReceiveCount: 5,
      // Ticks are enqueued up to 15 minutes ahead with a delay.
      maxAge: Duration.minutes(20),
    }).queue

    this.machines = new WorkQueue(this, 'Machines', {
      ...common,
      fifo: false,
      name: 'machines',
      // Little above the function's timeout: a conversation waits for it when a worker dies.
      visibilityTimeout: Duration.seconds(135),
      maxReceiveCount: 5,
      maxAge: Duration.minutes(15),
    }).queue
    this.deliveries = new WorkQueue(this, 'Deliveries', {
      ...common,
      fifo: false,
      name: 'deliveries',
      visibilityTimeout: Duration.seconds(75),
      maxReceiveCount: 5,
      // Failed deliveries are enqueued up to 15 minutes ahead with a delay.
      maxAge: Duration.minutes(20),
    }).queue
    this.pages = new WorkQueue(this, 'Pages', {
      ...fifo,
      name: 'pages',
      visibilityTimeout: Duration.seconds(75),
      maxReceiveCount: 5,
      maxAge: Duration.minutes(15),
    }).queue

    this.pushes = new WorkQueue(this, 'Pushes', {
      ...common,
      fifo: false,
      name: 'pushes',
      visibilityTimeout: Duration.seconds(75),
      maxReceiveCount: 5,
      // Pushes that a push service deferred are enqueued up to 15 minutes ahead with a delay.
      maxAge: Duration.minutes(20),
    }).queue

    this.jwtSecret = this.secret(settings, 'JwtSecret', {
      name: 'jwt',
      description: 'Signs access tokens and list cursors',
      rotation:
        'A new value alone ends every session at once, so it is changed on purpose (docs/operations/secrets.md) and not on a schedule.',
      version: settings.secretVersion,
    })
    this.sealingSecret = this.secret(settings, 'SealingSecret', {
      name: 'sealing',
      description: 'Seals the keys and tokens that companies store for other systems',
      rotation:
        'Changed on purpose (docs/operations/secrets.md): what it sealed is sealed anew while the earlier one is still named.',
      version: settings.sealingVersion,
    })
    this.vapidSecret = this.secret(settings, 'VapidSecret', {
      name: 'vapid',
      description: 'What the key is made of by which push services know us (RFC 8292)',
      rotation:
        'With another one every subscription to web push is void until its browser opens the product again, so it is changed on purpose.',
    })
    this.metaAppSecret = this.secret(settings, 'MetaAppSecret', {
      name: 'meta-app',
      description: 'The secret of the app at Meta, put here by the operator: signs its webhooks',
      rotation: 'Meta makes it; it is changed there and here together (docs/operations/deploying.md).',
    })
    this.metaVerifyToken = this.secret(settings, 'MetaVerifyToken', {
      name: 'meta-verify',
      description: 'Shown by Meta once, when the webhook is set up',
      rotation: 'It opens nothing: it only tells Meta that the webhook is ours.',
    })
    this.edgeKey = this.secret(settings, 'EdgeKey', {
      name: 'edge',
      description: 'CloudFront sends it to the REST API, so that the functions believe the client address it forwards',
      rotation: 'It opens nothing: it only tells whether a forwarded address may be counted for the limits of sign-in.',
    })
  }

  /**
   * Creates a secret; returns a reference by name, since an export would bind the stacks to each
   * other.
   */
  private secret(
    { stage, retain }: StageSettings,
    id: string,
    given: { name: string; description: string; rotation: string; version?: string | undefined },
  ): SecretValue {
    const secretName = `balcao-${stage}-${given.name}`
    const secret = new Secret(this, id, {
      secretName,
      description: given.description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    acknowledge(secret, { 'AwsSolutions-SMG4': given.rotation })
    return SecretValue.secretsManager(secretName, { ...(given.version && { versionId: given.version }) })
  }
}
