import { resolve } from 'node:path'
import { WHATSAPP_VERSION } from '@balcao/shared/rules/whatsapp-version.ts'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const endpoint = z.url().optional()

const schema = z.object({
  BALCAO_PORT: port.default(3000),
  BALCAO_SIM_PORT: port.default(3001),
  BALCAO_DATA_DIR: z.string().min(1).default('.local'),
  BALCAO_FUNCTION_IDLE_SECONDS: z.coerce.number().positive().default(180),
  BALCAO_FUNCTIONS_LOADED: z.coerce.number().int().positive().optional(),
  BALCAO_DEMO_SHOP: z.enum(['on', 'off']).default('on'),
  /** Version of WhatsApp Web that the session host claims to be, instead of its own. */
  WHATSAPP_VERSION: z.string().regex(WHATSAPP_VERSION, 'must be three numbers, as 2.3000.1043857760').optional(),
  TARGET: z.enum(['embedded', 'localstack', 'aws']).default('embedded'),
  /** An existing DynamoDB-compatible engine, for machines on which ours does not run. */
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
  /** Milliseconds for which an idle function keeps its memory. */
  functionIdleMs: number
  /** Number of functions that stay loaded; undefined stands for the usual. */
  functionsLoaded: number | undefined
  /** True if the demo company gets a shop. */
  demoShop: boolean
  whatsappVersion: string | undefined
  target: 'embedded' | 'localstack' | 'aws'
  dynamodbEndpoint: string | undefined
  /** Endpoints of an external target; undefined stands for the SDK's own. */
  endpoints: { dynamodb: string | undefined; sqs: string | undefined; s3: string | undefined }
  /** Endpoint of the other services of an external target; undefined stands for AWS's own. */
  awsEndpoint: string | undefined
  region: string | undefined
  stage: string
}

/** Reads the settings of the local cloud. @throws with one line per wrong setting */
export function readConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const parsed = schema.safeParse(env)
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  return {
    port: settings.BALCAO_PORT,
    simulatorPort: settings.BALCAO_SIM_PORT,
    dataDir: resolve(settings.BALCAO_DATA_DIR),
    functionIdleMs: settings.BALCAO_FUNCTION_IDLE_SECONDS * 1000,
    functionsLoaded: settings.BALCAO_FUNCTIONS_LOADED,
    demoShop: settings.BALCAO_DEMO_SHOP === 'on',
    whatsappVersion: settings.WHATSAPP_VERSION,
    target: settings.TARGET,
    dynamodbEndpoint: settings.DYNAMODB_ENDPOINT,
    endpoints: {
      dynamodb: settings.AWS_ENDPOINT_URL_DYNAMODB ?? settings.AWS_ENDPOINT_URL,
      sqs: settings.AWS_ENDPOINT_URL_SQS ?? settings.AWS_ENDPOINT_URL,
      s3: settings.AWS_ENDPOINT_URL_S3 ?? settings.AWS_ENDPOINT_URL,
    },
    awsEndpoint: settings.AWS_ENDPOINT_URL,
    region: settings.AWS_REGION,
    stage: settings.STAGE,
  }
}

/**
 * Returns the endpoints of external services; undefined on the embedded target.
 * @throws when the local cloud cannot run on the target, or an endpoint is missing
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

/** Returns LocalStack's endpoint: AWS_ENDPOINT_URL, or its well-known port. */
export const localstackEndpoint = (): string => readConfig().endpoints.dynamodb ?? 'http://127.0.0.1:4566'

/** Returns the settings of the simulators' process beside those of the WhatsApp simulator. */
export const readSimulatedSystemsConfig = (): Record<
  'clockUrl' | 'webhookUrl' | 'pixWebhookUrl',
  string | undefined
> => ({
  clockUrl: z.url().optional().parse(process.env.BALCAO_CLOCK_URL),
  webhookUrl: z.url().optional().parse(process.env.BALCAO_WEBHOOK_URL),
  pixWebhookUrl: z.url().optional().parse(process.env.BALCAO_PIX_WEBHOOK_URL),
})

/** Returns our own environment, for children that inherit it. */
export const ownEnvironment = (): NodeJS.ProcessEnv => process.env
