import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const endpoint = z.url().optional()

const schema = z.object({
  BALCAO_PORT: port.default(3000),
  BALCAO_SIM_PORT: port.default(3001),
  BALCAO_DATA_DIR: z.string().min(1).default('.local'),
  BALCAO_FUNCTION_IDLE_SECONDS: z.coerce.number().positive().default(180),
  BALCAO_DEMO_SHOP: z.enum(['on', 'off']).default('on'),
  TARGET: z.enum(['embedded', 'localstack', 'aws']).default('embedded'),
  /** A DynamoDB-compatible engine that runs already, where ours does not exist. */
  DYNAMODB_ENDPOINT: endpoint,
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_SQS: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: z.string().optional(),
  STAGE: z.string().min(1).default('local'),
})

export type LocalConfig = {
  port: number
  simulatorPort: number
  dataDir: string
  /** How long a function of which nothing is asked keeps its memory. */
  functionIdleMs: number
  /** Whether the demo company is given a shop. */
  demoShop: boolean
  target: 'embedded' | 'localstack' | 'aws'
  dynamodbEndpoint: string | undefined
  /** Endpoints of a target that is not ours; undefined = the SDK's own. */
  endpoints: { dynamodb: string | undefined; sqs: string | undefined; s3: string | undefined }
  region: string | undefined
  stage: string
}

/** Reads the settings of the local cloud. @throws with one line per setting that is wrong */
export function readConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const parsed = schema.safeParse(env)
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  return {
    port: settings.BALCAO_PORT,
    simulatorPort: settings.BALCAO_SIM_PORT,
    dataDir: resolve(settings.BALCAO_DATA_DIR),
    functionIdleMs: settings.BALCAO_FUNCTION_IDLE_SECONDS * 1000,
    demoShop: settings.BALCAO_DEMO_SHOP === 'on',
    target: settings.TARGET,
    dynamodbEndpoint: settings.DYNAMODB_ENDPOINT,
    endpoints: {
      dynamodb: settings.AWS_ENDPOINT_URL_DYNAMODB ?? settings.AWS_ENDPOINT_URL,
      sqs: settings.AWS_ENDPOINT_URL_SQS ?? settings.AWS_ENDPOINT_URL,
      s3: settings.AWS_ENDPOINT_URL_S3 ?? settings.AWS_ENDPOINT_URL,
    },
    region: settings.AWS_REGION,
    stage: settings.STAGE,
  }
}

/**
 * The endpoints of services that are not ours; undefined on the embedded target.
 * @throws when the target is one this machine cannot stand in for, or an endpoint is missing
 */
export function foreignEndpoints({ target, endpoints }: LocalConfig) {
  if (target === 'embedded') return undefined
  if (target === 'aws') throw new Error('TARGET=aws is a deployed stage: npm run deploy')
  const { dynamodb, sqs, s3 } = endpoints
  if (!dynamodb || !sqs || !s3) {
    throw new Error('TARGET=localstack needs AWS_ENDPOINT_URL, for example http://127.0.0.1:4566')
  }
  return { dynamodb, sqs, s3 }
}

/** Where LocalStack is or shall be: AWS_ENDPOINT_URL, or the port everybody knows it by. */
export const localstackEndpoint = (): string => readConfig().endpoints.dynamodb ?? 'http://127.0.0.1:4566'

/** What the process of the outside world is told beside the simulator's settings. */
export const readSimulatedSystemsConfig = (): Record<
  'clockUrl' | 'webhookUrl' | 'pixWebhookUrl',
  string | undefined
> => ({
  clockUrl: z.url().optional().parse(process.env.BALCAO_CLOCK_URL),
  webhookUrl: z.url().optional().parse(process.env.BALCAO_WEBHOOK_URL),
  pixWebhookUrl: z.url().optional().parse(process.env.BALCAO_PIX_WEBHOOK_URL),
})

/** Our own environment, for children which are to have it. */
export const ownEnvironment = (): NodeJS.ProcessEnv => process.env
