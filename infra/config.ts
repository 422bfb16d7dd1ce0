/**
 * Settings of the synthesis: the stage and its options. The only file of bin, stacks and constructs
 * that reads the environment.
 */

import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { WHATSAPP_VERSION } from '@balcao/shared/rules/whatsapp-version.ts'
import { z } from 'zod'

const Environment = z.object({
  STAGE: z.string().optional(),
  /** Folder of the assembly; set by the CDK command line. */
  CDK_OUTDIR: z.string().default('cdk.out'),
})

/** Address of an external system, without a trailing slash. */
const ExternalUrl = z
  .url({ protocol: /^https$/, error: 'an address with https' })
  .regex(/[^/]$/, 'without a slash at its end')

/**
 * External systems that an installation may have elsewhere than their makers: its own model, a
 * region, a version. Defaults and descriptions are in functions/src/config.ts.
 */
const ExternalSettings = {
  openaiUrl: ExternalUrl.optional(),
  openaiModel: z.string().min(1).max(100).optional(),
  openaiEmbeddingModel: z.string().min(1).max(100).optional(),
  openaiTranscriptionModel: z.string().min(1).max(100).optional(),
  /** `{region}` stands for the agent's region. */
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

/** Settings given as `-c name=value` or in cdk.json. */
const Context = z.object({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,15}$/, 'stage: 2 to 16 characters, lower-case letters, digits and hyphens')
    .default('local'),
  /** Custom name of the web, e.g. app.example.com; needs certificateArn. */
  domain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  /** ACM certificate in us-east-1 for `domain`. */
  certificateArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\//)
    .optional(),
  /**
   * A web ACL (scope CLOUDFRONT) before the distribution; none by default, it costs from $5 a
   * month.
   */
  webAclArn: z.string().startsWith('arn:aws').optional(),
  /** `closed`: only super users create companies; by default anybody may sign one up. */
  signUp: z.enum(['open', 'closed'], 'signUp: open or closed').optional(),
  /** Recipient of alarms. */
  alarmEmail: z.email().optional(),
  /**
   * Sender of e-mails: `Name <address>` or an address, of a domain (or an address) that SES has
   * verified in this account and region. Without it no e-mail is sent.
   */
  emailFrom: z
    .string()
    .max(320)
    .refine(from => addressIn(from) !== undefined, 'emailFrom: an address, or Name <address>')
    .optional(),
  /**
   * Private hosts that companies may name, such as an ERP in a peered network:
   * `ixc.internal:443,10.0.0.5:8443`.
   */
  privateHosts: z
    .string()
    .max(2000)
    .regex(/^[a-z0-9.-]+:\d{1,5}(,[a-z0-9.-]+:\d{1,5})*$/, 'privateHosts: host:port,…')
    .optional(),
  /**
   * The installation's app at Meta, for Facebook, Instagram and the Cloud API; without it the
   * product has none of them. Its configuration of the sign-up for cloud numbers is optional.
   */
  metaAppId: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional(),
  metaConfigId: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional(),
  ...ExternalSettings,
  /**
   * The bank's API Pix (https, without a trailing slash), by which companies pay; requires
   * `pixKey`. Without them no company can pay.
   */
  pixUrl: z
    .url({ protocol: /^https$/ })
    .regex(/[^/]$/, 'pixUrl: no trailing slash')
    .optional(),
  /** Pix key of the receiver. */
  pixKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,77}$/)
    .optional(),
  /** Version of the signing secret; the current one when functions are created by default. */
  secretVersion: z.uuid().optional(),
  /** Version of the sealing secret, likewise. */
  sealingVersion: z.uuid().optional(),
  /** Egress of the session hosts to WhatsApp; decision 0054. */
  egress: z.enum(['nat-gateway', 'public-address']).default('nat-gateway'),
  /** Version of WhatsApp Web that the session hosts claim to be; their own by default. */
  whatsappVersion: z
    .string()
    .regex(WHATSAPP_VERSION, 'whatsappVersion: three numbers, as 2.3000.1043857760')
    .optional(),
  /**
   * Reserved concurrency of sign-ins: at most so many hashes run at once. Some 60 a second by
   * default, a morning's rush of 50 000 people in a quarter of an hour. 0 reserves nothing, for
   * accounts whose quota is too small (Lambda leaves 100 to the rest).
   */
  signInConcurrency: z.coerce.number().int().min(0).max(500).optional(),
})

export const CONTEXT_KEYS = Object.keys(Context.shape) as (keyof z.infer<typeof Context>)[]

export type StageSettings = Omit<z.infer<typeof Context>, 'signInConcurrency'> & {
  signInConcurrency: number
  /** True for a stage that one machine serves from its templates, and nothing of it is on AWS. */
  local: boolean
  /** Keeps data when a stack is deleted and refuses to delete the table. */
  retain: boolean
  logDays: 7 | 30 | 90
  /** Size of a Fargate task, the number of tasks, and the WhatsApp sessions each should hold. */
  host: { cpu: 256 | 512 | 1024; memoryMiB: 512 | 1024 | 2048; min: number; max: number; sessions: number }
  /** Limits of the usage plan of the public API, per company's key. */
  publicApi: { ratePerSecond: number; burst: number; perMonth: number }
}

/** Returns the address in `Name <address>`, or an address alone; undefined when it is neither. */
export function addressIn(from: string): string | undefined {
  const address = /^[^<>,"\r\n]*<([^<>]+)>$/.exec(from)?.[1] ?? from
  return z.email().safeParse(address).success ? address.toLowerCase() : undefined
}

/** The demo's stage and a server's. */
const LOCAL_STAGES = ['local', 'server']

/** Belongs to nobody: e-mail of the local stage ends in the simulator. */
const LOCAL_EMAIL_FROM = 'Balcão <nao-responda@balcao.example>'

const SIGN_INS = 20
const LOCAL_SIGN_INS = 4

/** Returns the settings of a stage; throws with the name of a wrong one. */
export function stageSettings(given: Partial<Record<string, string>>): StageSettings {
  const parsed = Context.safeParse(given)
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  const context = parsed.data
  if (Boolean(context.domain) !== Boolean(context.certificateArn))
    throw new Error('domain and certificateArn go together')
  if (Boolean(context.pixUrl) !== Boolean(context.pixKey)) throw new Error('pixUrl and pixKey go together')
  const local = LOCAL_STAGES.includes(context.stage)
  const production = context.stage === 'prod'
  return {
    ...context,
    // On a laptop one thread of low priority hashes; a few more calls keep it busy while others
    // read and write.
    signInConcurrency: context.signInConcurrency ?? (local ? LOCAL_SIGN_INS : SIGN_INS),
    // A server's sender is in its configuration.
    ...(context.stage === 'local' && { emailFrom: context.emailFrom ?? LOCAL_EMAIL_FROM }),
    local,
    retain: !local,
    logDays: production ? 90 : local ? 7 : 30,
    host: production
      ? { cpu: 512, memoryMiB: 1024, min: 1, max: SHARDS, sessions: 300 }
      : { cpu: 256, memoryMiB: 512, min: 1, max: 2, sessions: 100 },
    publicApi: { ratePerSecond: 10, burst: 20, perMonth: 300_000 },
  }
}

/** Returns the environment of the process. */
export function readEnvironment(): { stage: string | undefined; outdir: string } {
  const { STAGE, CDK_OUTDIR } = Environment.parse(process.env)
  return { stage: STAGE, outdir: CDK_OUTDIR }
}
