import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { TABLE } from '@balcao/shared/table.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { stageSettings } from '../config.ts'
import { WORK_TAG } from '../constructs/work-tag.ts'
import { ofType, type Resource, synthesize } from './synthesize.ts'

const synthesized = synthesize({ stage: 'prod' }, true)
afterAll(synthesized.remove)

describe('the templates', () => {
  it('are what the schemas of CloudFormation ask for', () => {
    expect(synthesized.findings()).toEqual([])
  })

  it.each([...synthesized.stacks])('%s stays far below the 500 resources CloudFormation takes', (_, resources) => {
    expect(Object.keys(resources).length).toBeLessThan(450)
  })

  it('have custom resources only for the files of the web', () => {
    const custom = [...synthesized.stacks].flatMap(([stack, resources]) =>
      Object.values(resources)
        .filter(({ Type }) => Type.startsWith('Custom::') || Type === 'AWS::CloudFormation::CustomResource')
        .map(() => stack),
    )
    expect(new Set(custom)).toEqual(new Set(['web']))
  })
})

describe('the table', () => {
  const [table] = ofType(synthesized, 'AWS::DynamoDB::Table')

  it('is on demand, recoverable and protected', () => {
    expect(table?.Properties).toMatchObject({
      TableName: 'balcao-prod',
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
    })
    expect(table?.DeletionPolicy).toBe('Retain')
  })

  it('has the indexes of the contract', () => {
    const indexes = table?.Properties.GlobalSecondaryIndexes as {
      IndexName: string
      KeySchema: { AttributeName: string }[]
    }[]
    expect(indexes.map(({ IndexName, KeySchema }) => [IndexName, ...KeySchema.map(key => key.AttributeName)])).toEqual(
      TABLE.indexes.map(({ name, partitionKey, sortKey }) => [name, partitionKey, sortKey]),
    )
  })
})

describe('queues', () => {
  const queues = ofType(synthesized, 'AWS::SQS::Queue')
  const alarms = ofType(synthesized, 'AWS::CloudWatch::Alarm')
  const isDeadLetters = ({ Properties }: Resource) => String(Properties.QueueName).includes('-dlq')
  const alarmOn = (id: string, metric: string) =>
    alarms.filter(({ Properties }) => {
      const [dimension] = (Properties.Dimensions ?? []) as { Value: unknown }[]
      return (
        Properties.MetricName === metric &&
        JSON.stringify(dimension?.Value) === JSON.stringify({ 'Fn::GetAtt': [id, 'QueueName'] })
      )
    })

  it('are those of the design, each with its dead letters', () => {
    const outbound = Array.from({ length: SHARDS }, (_, n) => `outbound-${n}.fifo`)
    const names = [
      'inbound.fifo',
      ...outbound,
      'jobs',
      'timers',
      'mail',
      'ticks',
      'machines',
      'deliveries',
      'pages.fifo',
      'pushes',
    ]
    const withDead = names.flatMap(name => [name, name.replace(/(\.fifo)?$/, '-dlq$1')])
    expect(queues.map(({ Properties }) => Properties.QueueName).sort()).toEqual(
      withDead.map(name => `balcao-prod-${name}`).sort(),
    )
  })

  it.each(queues.filter(queue => !isDeadLetters(queue)))(
    '$Properties.QueueName leads to its own dead letters',
    queue => {
      const { deadLetterTargetArn } = queue.Properties.RedrivePolicy as {
        deadLetterTargetArn: { 'Fn::GetAtt': [string] }
      }
      const dead = queues.find(({ id }) => id === deadLetterTargetArn['Fn::GetAtt'][0])
      expect(dead?.Properties.QueueName).toBe(String(queue.Properties.QueueName).replace(/(\.fifo)?$/, '-dlq$1'))
    },
  )

  it.each(queues)('$Properties.QueueName is watched', queue => {
    const metric = isDeadLetters(queue) ? 'ApproximateNumberOfMessagesVisible' : 'ApproximateAgeOfOldestMessage'
    const [alarm] = alarmOn(queue.id, metric)
    expect(alarm?.Properties.AlarmActions).toHaveLength(1)
  })

  it.each(queues.filter(({ Properties }) => String(Properties.QueueName).endsWith('.fifo')))(
    '$Properties.QueueName keeps order per conversation at full speed',
    ({ Properties }) => {
      expect(Properties).toMatchObject({
        FifoQueue: true,
        ContentBasedDeduplication: false,
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      })
    },
  )

  it('that feed a function answer message by message, and hide one longer than the function may take', () => {
    const mappings = ofType(synthesized, 'AWS::Lambda::EventSourceMapping')
    expect(mappings).toHaveLength(9)
    for (const { Properties, stack } of mappings) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
      const handler = synthesized.stacks.get(stack)?.[(Properties.FunctionName as { Ref: string }).Ref]
      const name = String(handler?.Properties.FunctionName).replace('balcao-prod-', '')
      const queue = queues.find(({ Properties: given }) =>
        String(given.QueueName).match(`^balcao-prod-${name}(.fifo)?$`),
      )
      expect(Number(queue?.Properties.VisibilityTimeout)).toBeGreaterThan(Number(handler?.Properties.Timeout))
    }
  })
})

describe('alarms', () => {
  const alarms = ofType(synthesized, 'AWS::CloudWatch::Alarm')

  it('all notify the topic, which allows it', () => {
    const [topic] = ofType(synthesized, 'AWS::SNS::Topic')
    for (const { Properties } of alarms) expect(JSON.stringify(Properties.AlarmActions)).toContain(topic!.id)
    const [policy] = ofType(synthesized, 'AWS::SNS::TopicPolicy')
    const { Statement } = policy!.Properties.PolicyDocument as { Statement: Record<string, unknown>[] }
    expect(Statement.filter(({ Effect }) => Effect === 'Allow')).toMatchObject([
      { Principal: { Service: 'cloudwatch.amazonaws.com' }, Action: 'sns:Publish' },
    ])
  })

  it('see the errors that functions answer, which Lambda counts as success', () => {
    const on = (metric: string) => alarms.find(({ Properties }) => Properties.MetricName === metric)?.Properties
    const dimensions = on('5XXError')?.Dimensions as { Name: string }[]
    expect(dimensions.map(({ Name }) => Name).sort()).toEqual(['ApiName', 'Stage'])
    const [filter] = ofType(synthesized, 'AWS::Logs::MetricFilter')
    const realtime = synthesized.stacks.get('realtime')![(filter!.Properties.LogGroupName as { Ref: string }).Ref]
    expect(realtime?.Properties.LogGroupName).toBe('/aws/lambda/balcao-prod-realtime')
    expect(filter!.Properties.FilterPattern).toBe('{ $.level = "ERROR" }')
    const [{ MetricName, MetricNamespace }] = filter!.Properties.MetricTransformations as [Record<string, string>]
    expect(on(String(MetricName))?.Namespace).toBe(MetricNamespace)
  })
})

describe('functions', () => {
  const functions = ofType(synthesized, 'AWS::Lambda::Function').filter(({ stack }) => stack !== 'web')

  it.each(functions)('$Properties.FunctionName runs on Node 24 on ARM and keeps its logs for a limited time', one => {
    expect(one.Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' })
    const logGroups = ofType(synthesized, 'AWS::Logs::LogGroup')
    const own = logGroups.find(
      ({ Properties }) => Properties.LogGroupName === `/aws/lambda/${one.Properties.FunctionName}`,
    )
    expect(own?.Properties.RetentionInDays).toBe(90)
  })

  it('mark those whose answer nobody waits for', () => {
    const tagged = functions.filter(({ Properties }) =>
      ((Properties.Tags ?? []) as { Key: string; Value: string }[]).some(
        ({ Key, Value }) => Key === WORK_TAG.key && Value === WORK_TAG.background,
      ),
    )
    expect(tagged.map(({ Properties }) => Properties.FunctionName).sort()).toEqual(
      ['deliveries', 'jobs', 'mail', 'ticks'].map(name => `balcao-prod-${name}`),
    )
  })

  it('run the clock each minute, and miss it when it stops', () => {
    const [schedule] = ofType(synthesized, 'AWS::Scheduler::Schedule')
    expect(schedule?.Properties.ScheduleExpression).toBe('rate(1 minute)')
    const [invoke] = ofType(synthesized, 'AWS::Lambda::EventInvokeConfig')
    expect(invoke?.Properties).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 })
    const missing = ofType(synthesized, 'AWS::CloudWatch::Alarm').filter(({ id }) => id.startsWith('ClockMissing'))
    expect(missing.map(({ Properties }) => Properties.TreatMissingData)).toEqual(['breaching'])
  })
})

describe('the session hosts', () => {
  it('are given two minutes to drain and roll back when a version does not start', () => {
    const [task] = ofType(synthesized, 'AWS::ECS::TaskDefinition')
    expect(task?.Properties.RuntimePlatform).toEqual({ CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' })
    expect(task?.Properties.ContainerDefinitions).toMatchObject([{ StopTimeout: 120 }])
    const [service] = ofType(synthesized, 'AWS::ECS::Service')
    expect(service?.Properties.DeploymentConfiguration).toMatchObject({
      DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      MinimumHealthyPercent: 100,
    })
  })

  it('are never more than there are shards, and are missed when there is none', () => {
    const [target] = ofType(synthesized, 'AWS::ApplicationAutoScaling::ScalableTarget')
    expect(target?.Properties).toMatchObject({ MinCapacity: 1, MaxCapacity: SHARDS })
    const missing = ofType(synthesized, 'AWS::CloudWatch::Alarm').filter(({ id }) => id.startsWith('HostMissing'))
    expect(missing.map(({ Properties }) => Properties.TreatMissingData)).toEqual(['breaching'])
  })

  it('follow the sessions that each host reports, and their traffic', () => {
    const policies = ofType(synthesized, 'AWS::ApplicationAutoScaling::ScalingPolicy')
    const followed = policies.map(
      ({ Properties }) => Properties.TargetTrackingScalingPolicyConfiguration as Record<string, unknown>,
    )
    expect(followed).toMatchObject([
      {
        // As the host spells it: the test of its load has the same words.
        CustomizedMetricSpecification: {
          Namespace: 'Balcao/SessionHost',
          MetricName: 'Sessions',
          Dimensions: [{ Name: 'Stage', Value: 'prod' }],
          Statistic: 'Average',
        },
        TargetValue: 300,
      },
      { PredefinedMetricSpecification: { PredefinedMetricType: 'ECSServiceAverageCPUUtilization' }, TargetValue: 60 },
    ])
  })
})

describe('the settings of a stage', () => {
  it.each([
    [{ stage: 'Prod' }, 'stage'],
    [{ stage: 'prod', egress: 'none' }, 'egress'],
    [{ stage: 'prod', egress: 'public' }, 'egress'],
    [{ stage: 'prod', alarmEmail: 'nobody' }, 'alarmEmail'],
    [{ stage: 'prod', whatsappVersion: 'latest' }, 'whatsappVersion'],
    [{ stage: 'prod', signUp: 'yes' }, 'signUp'],
    [{ stage: 'prod', domain: 'app.example.com' }, 'certificateArn'],
    [{ stage: 'prod', pixUrl: 'http://pix.example.com', pixKey: 'a@example.com' }, 'pixUrl'],
    [{ stage: 'prod', pixUrl: 'https://pix.example.com' }, 'pixUrl and pixKey'],
    [{ stage: 'prod', emailFrom: 'nobody' }, 'emailFrom'],
    [{ stage: 'prod', privateHosts: 'https://ixc.internal' }, 'privateHosts'],
    [{ stage: 'prod', privateHosts: 'ixc.internal' }, 'privateHosts'],
    [{ stage: 'prod', emailFrom: 'Loja <a@example.com>, b@example.com' }, 'emailFrom'],
    [{ stage: 'prod', openaiUrl: 'http://models.example.com/v1' }, 'openaiUrl'],
    [{ stage: 'prod', dialogflowUrl: 'https://dialogflow.example.com/' }, 'dialogflowUrl'],
    [{ stage: 'prod', azureSpeechUrl: 'voices' }, 'azureSpeechUrl'],
  ])('refuse %o', (given, named) => {
    expect(() => stageSettings(given)).toThrow(named)
  })

  it('close the sign-up, of which one function learns', () => {
    const closed = synthesize({ stage: 'prod', signUp: 'closed' })
    const told = (from: typeof closed) =>
      ofType(from, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { Variables } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> }
        return Variables?.SIGN_UP ? [[Properties.FunctionName, Variables.SIGN_UP]] : []
      })
    expect(told(closed)).toEqual([['balcao-prod-company', 'closed']])
    expect(told(synthesized)).toEqual([])
    closed.remove()
  })

  it('list the private hosts companies may name', () => {
    const privateHosts = 'ixc.internal:443,10.0.0.5:8443'
    const named = synthesize({ stage: 'prod', privateHosts })
    const listed = (from: typeof named) =>
      ofType(from, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { Variables } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> }
        return Variables?.OUTGOING_PRIVATE_HOSTS ?? []
      })
    expect([...new Set(listed(named))]).toEqual([privateHosts])
    expect(listed(synthesized)).toEqual([])
    named.remove()
  })

  it('keep data in every stage but the local one', () => {
    expect(stageSettings({}).retain).toBe(false)
    expect(stageSettings({ stage: 'dev' }).retain).toBe(true)
  })
})

describe('the files of the web', () => {
  it('are cached for ever when their name holds a hash, and asked for each time otherwise', () => {
    const deployments = ofType(synthesized, 'Custom::CDKBucketDeployment').map(({ Properties }) => ({
      cache: (Properties.SystemMetadata as { 'cache-control': string })['cache-control'],
      files: synthesized.filesOf(String((Properties.SourceObjectKeys as string[])[0])),
    }))
    expect(deployments).toEqual([
      { cache: 'public, max-age=31536000, immutable', files: ['assets/index-1a2b3c.js'] },
      { cache: 'no-cache', files: ['index.html', 'service-worker.js'] },
    ])
  })

  it('that are asked for each time are wiped from the edge with every deployment, and all are sent compressed', () => {
    const wiped = ofType(synthesized, 'Custom::CDKBucketDeployment').flatMap(
      ({ Properties }) => Properties.DistributionPaths ?? [],
    )
    expect(wiped).toEqual(['/index.html', '/service-worker.js'])
    const [distribution] = ofType(synthesized, 'AWS::CloudFront::Distribution')
    const { DefaultCacheBehavior } = distribution!.Properties.DistributionConfig as {
      DefaultCacheBehavior: { Compress: boolean }
    }
    expect(DefaultCacheBehavior.Compress).toBe(true)
  })

  it('name systems outside to the functions that ask them, and to no other', () => {
    const given = {
      ...{ openaiUrl: 'https://models.example.com/v1', openaiModel: 'own', openaiTranscriptionModel: 'ears' },
      openaiEmbeddingModel: 'near',
      ...{ azureSpeechUrl: 'https://{region}.voices.example.com', dialogflowUrl: 'https://flow.example.com' },
      ...{ googleOauthUrl: 'https://oauth.example.com', metaGraphUrl: 'https://graph.facebook.com/v24.0' },
      metaDialogUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    }
    const elsewhere = synthesize({ stage: 'prod', ...given })
    elsewhere.remove()
    const functionsWith = (from: typeof elsewhere, variable: string) =>
      ofType(from, 'AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { Variables } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> }
        const value = Variables?.[variable]
        return value === undefined ? [] : [`${String(Properties.FunctionName).replace('balcao-prod-', '')} ${value}`]
      })
    const models = ['automation', 'jobs', 'machines'].map(name => `${name} https://models.example.com/v1`)
    expect(functionsWith(elsewhere, 'OPENAI_URL').sort()).toEqual(models)
    expect(functionsWith(elsewhere, 'OPENAI_MODEL').sort()).toEqual(['automation own', 'machines own'])
    const embedding = ['automation near', 'jobs near', 'machines near']
    expect(functionsWith(elsewhere, 'OPENAI_EMBEDDING_MODEL').sort()).toEqual(embedding)
    expect(functionsWith(elsewhere, 'OPENAI_TRANSCRIPTION_MODEL')).toEqual(['machines ears'])
    expect(functionsWith(elsewhere, 'AZURE_SPEECH_URL')).toEqual(['machines https://{region}.voices.example.com'])
    for (const variable of ['DIALOGFLOW_URL', 'GOOGLE_OAUTH_URL'])
      expect(functionsWith(elsewhere, variable)).toHaveLength(2)
    const pages = ['channels', 'inbound', 'jobs', 'pages'].map(name => `${name} https://graph.facebook.com/v24.0`)
    expect(functionsWith(elsewhere, 'META_GRAPH_URL').sort()).toEqual(pages)
    expect(functionsWith(synthesized, 'OPENAI_URL')).toEqual([])
  })
})
