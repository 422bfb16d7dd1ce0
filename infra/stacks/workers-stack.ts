import { Aws, Duration, Stack } from 'aws-cdk-lib'
import type { IUsagePlan } from 'aws-cdk-lib/aws-apigateway'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import type { Construct } from 'constructs'
import { addressIn, type StageSettings } from '../config.ts'
import { acknowledgeWildcard } from '../constructs/acknowledge.ts'
import { addAlarm } from '../constructs/alarms.ts'
import type { Bundles } from '../constructs/function-bundles.ts'
import { NEEDS } from '../constructs/needs.ts'
import { QueueWorker } from '../constructs/queue-worker.ts'
import { type RealtimeEndpoint, ServerFunction } from '../constructs/server-function.ts'
import type { DataStack } from './data-stack.ts'

/** Background work: inbound messages, jobs, e-mail, timers, and the clock that finds them. */
export class WorkersStack extends Stack {
  constructor(
    scope: Construct,
    settings: StageSettings,
    data: DataStack,
    realtime: RealtimeEndpoint,
    usagePlan: IUsagePlan,
    /** Address of the links in e-mails. */
    webAddress: string,
    bundles: Bundles,
  ) {
    super(scope, `balcao-${settings.stage}-workers`, { description: 'Balcão: queue workers and the clock' })
    const common = { settings, data, realtime, bundles }

    new QueueWorker(this, 'Inbound', {
      ...common,
      name: 'inbound',
      needs: NEEDS.inbound,
      timeout: Duration.seconds(30),
      memoryMiB: 1024,
      queue: data.inbound,
      batchSize: 10,
      maxConcurrency: 50,
    })
    const jobs = new QueueWorker(this, 'Jobs', {
      ...common,
      name: 'jobs',
      needs: NEEDS.jobs,
      // Importing a spreadsheet of a million rows is one step of some minutes; below the queue's
      // visibility timeout.
      timeout: Duration.minutes(5),
      memoryMiB: 512,
      // The staged rows of another system's dump, half as large as the dump.
      diskMiB: 4096,
      queue: data.jobs,
      background: true,
      batchSize: 1,
      maxConcurrency: 10,
      // The local gateway accepts any key that its authorizer returns, and has no control plane to
      // create one.
      environment: settings.local ? {} : { USAGE_PLAN_ID: usagePlan.usagePlanId },
    })
    if (!settings.local) this.letMakeUsageKeys(jobs, usagePlan)
    new QueueWorker(this, 'Timers', {
      ...common,
      name: 'timers',
      needs: NEEDS.timers,
      timeout: Duration.seconds(30),
      memoryMiB: 512,
      queue: data.timers,
      batchSize: 10,
      maxConcurrency: 10,
    })

    const mail = new QueueWorker(this, 'Mail', {
      ...common,
      name: 'mail',
      needs: NEEDS.mail,
      timeout: Duration.seconds(30),
      memoryMiB: 512,
      queue: data.mail,
      background: true,
      // One after the other: a new account of SES accepts one a second, and refuses more.
      batchSize: 1,
      maxConcurrency: 2,
      environment: {
        ...(settings.emailFrom ? { EMAIL_FROM: settings.emailFrom } : {}),
        // The local stage learns its port at its start.
        ...(settings.local ? {} : { WEB_ADDRESS: webAddress }),
      },
    })
    new QueueWorker(this, 'Ticks', {
      ...common,
      name: 'ticks',
      needs: NEEDS.ticks,
      // Half of it is one run (`campaigns/run-tick.ts`).
      timeout: Duration.seconds(30),
      memoryMiB: 512,
      queue: data.ticks,
      background: true,
      batchSize: 10,
      maxConcurrency: 20,
    })
    new QueueWorker(this, 'Machines', {
      ...common,
      name: 'machines',
      needs: NEEDS.machines,
      // A model has thirty seconds three times.
      timeout: Duration.seconds(120),
      memoryMiB: 512,
      queue: data.machines,
      batchSize: 1,
      // Replies mostly wait. Each company has at most ten (`data/automation/bot-concurrency.ts`),
      // and six by its previews of links (`data/tickets/link-preview.ts`).
      maxConcurrency: 100,
    })
    new QueueWorker(this, 'Deliveries', {
      ...common,
      name: 'deliveries',
      needs: NEEDS.deliveries,
      timeout: Duration.seconds(60),
      memoryMiB: 512,
      queue: data.deliveries,
      background: true,
      batchSize: 5,
      maxConcurrency: 20,
    })
    new QueueWorker(this, 'Pages', {
      ...common,
      name: 'pages',
      needs: NEEDS.pages,
      timeout: Duration.seconds(60),
      memoryMiB: 512,
      queue: data.pages,
      batchSize: 5,
      maxConcurrency: 20,
    })
    new QueueWorker(this, 'Pushes', {
      ...common,
      name: 'pushes',
      needs: NEEDS.pushes,
      timeout: Duration.seconds(60),
      memoryMiB: 512,
      queue: data.pushes,
      batchSize: 5,
      maxConcurrency: 20,
      environment: settings.local ? {} : { WEB_ADDRESS: webAddress },
    })
    if (settings.emailFrom) this.letSendEmail(mail, addressIn(settings.emailFrom)!)

    const clock = new ServerFunction(this, 'Clock', {
      ...common,
      name: 'clock',
      needs: NEEDS.clock,
      timeout: Duration.seconds(50),
      memoryMiB: 512,
    })
    // The schedule invokes it asynchronously, and Lambda would retry a failed call into the
    // following minutes.
    clock.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) })
    const role = new Role(this, 'ClockRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    })
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [clock.function.functionArn] }),
    )
    const schedule = new CfnSchedule(this, 'EveryMinute', {
      name: `balcao-${settings.stage}-clock`,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: clock.function.functionArn,
        roleArn: role.roleArn,
        // The next minute finds everything that this one missed.
        retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 1 },
      },
    })
    schedule.node.addDependency(role)
    addAlarm(this, 'ClockMissing', data.alarms, {
      metric: clock.function.metricInvocations({ period: Duration.minutes(5) }),
      description: 'clock: it did not run for 5 minutes. Timers, schedules and campaigns stand still.',
      threshold: 1,
      below: true,
      silenceIsTrouble: true,
    })
  }

  /**
   * Grants sending from this address only, by either of the two identities that SES has verified:
   * the address itself or its domain.
   */
  private letSendEmail(mail: ServerFunction, from: string): void {
    const identity = (resourceName: string) => this.formatArn({ service: 'ses', resource: 'identity', resourceName })
    mail.function.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [identity(from), identity(from.split('@')[1]!)],
        conditions: { StringEquals: { 'ses:FromAddress': from } },
      }),
    )
  }

  /**
   * Lets jobs create a company's key of the public API with its first token, and delete it with the
   * last.
   */
  private letMakeUsageKeys(jobs: ServerFunction, { usagePlanId }: IUsagePlan): void {
    const control = (path: string) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/${path}`
    jobs.allow(['apigateway:GET', 'apigateway:POST'], [control('apikeys')])
    jobs.allow(['apigateway:DELETE'], [control('apikeys/*')])
    acknowledgeWildcard(
      jobs,
      'arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*',
      'Keys are made at run time, and API Gateway knows them by ids of its own; the code removes those that are named by stage and company.',
    )
    jobs.allow(['apigateway:POST'], [control(`usageplans/${usagePlanId}/keys`)])
  }
}
