import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { SHARDS } from '@balcao/shared/rules/shard.ts'
import { WHATSAPP_VERSION } from '@balcao/shared/rules/whatsapp-version.ts'
import { z } from 'zod'

const WHATSAPP = 'wss://web.whatsapp.com/ws/chat'
/**
 * Version that Baileys 7.0.0-rc14 claims to be. Beside the package, so that an update of it is a
 * decision; `config.test.ts` compares them.
 */
const VERSION = '2.3000.1043857760'
const MEDIA_HOST = 'mmg.whatsapp.net'

/**
 * Returns whether a host is WhatsApp's own for media and pictures.
 * @param host `name`, or `name:port` for another port than 443
 */
export const isWhatsAppMediaHost = (host: string): boolean => /^([a-z0-9-]+\.)+whatsapp\.net$/.test(host)

const schema = z
  .object({
    STAGE: z.string().min(1),
    TABLE_NAME: z.string().min(1),
    MEDIA_BUCKET: z.string().min(1),
    INBOUND_QUEUE_URL: z.url(),
    OUTBOUND_QUEUE_URLS: z
      .string()
      .transform(text => text.split(',').filter(Boolean))
      .pipe(z.array(z.url()).length(SHARDS)),
    WHATSAPP_URL: z.url().default(WHATSAPP),
    /** Version of WhatsApp Web that we claim to be; WhatsApp refuses one that is too old. */
    WHATSAPP_VERSION: z
      .string()
      .regex(WHATSAPP_VERSION, 'must be three numbers, as 2.3000.1043857760')
      .default(VERSION)
      .transform(text => text.split('.').map(Number) as [number, number, number]),
    /**
     * Host from which media are downloaded: `name` or `name:port`. The URL in a message is never
     * used.
     */
    WHATSAPP_MEDIA_HOST: z
      .string()
      .regex(/^[a-z0-9.-]+(:\d{1,5})?$/)
      .default(MEDIA_HOST),
    /** Address on which the health endpoint listens; port 0 takes a free one. */
    HEALTH_HOST: z.string().default('127.0.0.1'),
    HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /** Seconds that a lease lasts without renewal; it is renewed three times in that span. */
    LEASE_SECONDS: z.coerce.number().min(1).max(60).default(15),
    /** Lets a server's host speak to another WhatsApp, for tests. */
    BALCAO_ALLOW_TEST_WHATSAPP: z.literal('1').optional(),
    /** One machine only: the host ends when this process is gone. */
    BALCAO_PARENT_PID: z.coerce.number().int().positive().optional(),
    NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  })
  .superRefine((env, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    // Baileys 7.0.0-rc14 accepts any certificate inside the tunnel, so WhatsApp is authenticated by
    // TLS alone.
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') refuse('NODE_TLS_REJECT_UNAUTHORIZED', 'must not switch TLS off')
    if (mayBeSimulated(env)) return
    const where =
      env.STAGE === 'server' ? 'is allowed without BALCAO_ALLOW_TEST_WHATSAPP=1' : 'is allowed outside the local stage'
    if (!isWhatsAppMediaHost(env.WHATSAPP_MEDIA_HOST)) {
      refuse('WHATSAPP_MEDIA_HOST', `only a host of whatsapp.net ${where}`)
    }
    const url = new URL(env.WHATSAPP_URL)
    if (url.protocol !== 'wss:' || url.host !== 'web.whatsapp.com') {
      refuse('WHATSAPP_URL', `only wss://web.whatsapp.com ${where}`)
    }
  })

/** Returns true where the host may speak to a simulator in place of WhatsApp. */
function mayBeSimulated(env: { STAGE: string; BALCAO_ALLOW_TEST_WHATSAPP?: string | undefined }): boolean {
  return env.STAGE === 'local' || (env.STAGE === 'server' && env.BALCAO_ALLOW_TEST_WHATSAPP === '1')
}

export type HostConfig = {
  stage: string
  tableName: string
  mediaBucket: string
  inboundQueueUrl: string
  /** Queue URLs by shard number. */
  outboundQueueUrls: string[]
  whatsappUrl: string
  whatsappVersion: [number, number, number]
  mediaHost: string
  /** True if the media host is a simulator and may have a private address; never on AWS. */
  mediaIsLocal: boolean
  health: { host: string; port: number }
  logLevel: string
  leaseMs: number
  parentPid: number | undefined
  /** Name of this process among the hosts. */
  hostId: string
}

/**
 * Reads the host's settings.
 * @throws an error with one line per setting that is missing or wrong
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): HostConfig {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The session host cannot start:\n${lines.join('\n')}`)
  }
  const { data } = parsed
  return {
    stage: data.STAGE,
    tableName: data.TABLE_NAME,
    mediaBucket: data.MEDIA_BUCKET,
    inboundQueueUrl: data.INBOUND_QUEUE_URL,
    outboundQueueUrls: data.OUTBOUND_QUEUE_URLS,
    whatsappUrl: data.WHATSAPP_URL,
    whatsappVersion: data.WHATSAPP_VERSION,
    mediaHost: data.WHATSAPP_MEDIA_HOST,
    mediaIsLocal: mayBeSimulated(data) && !isWhatsAppMediaHost(data.WHATSAPP_MEDIA_HOST),
    health: { host: data.HEALTH_HOST, port: data.HEALTH_PORT },
    logLevel: data.LOG_LEVEL,
    leaseMs: data.LEASE_SECONDS * 1000,
    parentPid: data.BALCAO_PARENT_PID,
    hostId: `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
  }
}
