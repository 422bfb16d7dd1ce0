import { setTimeout as sleep } from 'node:timers/promises'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { inParts } from '@balcao/functions/in-parts.ts'
import { keys } from '@balcao/shared/table.ts'
import { type Aws, AwsError } from './call-aws.ts'
import { installationRows } from './copy-rows.ts'
import type { End } from './end.ts'
import { concurrencyOf, functionsOf, mappingsOf, reserveConcurrency, setMapping } from './stage-functions.ts'
import type { StoppedStage } from './stopped-stage.ts'

const PARALLEL = 5
/** Longest time (ms) until the session hosts have let go: ECS gives them two minutes. */
const HOSTS_MS = 5 * 60_000
/** Longest time (ms) until messages under way are done, or visible again. */
const WORK_MS = 15 * 60_000
const PAUSE_MS = 1000

/**
 * Stops a stage: its session hosts, what its queues invoke, and every function. Repeatable.
 * @param before what a first call returned
 */
export async function stopStage(aws: Aws, stage: string, before?: StoppedStage): Promise<StoppedStage> {
  const functions = await functionsOf(aws, stage)
  const mappings = await mappingsOf(aws, functions)
  const stopped = before ?? {
    concurrency: Object.fromEntries(
      await inParts(functions, PARALLEL, async ({ name }) => [name, await concurrencyOf(aws, name)] as const),
    ),
    mappings,
    hosts: await hostsOf(aws, stage),
    at: 0,
  }
  if (stopped.hosts !== null) await setHosts(aws, stage, 0)
  // First the mappings: a refused function would send its messages to the dead letters.
  await inParts(mappings, PARALLEL, id => setMapping(aws, id, false))
  await inParts(functions, PARALLEL, ({ name }) => reserveConcurrency(aws, name, 0))
  return { ...stopped, at: stopped.at || Date.now() }
}

/** Starts a stage again that `stopStage` stopped. */
export async function startStage(aws: Aws, stage: string, stopped: StoppedStage): Promise<void> {
  await inParts(Object.entries(stopped.concurrency), PARALLEL, ([name, reserved]) =>
    reserveConcurrency(aws, name, reserved),
  )
  await inParts(stopped.mappings, PARALLEL, id => setMapping(aws, id, true))
  if (stopped.hosts !== null) await setHosts(aws, stage, stopped.hosts)
}

/**
 * Waits until a stopped stage does nothing any more: calls that were running have ended, messages
 * under way too, and no session host lives.
 * @param queues names without `balcao-<stage>-`
 * @param callsEnd epoch ms by which calls that were running have ended
 * @throws when a session host still runs after minutes
 */
export async function awaitStandstill(end: End, queues: readonly string[], callsEnd: number): Promise<void> {
  const began = Date.now()
  while (await hasLivingHost(end)) {
    if (Date.now() - began > HOSTS_MS) throw new Error('a session host of the stage still runs: stop it, then go on')
    await sleep(PAUSE_MS)
  }
  await sleep(Math.max(0, callsEnd - Date.now()))
  for (const queue of queues)
    while ((await underWay(end, queue)) > 0) {
      if (Date.now() - began > WORK_MS) throw new Error(`messages of ${queue} are still under way: go on later`)
      await sleep(PAUSE_MS)
    }
}

async function underWay(end: End, queue: string): Promise<number> {
  const name = 'ApproximateNumberOfMessagesNotVisible'
  const { Attributes } = await end.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: await end.queueUrl(queue), AttributeNames: [name] }),
  )
  return Number(Attributes?.[name] ?? 0)
}

async function hasLivingHost(end: End): Promise<boolean> {
  const { pk } = keys.host('')
  for await (const items of installationRows(end))
    if (items.some(item => item.pk?.S === pk && Number(item.aliveUntil?.N ?? 0) > Date.now())) return true
  return false
}

const ECS = { service: 'ecs' } as const
const names = (stage: string) => ({ cluster: `balcao-${stage}`, service: `balcao-${stage}-session-host` })

async function hostsOf(aws: Aws, stage: string): Promise<number | null> {
  const { cluster, service } = names(stage)
  const target = 'AmazonEC2ContainerServiceV20141113.DescribeServices'
  try {
    const { services } = await aws.call({ ...ECS, target, body: { cluster, services: [service] } })
    const [found] = (services ?? []) as { desiredCount?: number; status?: string }[]
    return found?.status === 'ACTIVE' ? (found.desiredCount ?? 0) : null
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ClusterNotFoundException') return null
    throw error
  }
}

/** Sets the number of session hosts; none stay none, whatever the scaling says. */
async function setHosts(aws: Aws, stage: string, desiredCount: number): Promise<void> {
  const isStopped = desiredCount === 0
  const { cluster, service } = names(stage)
  try {
    await aws.call({
      service: 'application-autoscaling',
      target: 'AnyScaleFrontendService.RegisterScalableTarget',
      body: {
        ServiceNamespace: 'ecs',
        ResourceId: `service/${cluster}/${service}`,
        ScalableDimension: 'ecs:service:DesiredCount',
        SuspendedState: {
          DynamicScalingInSuspended: isStopped,
          DynamicScalingOutSuspended: isStopped,
          ScheduledScalingSuspended: isStopped,
        },
      },
    })
  } catch (error) {
    // A stage without scaling has nothing to suspend; a missing permission is an error.
    if (!(error instanceof AwsError && error.status < 500) || /Denied|NotAuthorized/.test(error.code)) throw error
  }
  const target = 'AmazonEC2ContainerServiceV20141113.UpdateService'
  await aws.call({ ...ECS, target, body: { cluster, service, desiredCount } })
}
