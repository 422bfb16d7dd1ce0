/** Everything the synthesis may be told: the stage and its settings. The only file of bin, stacks and constructs that reads the environment. */

import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { z } from 'zod'

const Environment = z.object({
  STAGE: z.string().optional(),
  /** Where the assembly goes; set by the CDK command line. */
  CDK_OUTDIR: z.string().default('cdk.out'),
})

/** Where a system outside answers, without a trailing slash. */
const ExternalUrl = z
  .url({ protocol: /^https$/, error: 'an address with https' })
  .regex(/[^/]$/, 'without a slash at its end')

/**
 * Systems outside which an installation may have elsewhere than their makers: a model of one's own, a region, a version. What is left out
 * is as functions/src/config.ts has it, which also says what each is.
 */
const ExternalSettings = {
  openaiUrl: ExternalUrl.optional(),
  openaiModel: z.string().min(1).max(100).optional(),
  openaiTranscriptionModel: z.string().min(1).max(100).optional(),
  /** `{region}` is the agent's. */
  azureSpeechUrl: z
    .string()
    .regex(/^https:\/\/[\w.{}:/-]+[^/]$/, 'azureSpeechUrl: an address with https, {region} in place of the region')
    .optional(),
  dialogflowUrl: ExternalUrl.optional(),
  googleOauthUrl: ExternalUrl.optional(),
  metaGraphUrl: ExternalUrl.optional(),
  metaDialogUrl: ExternalUrl.optional(),
}
export type ExternalSetting = keyof typeof ExternalSettings
export const EXTERNAL_SETTINGS = Object.keys(ExternalSettings)

/** What may be given as `-c name=value` or in cdk.json. */
const Context = z.object({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,15}$/, 'stage: 2 to 16 characters, lower-case letters, digits and hyphens')
    .default('local'),
  /** A name of one's own for the web, e.g. app.example.com; needs certificateArn. */
  domain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  /** ACM certificate in us-east-1 for `domain`. */
  certificateArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\//)
    .optional(),
  /** A web ACL (scope CLOUDFRONT) to put before the distribution; none by default, it costs from $5 a month. */
  webAclArn: z.string().startsWith('arn:aws').optional(),
  /** Who is told when an alarm fires. */
  alarmEmail: z.email().optional(),
  /**
   * Whom e-mails come from: `Name <address>` or an address, of a domain (or an address) that SES has verified in this account
   * and region. Without it no e-mail is sent.
   */
  emailFrom: z
    .string()
    .max(320)
    .refine(from => addressIn(from) !== undefined, 'emailFrom: an address, or Name <address>')
    .optional(),
  /** Hosts that companies may name although they are private, an ERP in a peered network say: `ixc.internal:443,10.0.0.5:8443`. */
  privateHosts: z
    .string()
    .max(2000)
    .regex(/^[a-z0-9.-]+:\d{1,5}(,[a-z0-9.-]+:\d{1,5})*$/, 'privateHosts: host:port,…')
    .optional(),
  /** The installation's app at Meta, for Facebook and Instagram; without it there are none. */
  metaAppId: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional(),
  ...ExternalSettings,
  /** The bank's API Pix (https, without a trailing slash), by which companies pay; with it goes `pixKey`. Without them none can pay. */
  pixUrl: z
    .url({ protocol: /^https$/ })
    .regex(/[^/]$/, 'pixUrl: no trailing slash')
    .optional(),
  /** The Pix key that is paid to. */
  pixKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,77}$/)
    .optional(),
  /** Version of the signing secret to use; without it the current one at the time functions are made. */
  secretVersion: z.uuid().optional(),
  /** The same of the sealing secret. */
  sealingVersion: z.uuid().optional(),
  /** Way of the session hosts to WhatsApp; decision 0054. */
  egress: z.enum(['nat-gateway', 'public-address']).default('nat-gateway'),
  /**
   * Sign-ins that are worked on at once, kept free in the account's concurrency: so many hashes run at most, however many try.
   * Some 60 a second by default, a morning's rush of 50 000 people in a quarter of an hour. 0 gives the function no share of
   * its own, for accounts whose quota is too small for one (Lambda leaves 100 to the rest).
   */
  signInConcurrency: z.coerce.number().int().min(0).max(500).optional(),
})

export const CONTEXT_KEYS = Object.keys(Context.shape) as (keyof z.infer<typeof Context>)[]

export type StageSettings = Omit<z.infer<typeof Context>, 'signInConcurrency'> & {
  signInConcurrency: number
  local: boolean
  /** Keeps data when a stack is deleted and refuses to delete the table. */
  retain: boolean
  logDays: 7 | 30 | 90
  /** One Fargate task, how many there may be, and the WhatsApp sessions each should hold. */
  host: { cpu: 256 | 512 | 1024; memoryMiB: 512 | 1024 | 2048; min: number; max: number; sessions: number }
  /** Limits of the usage plan of the public API, per company's key. */
  publicApi: { ratePerSecond: number; burst: number; perMonth: number }
}

/** The address in `Name <address>`, or an address alone; undefined when it is neither. */
export function addressIn(from: string): string | undefined {
  const address = /^[^<>,"\r\n]*<([^<>]+)>$/.exec(from)?.[1] ?? from
  return z.email().safeParse(address).success ? address.toLowerCase() : undefined
}

/** Nobody's: e-mail of the local stage ends in the simulator. */
const LOCAL_EMAIL_FROM = 'Balcão <nao-responda@balcao.example>'

const SIGN_INS = 20
const LOCAL_SIGN_INS = 4

/** The settings of a stage; throws with the name of what is wrong. */
export function stageSettings(given: Partial<Record<string, string>>): StageSettings {
  const parsed = Context.safeParse(given)
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  const context = parsed.data
  if (Boolean(context.domain) !== Boolean(context.certificateArn))
    throw new Error('domain and certificateArn go together')
  if (Boolean(context.pixUrl) !== Boolean(context.pixKey)) throw new Error('pixUrl and pixKey go together')
  const local = context.stage === 'local'
  const production = context.stage === 'prod'
  return {
    ...context,
    // On a laptop one thread of low priority hashes; a few more calls keep it busy while others read and write.
    signInConcurrency: context.signInConcurrency ?? (local ? LOCAL_SIGN_INS : SIGN_INS),
    ...(local && { emailFrom: context.emailFrom ?? LOCAL_EMAIL_FROM }),
    local,
    retain: !local,
    logDays: production ? 90 : local ? 7 : 30,
    host: production
      ? { cpu: 512, memoryMiB: 1024, min: 1, max: SHARDS, sessions: 300 }
      : { cpu: 256, memoryMiB: 512, min: 1, max: 2, sessions: 100 },
    publicApi: { ratePerSecond: 10, burst: 20, perMonth: 300_000 },
  }
}

/** What the process was started with. */
export function readEnvironment(): { stage: string | undefined; outdir: string } {
  const { STAGE, CDK_OUTDIR } = Environment.parse(process.env)
  return { stage: STAGE, outdir: CDK_OUTDIR }
}
