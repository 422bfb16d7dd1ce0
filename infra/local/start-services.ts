import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { ACCESS_KEY_ID, CREDENTIALS, REGION, SECRET_ACCESS_KEY } from './aws-names.ts'
import { type CutCalls, HOLD_MS, MAX_PAUSE_MS } from './cut.ts'
import { openDataDir } from './data-dir.ts'
import { prepareData } from './data-format/prepare-data.ts'
import { type DynamoDbServer, startDynamoDb } from './dynamodb/start-dynamodb.ts'
import { openPorts, type Ports } from './ports.ts'
import { productVersion } from './product-version.ts'
import { provision } from './provision.ts'
import type { Resources } from './resources.ts'
import { type S3Server, startS3 } from './s3/start-s3.ts'
import { connectSqs } from './sqs/connect-sqs.ts'
import { type SqsServer, startSqs } from './sqs/start-sqs.ts'

export type Services = {
  /** Returns the pid of the DynamoDB engine; undefined when it is external. */
  dynamodbPid: () => number | undefined
  /** Has `shortenDelays` and `overview` only where the queues are ours. */
  sqs: Pick<SqsServer, 'call' | 'queueUrl'> & Partial<Pick<SqsServer, 'shortenDelays' | 'overview'>>
  endpoints: { dynamodb: string; sqs: string; s3: string }
  /** Endpoint for calls that only read, with what was written before; undefined = the only one. */
  readsEndpoint?: string | undefined
  /** Serves links to objects; undefined where they are external. */
  s3?: Pick<S3Server, 'serveLinks'>
  /** Calls for a consistent backup; undefined where the queues are external. */
  cut?: CutCalls | undefined
  queueUrl: (name: string) => string
  /** Variables by which any AWS SDK finds these services. */
  env: Record<string, string>
  close: () => Promise<void>
}

/** Name of the engine for reads, in the folder's files. */
const READS = 'dynamodb-reads'

/**
 * Starts DynamoDB, SQS and S3 and provisions them.
 * @param options.dataDir folder of the state, which keeps the ports for the next start; null =
 * nothing outlives the process
 * @param options.sqsEndpoint our SQS in another process, on the same data, instead of one in this
 * @param options.resources resources to provision; a function when they need the queues' URLs
 */
export async function startServices(options: {
  dataDir: string | null
  resources: Resources | ((queueUrl: (name: string) => string) => Resources)
  dynamodbEndpoint?: string | undefined
  sqsEndpoint?: string | undefined
  ports?: Ports
  /** Receives a line for each step of a migration. */
  log?: (line: string) => void
}): Promise<Services> {
  const scratch = options.dataDir === null ? mkdtempSync(join(tmpdir(), 'balcao-services-')) : null
  const dir = options.dataDir ?? scratch!
  openDataDir(dir)
  mkdirSync(join(dir, 's3'), { recursive: true })
  const isOurs = !scratch && !options.dynamodbEndpoint
  const markFormat = isOurs ? await prepareData(dir, productVersion(), options.log ?? (() => {})) : undefined
  const ports = options.ports ?? openPorts(dir)

  const { sqsEndpoint } = options
  const sqs = sqsEndpoint
    ? { ...connectSqs(sqsEndpoint), endpoint: sqsEndpoint, port: Number(new URL(sqsEndpoint).port) }
    : await startSqs({ port: ports.of('sqs'), file: scratch ? ':memory:' : join(dir, 'sqs.sqlite') })
  const s3 = await startS3({ port: ports.of('s3'), dir: join(dir, 's3') })
  const dynamodb = await startDynamoDb({ port: ports.of('dynamodb'), dir, endpoint: options.dynamodbEndpoint })
  ports.keep('sqs', sqs.port)
  ports.keep('s3', s3.port)
  ports.keep('dynamodb', dynamodb.port)

  const client = new DynamoDBClient({
    endpoint: dynamodb.endpoint,
    region: REGION,
    credentials: CREDENTIALS,
  })
  const resources = typeof options.resources === 'function' ? options.resources(sqs.queueUrl) : options.resources
  await provision(resources, { dynamodb: client, sqs, s3 })
  client.destroy()
  markFormat?.()
  const reads = isOurs ? await startReads(dir, ports) : undefined
  const endpoints = { dynamodb: dynamodb.endpoint, sqs: sqs.endpoint, s3: s3.endpoint }

  return {
    dynamodbPid: dynamodb.pid,
    sqs,
    endpoints,
    readsEndpoint: reads?.endpoint,
    s3,
    cut: 'pause' in sqs ? cutCalls(sqs, s3) : undefined,
    queueUrl: sqs.queueUrl,
    env: serviceVariables(endpoints),
    async close() {
      await Promise.all([sqs.close(), s3.close()])
      await reads?.close()
      await dynamodb.close()
      if (scratch) rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/**
 * Starts an engine for reads on the database of the first, which must have made the tables: an
 * engine answers one request after the other, so whoever reads would wait for others' writes. The
 * second never writes: SQLite before 3.51.3 can lose a commit when two connections write and
 * checkpoint at one moment (https://sqlite.org/wal.html#walresetbug).
 */
async function startReads(dir: string, ports: Ports): Promise<DynamoDbServer> {
  const engine = await startDynamoDb({ name: READS, port: ports.of(READS), dir })
  ports.keep(READS, engine.port)
  return engine
}

function cutCalls({ pause }: Pick<SqsServer, 'pause'>, s3: Pick<S3Server, 'pause' | 'deletions'>): CutCalls {
  return {
    async pause() {
      s3.pause.begin(MAX_PAUSE_MS)
      return { pausedUntil: Math.min(await pause(MAX_PAUSE_MS), Date.now() + MAX_PAUSE_MS) }
    },
    async resume() {
      await pause(0)
      s3.pause.end()
    },
    holdDeletions: async () => ({ heldUntil: s3.deletions.hold(HOLD_MS) }),
    releaseDeletions: () => s3.deletions.release(),
  }
}

/** Returns the variables by which any AWS SDK finds services on these endpoints. */
export function serviceVariables(endpoints: Services['endpoints']): Record<string, string> {
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
  }
}
