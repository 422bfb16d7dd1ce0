import { CREDENTIALS, REGION } from './aws-names.ts'
import type { LocalConfig } from './config.ts'

/** A capability that some targets lack; tests that need it skip elsewhere, by its name. */
export type Capability = keyof typeof MEANING

/** Capabilities, and what a target with one does. */
const MEANING = {
  checksums: 'it refuses a body that does not match its digest',
  'post-policy': "it verifies the policy of a browser's upload",
  'cors-from-template': 'the set-up gave its bucket the CORS rules',
  'anonymous-refusal': 'it gives no object to a caller without a signature',
  'queue-limits': 'it refuses a visibility or a delay that SQS does not know',
  'gone-callers': 'it gives no message to a caller that has hung up',
  'duplicate-numbers': 'it answers a duplicate with the sequence number of the first',
  'not-implemented': 'answers 501 to what it does not do',
  metering: 'it counts read and write units as DynamoDB bills them',
}

export type Target = {
  name: LocalConfig['target']
  /** Options of SDK clients; undefined endpoints are the SDK's own. */
  clients: {
    dynamodb: ClientOptions
    sqs: ClientOptions
    s3: ClientOptions & { forcePathStyle: boolean }
  }
  has: (capability: Capability) => boolean
}

type ClientOptions = {
  region: string
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** Capabilities that each target lacks. */
const LACKS: Record<LocalConfig['target'], readonly Capability[]> = {
  embedded: [],
  localstack: [
    'checksums',
    'post-policy',
    'anonymous-refusal',
    'queue-limits',
    'gone-callers',
    'duplicate-numbers',
    'not-implemented',
    'metering',
  ],
  aws: ['cors-from-template', 'not-implemented'],
}

/**
 * Returns the capabilities that the target of these settings lacks; those of an external DynamoDB
 * engine are its own.
 */
export const lacksOf = ({ target, dynamodbEndpoint }: LocalConfig): readonly Capability[] =>
  target === 'embedded' && dynamodbEndpoint ? [...LACKS[target], 'metering'] : LACKS[target]

const warned = new Set<string>()

/** Returns the target that the environment names. */
export function readTarget(config: LocalConfig): Target {
  const { target: name, endpoints } = config
  const lacks = lacksOf(config)
  const options = (endpoint: string | undefined): ClientOptions => ({
    region: config.region ?? REGION,
    ...(endpoint ? { endpoint } : {}),
    // Real AWS signs with the caller's own credentials.
    ...(name === 'aws' ? {} : { credentials: CREDENTIALS }),
  })
  return {
    name,
    clients: {
      dynamodb: options(endpoints.dynamodb),
      sqs: options(endpoints.sqs),
      s3: { ...options(endpoints.s3), forcePathStyle: name !== 'aws' },
    },
    has(capability) {
      const has = !lacks.includes(capability)
      if (!has && !warned.has(capability)) {
        warned.add(capability)
        console.log(`skipping what needs "${capability}" (${MEANING[capability]}): target ${name} lacks it`)
      }
      return has
    },
  }
}
