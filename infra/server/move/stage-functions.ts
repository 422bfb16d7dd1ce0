import { Refusal } from '../../local/refusal.ts'
import { type Aws, AwsError } from './call-aws.ts'

export type StageFunction = { name: string; timeoutSeconds: number }

/** A deployed stage as its functions know it. */
export type DeployedStage = {
  stage: string
  tableName: string
  bucket: string
  /** Secrets, newest first. */
  jwt: string[]
  sealing: string[]
  vapid: string
}

const LAMBDA = { service: 'lambda' } as const
/** A function that every stage has; all have the same variables. */
const WITNESS = 'inbound'

/**
 * Returns what the functions of a stage know.
 * @throws when there is no such stage in the account and region
 */
export async function describeStage(aws: Aws, stage: string): Promise<DeployedStage> {
  const path = `/2015-03-31/functions/balcao-${stage}-${WITNESS}/configuration`
  const found = await aws.call({ ...LAMBDA, method: 'GET', path }).catch(error => {
    if (error instanceof AwsError && error.status === 404)
      throw new Refusal(`there is no deployed stage ${stage} in ${aws.region}: npm run deploy -- --stage ${stage}`)
    throw error
  })
  const { Variables = {} } = (found.Environment ?? {}) as { Variables?: Record<string, string> }
  const variable = (name: string) => {
    const value = Variables[name]
    if (!value) throw new Refusal(`the functions of stage ${stage} have no ${name}: deploy it anew`)
    return value
  }
  return {
    stage,
    tableName: variable('TABLE_NAME'),
    bucket: variable('MEDIA_BUCKET'),
    jwt: variable('JWT_SECRET').split(','),
    sealing: variable('SEALING_SECRET').split(','),
    vapid: variable('VAPID_SECRET'),
  }
}

/** Returns all functions of a stage. */
export async function functionsOf(aws: Aws, stage: string): Promise<StageFunction[]> {
  const found: StageFunction[] = []
  for await (const page of pages(aws, '/2015-03-31/functions/'))
    for (const { FunctionName = '', Timeout = 0 } of (page.Functions ?? []) as {
      FunctionName?: string
      Timeout?: number
    }[])
      if (FunctionName.startsWith(`balcao-${stage}-`)) found.push({ name: FunctionName, timeoutSeconds: Timeout })
  return found
}

/** Returns the ids of the mappings by which queues invoke some functions. */
export async function mappingsOf(aws: Aws, functions: readonly StageFunction[]): Promise<string[]> {
  const names = new Set(functions.map(({ name }) => name))
  const found: string[] = []
  for await (const page of pages(aws, '/2015-03-31/event-source-mappings/'))
    for (const { UUID = '', FunctionArn = '' } of (page.EventSourceMappings ?? []) as Record<string, string>[])
      if (names.has(/function:([\w-]+)/.exec(FunctionArn)?.[1] ?? '')) found.push(UUID)
  return found
}

async function* pages(aws: Aws, path: string): AsyncGenerator<Record<string, unknown>> {
  let marker: string | undefined
  do {
    const page = await aws.call({ ...LAMBDA, method: 'GET', path, query: marker ? { Marker: marker } : {} })
    yield page
    marker = (page.NextMarker as string | null | undefined) ?? undefined
  } while (marker)
}

/** Lets a queue invoke its function, or not. */
export const setMapping = async (aws: Aws, id: string, isEnabled: boolean): Promise<void> => {
  const path = `/2015-03-31/event-source-mappings/${id}`
  await aws.call({ ...LAMBDA, method: 'PUT', path, body: { Enabled: isEnabled } })
}

const concurrencyPath = (name: string) => `/2017-10-31/functions/${name}/concurrency`

/** Returns the reserved concurrency of a function; null when none is reserved. */
export async function concurrencyOf(aws: Aws, name: string): Promise<number | null> {
  const path = `/2019-09-30/functions/${name}/concurrency`
  const { ReservedConcurrentExecutions } = await aws.call({ ...LAMBDA, method: 'GET', path })
  return typeof ReservedConcurrentExecutions === 'number' ? ReservedConcurrentExecutions : null
}

/** Reserves concurrency for a function: 0 refuses every call, null takes the reservation away. */
export async function reserveConcurrency(aws: Aws, name: string, reserved: number | null): Promise<void> {
  const path = concurrencyPath(name)
  if (reserved === null) await aws.call({ ...LAMBDA, method: 'DELETE', path })
  else await aws.call({ ...LAMBDA, method: 'PUT', path, body: { ReservedConcurrentExecutions: reserved } })
}
