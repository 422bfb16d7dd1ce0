import { HOST_LOAD } from '@balcao/shared/rules/host-load.ts'
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { GatewayVpcEndpointAwsService, Peer, Port, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2'
import {
  Cluster,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { addAlarm } from '../constructs/alarms.ts'
import { hostImage } from '../constructs/host-image.ts'
import { acknowledgeMedia, mediaObjects } from '../constructs/media-objects.ts'
import type { DataStack } from './data-stack.ts'

const HEALTH_CHECK =
  "fetch('http://127.0.0.1:8080/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"

/**
 * The processes that hold the WhatsApp sockets: Fargate tasks that share the shards among
 * themselves by leases.
 */
export class SessionHostStack extends Stack {
  constructor(scope: Construct, settings: StageSettings, data: DataStack) {
    super(scope, `balcao-${settings.stage}-session-host`, { description: 'Balcão: WhatsApp session hosts' })
    const { host } = settings
    const viaNat = settings.egress === 'nat-gateway'
    const hostSubnets = viaNat ? SubnetType.PRIVATE_WITH_EGRESS : SubnetType.PUBLIC

    const vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: viaNat ? 1 : 0,
      subnetConfiguration: [
        // A task that needs an address here requests one.
        { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
        ...(viaNat ? [{ name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 24 }] : []),
      ],
      // Free, and its traffic is not charged by the NAT gateway: media, rows, layers of the image.
      gatewayEndpoints: {
        S3: { service: GatewayVpcEndpointAwsService.S3 },
        DynamoDB: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
    })
    acknowledge(vpc, {
      'AwsSolutions-VPC7':
        'Nothing listens in this network and its security group lets nothing in; a flow log would cost more than the hosts and list WhatsApp addresses.',
    })
    const securityGroup = new SecurityGroup(this, 'HostSecurityGroup', {
      vpc,
      description: 'Session hosts: nothing in, HTTPS and WebSocket out',
      allowAllOutbound: false,
    })
    securityGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'WhatsApp and the AWS APIs')

    const cluster = new Cluster(this, 'Cluster', {
      vpc,
      clusterName: `balcao-${settings.stage}`,
      containerInsightsV2: ContainerInsights.DISABLED,
    })
    acknowledge(cluster, {
      'AwsSolutions-ECS4':
        'CPU, memory and the number of tasks, which alarms and scaling use, are metrics of the service without it; it would add some $5 a month per stage.',
    })

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/balcao/${settings.stage}/session-host`,
      retention: settings.logDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const task = new FargateTaskDefinition(this, 'Task', {
      family: `balcao-${settings.stage}-session-host`,
      cpu: host.cpu,
      memoryLimitMiB: host.memoryMiB,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    })
    const container = task.addContainer('session-host', {
      image: hostImage(settings),
      environment: {
        STAGE: settings.stage,
        TABLE_NAME: data.table.table.tableName,
        MEDIA_BUCKET: data.media.bucketName,
        INBOUND_QUEUE_URL: data.inbound.queueUrl,
        OUTBOUND_QUEUE_URLS: data.outbound.map(queue => queue.queueUrl).join(','),
        AWS_REGION: this.region,
        ...(settings.whatsappVersion && { WHATSAPP_VERSION: settings.whatsappVersion }),
        // Each thread's arena of the C library keeps freed memory: a fifth of the total with a
        // hundred sessions.
        MALLOC_ARENA_MAX: '2',
      },
      logging: LogDriver.awsLogs({ logGroup, streamPrefix: 'host' }),
      readonlyRootFilesystem: true,
      // The endpoint listens inside the task only; nothing else reaches it.
      healthCheck: {
        command: ['CMD', 'node', '-e', HEALTH_CHECK],
        interval: Duration.seconds(30),
        timeout: Duration.seconds(5),
        retries: 3,
        startPeriod: Duration.seconds(30),
      },
      // Draining: ends sends, closes sockets, releases leases.
      stopTimeout: Duration.seconds(120),
    })
    // The root is read-only; files on their way to WhatsApp are encrypted in a scratch volume that
    // ends with the task.
    task.addVolume({ name: 'scratch' })
    container.addMountPoints({ sourceVolume: 'scratch', containerPath: '/scratch', readOnly: false })
    this.grant(task, settings, data)
    acknowledge(task, {
      'AwsSolutions-ECS2': 'The variables are names and addresses; the host has no secret, its role is its credential.',
      'AwsSolutions-IAM5[Resource::*]':
        'ecr:GetAuthorizationToken, which pulling the image needs, knows no resource; the image itself is granted by its repository.',
    })

    const service = new FargateService(this, 'Service', {
      cluster,
      serviceName: `balcao-${settings.stage}-session-host`,
      taskDefinition: task,
      desiredCount: host.min,
      // A new host takes over shards before an old one drains.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      assignPublicIp: !viaNat,
      vpcSubnets: { subnetType: hostSubnets },
      securityGroups: [securityGroup],
    })
    // A task that starts before the egress exists cannot pull its image, and a few of those roll
    // the stack back.
    service.node.addDependency(vpc.selectSubnets({ subnetType: hostSubnets }).internetConnectivityEstablished)
    this.scale(service, settings)
    this.watch(service, settings, data)
  }

  private grant(task: FargateTaskDefinition, settings: StageSettings, data: DataStack): void {
    const allow = (actions: string[], resources: string[]) =>
      task.addToTaskRolePolicy(new PolicyStatement({ actions, resources }))
    allow(
      [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:ConditionCheckItem',
      ],
      [data.table.table.tableArn],
    )
    allow(['sqs:SendMessage'], [data.inbound.queueArn])
    allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
      data.outbound.map(queue => queue.queueArn),
    )
    allow(['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'], [mediaObjects(settings)])
    acknowledgeMedia(task, settings)
  }

  /**
   * Scales on the sessions per host, which each host reports every minute, and on the CPU of their
   * traffic. Not on memory: a process that has held many sessions keeps its heap, so the service
   * would never scale in. There are never more hosts than shards, since a shard is the least a host
   * can hold.
   */
  private scale(service: FargateService, { host, stage }: StageSettings): void {
    const scaling = service.autoScaleTaskCount({ minCapacity: host.min, maxCapacity: host.max })
    // Scaling in is slower than scaling out: each change moves sockets between hosts.
    const cooldown = { scaleOutCooldown: Duration.minutes(3), scaleInCooldown: Duration.minutes(15) }
    scaling.scaleToTrackCustomMetric('BySessions', {
      metric: new Metric({
        namespace: HOST_LOAD.namespace,
        metricName: HOST_LOAD.metric,
        dimensionsMap: { [HOST_LOAD.dimension]: stage },
        statistic: 'Average',
      }),
      targetValue: host.sessions,
      ...cooldown,
    })
    scaling.scaleOnCpuUtilization('ByTraffic', { targetUtilizationPercent: 60, ...cooldown })
  }

  private watch(service: FargateService, { host }: StageSettings, data: DataStack): void {
    addAlarm(this, 'HostMissing', data.alarms, {
      // One sample per running task and minute: the number of tasks, without Container Insights.
      metric: new Metric({
        namespace: 'AWS/ECS',
        metricName: 'CPUUtilization',
        dimensionsMap: { ClusterName: service.cluster.clusterName, ServiceName: service.serviceName },
        statistic: 'SampleCount',
        period: Duration.minutes(1),
      }),
      description: `session-host: fewer than ${host.min} hosts run. WhatsApp is not served; read the service's events and the host's log.`,
      threshold: host.min,
      periods: 3,
      below: true,
      silenceIsTrouble: true,
    })
    addAlarm(this, 'HostMemory', data.alarms, {
      metric: service.metricMemoryUtilization({ period: Duration.minutes(5), statistic: 'max' }),
      description:
        'session-host: a host uses more than 90 % of its memory and may be killed. Lower host.sessions, or raise host.memoryMiB.',
      threshold: 90,
    })
  }
}
