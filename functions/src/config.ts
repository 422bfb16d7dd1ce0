/** The functions' only reader of the environment. A missing or default secret stops the start with a clear line. */
import { z } from 'zod'

const Secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine(secret => !/^(secret|changeme|change-me|default)/i.test(secret), 'must not be a default')

const Environment = z.object({
  STAGE: z.string().min(1),
  TABLE_NAME: z.string().min(3),
  MEDIA_BUCKET: z.string().min(3),
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
  /** Callback URL of the WebSocket stage. */
  REALTIME_ENDPOINT: z.url(),
  JWT_SECRET: Secret,
  /** Seals what companies entrust to us (keys and tokens of other systems). Another value makes all of it unreadable. */
  SEALING_SECRET: Secret,
  /** The usage plan of the public API; only for the function that makes its keys, and absent on the local stage. */
  USAGE_PLAN_ID: z.string().min(1).optional(),
  /** `Name <address>` or an address; only for the function that sends e-mail. Without it none is sent. */
  EMAIL_FROM: z.string().min(3).optional(),
  /** Hosts (`name:port`, comma-joined) which companies may name although they are private; the local stage's doubles. */
  OUTGOING_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform(list => list.split(',').filter(Boolean)),
  /** The public services of postal codes, without a trailing slash; the local stage's doubles. */
  VIACEP_URL: z.url().default('https://viacep.com.br'),
  BRASILAPI_URL: z.url().default('https://brasilapi.com.br'),
  /** Where AI agents are asked: OpenAI, or whoever speaks its protocol; without a trailing slash. */
  OPENAI_URL: z.url().default('https://api.openai.com/v1'),
  /** Of agents that name no other. */
  OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
  OPENAI_TRANSCRIPTION_MODEL: z.string().min(1).default('whisper-1'),
  /** Azure's voices; `{region}` is the agent's. */
  AZURE_SPEECH_URL: z.string().min(8).default('https://{region}.tts.speech.microsoft.com'),
  /** Dialogflow's API and Google's token endpoint (`/token`), without a trailing slash. */
  DIALOGFLOW_URL: z.url().default('https://dialogflow.googleapis.com'),
  GOOGLE_OAUTH_URL: z.url().default('https://oauth2.googleapis.com'),
  /** Meta's Graph API with its version, without a trailing slash, and its login dialog; the local stage's double. */
  META_GRAPH_URL: z.url().default('https://graph.facebook.com/v23.0'),
  META_DIALOG_URL: z.url().default('https://www.facebook.com/v23.0/dialog/oauth'),
  /** The app of the installation: without it there is neither Facebook nor Instagram. */
  META_APP_ID: z.string().default(''),
  META_APP_SECRET: Secret,
  /** What Meta shows once, when its webhook is set up. */
  META_VERIFY_TOKEN: Secret,
  /** What CloudFront proves itself by; absent where it does not stand in front. */
  EDGE_KEY: z.string().min(32).optional(),
})

type Config = z.infer<typeof Environment>

let cached: Config | undefined

/** The parsed environment. Throws with the names of what is missing or wrong, never with values. */
export function config(): Config {
  if (cached) return cached
  const parsed = Environment.safeParse(process.env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not complete: ${lines.join('; ')}`)
  }
  cached = parsed.data
  return cached
}
