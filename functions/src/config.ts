/**
 * The functions' only reader of the environment. A missing or default secret stops the start with a
 * clear error.
 */
import { z } from 'zod'

const Secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine(secret => !/^(secret|changeme|change-me|default)/i.test(secret), 'must not be a default')

/**
 * Secrets, comma-joined, newest first: the newest one signs and encrypts, and values of an earlier
 * one stay valid while it is listed.
 */
const Secrets = z
  .string()
  .transform(list => list.split(','))
  .pipe(z.array(Secret).min(1).max(3))

const Environment = z.object({
  STAGE: z.string().min(1),
  TABLE_NAME: z.string().min(3),
  MEDIA_BUCKET: z.string().min(3),
  /**
   * Address on which browsers open signed links to the bucket, with the key that signs them, where
   * it is not the bucket's own.
   */
  MEDIA_LINKS_URL: z.url().optional(),
  MEDIA_LINKS_KEY_ID: z.string().min(1).optional(),
  MEDIA_LINKS_KEY: z.string().min(32).optional(),
  INBOUND_QUEUE_URL: z.url(),
  /** Comma-joined, one per shard, in order. */
  OUTBOUND_QUEUE_URLS: z.string().transform(list => list.split(',')),
  JOBS_QUEUE_URL: z.url(),
  TIMERS_QUEUE_URL: z.url(),
  MAIL_QUEUE_URL: z.url(),
  TICKS_QUEUE_URL: z.url(),
  MACHINES_QUEUE_URL: z.url(),
  DELIVERIES_QUEUE_URL: z.url(),
  PAGES_QUEUE_URL: z.url(),
  PUSHES_QUEUE_URL: z.url(),
  /** Callback URL of the WebSocket stage. */
  REALTIME_ENDPOINT: z.url(),
  JWT_SECRET: Secrets,
  /**
   * Encrypts what companies entrust to us (keys and tokens of other systems). Values of a secret
   * that is no longer listed cannot be decrypted.
   */
  SEALING_SECRET: Secrets,
  /** Secret of the key by which push services know us; with another one browsers subscribe anew. */
  VAPID_SECRET: Secret,
  /**
   * Usage plan of the public API; only for the function that makes its keys, and absent on the
   * local stage.
   */
  USAGE_PLAN_ID: z.string().min(1).optional(),
  /**
   * `Name <address>` or an address; only for the function that sends e-mail. Without it none is
   * sent.
   */
  EMAIL_FROM: z.string().min(3).optional(),
  /**
   * Mail server that sends e-mail in place of SES (`smtp://` or `smtps://`, user and password
   * percent-encoded); only for the function that sends it.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /**
   * Address of the web, without a trailing slash; only for the functions that send e-mail and
   * pushes, and that tell Meta where cloud numbers' events go. Without it e-mails contain only
   * codes, and events go to the address that the app at Meta names.
   */
  WEB_ADDRESS: z.url().optional(),
  /**
   * Hosts (`name:port`, comma-joined) that companies may name although they are private: those that
   * the operator lists, and the local stage's simulators.
   */
  OUTGOING_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform(list => list.split(',').filter(Boolean)),
  /** Public services of postal codes, without a trailing slash; simulators on the local stage. */
  VIACEP_URL: z.url().default('https://viacep.com.br'),
  BRASILAPI_URL: z.url().default('https://brasilapi.com.br'),
  /** Address of the AI service: OpenAI, or another with its protocol; without a trailing slash. */
  OPENAI_URL: z.url().default('https://api.openai.com/v1'),
  /** Default model of prompts that name none. */
  OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
  /** Default model of embeddings of a company that names none. */
  OPENAI_EMBEDDING_MODEL: z.string().min(1).default('text-embedding-3-small'),
  OPENAI_TRANSCRIPTION_MODEL: z.string().min(1).default('whisper-1'),
  /** Azure Speech; `{region}` is the prompt's. */
  AZURE_SPEECH_URL: z.string().min(8).default('https://{region}.tts.speech.microsoft.com'),
  /** Dialogflow's API and Google's token endpoint (`/token`), without a trailing slash. */
  DIALOGFLOW_URL: z.url().default('https://dialogflow.googleapis.com'),
  GOOGLE_OAUTH_URL: z.url().default('https://oauth2.googleapis.com'),
  /**
   * Asaas, the same for all companies, without a trailing slash; a simulator on the local stage.
   */
  ASAAS_URL: z.url().default('https://api.asaas.com'),
  /**
   * Meta's Graph API with its version, without a trailing slash, and its login dialog; a simulator
   * on the local stage.
   */
  META_GRAPH_URL: z.url().default('https://graph.facebook.com/v23.0'),
  META_DIALOG_URL: z.url().default('https://www.facebook.com/v23.0/dialog/oauth'),
  /** The installation's app: without it there are no pages, accounts and cloud numbers. */
  META_APP_ID: z.string().default(''),
  /** Configuration of the app's sign-up for cloud numbers; without it tokens are given by hand. */
  META_CONFIG_ID: z.string().default(''),
  META_APP_SECRET: Secret,
  /** Token that Meta sends once, when its webhook is set up. */
  META_VERIFY_TOKEN: Secret,
  /**
   * The bank's API Pix, without a trailing slash, and the Pix key of the payee; without them
   * nothing can be paid.
   */
  PIX_URL: z.url().optional(),
  PIX_KEY: z.string().min(1).optional(),
  /**
   * Name of the secret with our bank account (integrations/pix/account.ts); on one machine these
   * instead, with the client certificate of mutual TLS and its key (PEM) where the bank asks for one.
   */
  PIX_SECRET: z.string().min(1).optional(),
  PIX_CLIENT_ID: z.string().min(1).optional(),
  PIX_CLIENT_SECRET: z.string().min(1).optional(),
  PIX_CERTIFICATE_PEM: z.string().min(1).optional(),
  PIX_PRIVATE_KEY_PEM: z.string().min(1).optional(),
  /** Service of secrets that are too large for an environment; `{region}` is the function's. */
  SECRETS_URL: z.string().min(8).default('https://secretsmanager.{region}.amazonaws.com'),
  /** `closed`: only super users create companies, and nobody signs one up. */
  SIGN_UP: z.enum(['open', 'closed']).default('open'),
  /** Maximum sign-ups of companies from one address in an hour. */
  SIGNUPS_PER_HOUR: z.coerce.number().int().min(1).default(10),
  /**
   * Operations endpoint of an installation on one machine and its key (decision 0067); absent on
   * AWS, where nothing knows a disk or the memory of all processes.
   */
  OPERATIONS_URL: z.url().optional(),
  OPERATIONS_KEY: z.string().min(32).optional(),
  /** Key by which CloudFront proves itself; absent where it does not stand in front. */
  EDGE_KEY: z.string().min(32).optional(),
})

type Named = z.infer<typeof Environment>
type Config = Omit<Named, 'JWT_SECRET' | 'SEALING_SECRET'> & {
  JWT_SECRET: string
  SEALING_SECRET: string
  /** Secrets that were the newest before, latest first. */
  EARLIER_JWT_SECRETS: readonly string[]
  EARLIER_SEALING_SECRETS: readonly string[]
}

let cached: Config | undefined

/**
 * Returns the parsed environment. Throws with the names of missing or invalid variables, never with
 * values.
 */
export function config(): Config {
  if (cached) return cached
  const parsed = Environment.safeParse(process.env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not complete: ${lines.join('; ')}`)
  }
  const [[jwt, ...earlierJwt], [sealing, ...earlierSealing]] = [parsed.data.JWT_SECRET, parsed.data.SEALING_SECRET]
  cached = {
    ...parsed.data,
    JWT_SECRET: jwt!,
    SEALING_SECRET: sealing!,
    EARLIER_JWT_SECRETS: earlierJwt,
    EARLIER_SEALING_SECRETS: earlierSealing,
  }
  return cached
}
