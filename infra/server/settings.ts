import { isIP } from 'node:net'
import { readSmtpUrl } from '@balcao/functions/integrations/email/smtp-url.ts'
import { WHATSAPP_VERSION } from '@balcao/shared/rules/whatsapp-version.ts'
import { z } from 'zod'
import { addressIn } from '../config.ts'
import { EXAMPLE_VALUES } from './example-values.ts'
import { isHostWithPort } from './private-hosts.ts'

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns true for an address that only this machine reaches. */
export const isLoopback = (url: string): boolean => LOOPBACK_NAME.test(new URL(url).hostname)

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
const isHttps = (text: string): boolean => {
  const url = parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(text))
}
const text = (wanted: string, isRight: (text: string) => boolean) => z.string().refine(isRight, wanted)

/** An address of an external system, without the slash at its end. */
const systemAddress = (example: string) =>
  text(`an address with https, without a slash at its end, like ${example}`, given => {
    return isHttps(given) && !given.endsWith('/')
  })

/** Name of a model of the AI service. */
const model = (example: string) =>
  text(`the name of a model, like ${example}`, given => /^[\w.:/@-]{1,100}$/.test(given))

function isNetwork(given: string): boolean {
  const [address = '', bits, ...more] = given.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Absolute path of a file. */
const pathOf = (example: string) =>
  text(`the path of a file from the root on, like ${example}`, given => /^\/[^\0]*[^\0/]$/.test(given))

/** Every key of balcao.env, with what its value must be. */
export const SETTINGS = z.object({
  PUBLIC_URL: text(`an address with https and without a path, like ${EXAMPLE_VALUES.PUBLIC_URL}`, given => {
    const url = parse(given)
    return isHttps(given) && url!.pathname === '/' && !url!.search && !url!.hash && !url!.username
  }).transform(given => new URL(given).origin),
  DATA_DIR: text('a folder, like /var/lib/balcao', given => !given.includes('\0')).default('/var/lib/balcao'),
  PORT: text('a port from 1 to 65535, like 3000', given => {
    return /^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535
  })
    .default('3000')
    .transform(Number),
  SIGN_UP: z.enum(['open', 'closed'], 'open or closed').default('closed'),
  SMTP_URL: text('a mail server, like smtps://user:password@smtp.example.com:465, percent-encoded', given => {
    try {
      return readSmtpUrl(given) !== undefined
    } catch {
      return false
    }
  }).optional(),
  EMAIL_FROM: text('an address, or a name and an address, like Loja <contato@example.com>', given => {
    return given.length <= 320 && addressIn(given) !== undefined
  }).optional(),
  ALERT_EMAIL: text('an address, like dona@example.com', given => z.email().safeParse(given).success).optional(),
  PIX_URL: systemAddress('https://pix.bank.example').optional(),
  PIX_KEY: text('the Pix key of the payee: at most 77 characters, no spaces', given => {
    return /^[\x21-\x7e]{1,77}$/.test(given)
  }).optional(),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  PIX_CLIENT_CERTIFICATE: pathOf('/etc/balcao/pix.pem').optional(),
  PIX_CLIENT_KEY: pathOf('/etc/balcao/pix.key').optional(),
  META_APP_ID: text('the number of the app at Meta: 5 to 30 digits', given => /^\d{5,30}$/.test(given)).optional(),
  META_CONFIG_ID: text('the number of a configuration of that app: 5 to 30 digits', given =>
    /^\d{5,30}$/.test(given),
  ).optional(),
  META_APP_SECRET: text("the app's secret: at least 32 characters", given => given.length >= 32).optional(),
  META_VERIFY_TOKEN: text('a word of your own: at least 32 characters', given => given.length >= 32).optional(),
  OPENAI_URL: systemAddress('https://api.openai.com/v1').optional(),
  OPENAI_MODEL: model('gpt-4o-mini').optional(),
  OPENAI_EMBEDDING_MODEL: model('text-embedding-3-small').optional(),
  OPENAI_TRANSCRIPTION_MODEL: model('whisper-1').optional(),
  AZURE_SPEECH_URL: text(
    'an address with https, without a slash at its end, like https://{region}.tts.speech.microsoft.com',
    given => isHttps(given.replace('{region}', 'region')) && !given.endsWith('/'),
  ).optional(),
  OUTGOING_PRIVATE_HOSTS: z
    .string()
    .max(2000, 'at most 2000 characters')
    .transform(list => list.split(',').map(each => each.trim().toLowerCase()))
    .refine(
      list => list.every(isHostWithPort),
      'hosts with their ports and commas between, like n8n.lan:5678,192.168.0.10:443, none that serves the keys of a cloud',
    )
    .transform(list => list.join())
    .optional(),
  TRUSTED_PROXY: z
    .string()
    .default('127.0.0.1,::1')
    .transform(list => list.split(',').map(each => each.trim()))
    .refine(list => list.every(isNetwork), 'addresses or networks with commas between, like 127.0.0.1,10.0.0.0/8'),
  BACKUP_TO: text('a folder, like /mnt/backup, or s3://bucket/prefix', given => {
    return given.startsWith('/') || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?$/.test(given)
  }).optional(),
  BACKUP_S3_KEY_ID: text('the id of a key of the storage', given => /^\S+$/.test(given)).optional(),
  BACKUP_S3_SECRET: text('the secret of that key', given => /^\S+$/.test(given)).optional(),
  BACKUP_S3_REGION: text('a region of the storage, like sa-east-1', given => /^[\w-]+$/.test(given)).optional(),
  BACKUP_S3_ENDPOINT: systemAddress('https://s3.example.com').optional(),
  BACKUP_PASSPHRASE: text('at least 12 characters', given => given.length >= 12).optional(),
  BACKUP_AT: text('an hour and a minute, like 03:30', given => /^([01]\d|2[0-3]):[0-5]\d$/.test(given)).default(
    '03:30',
  ),
  WHATSAPP_VERSION: text('three numbers, like 2.3000.1043857760', given => WHATSAPP_VERSION.test(given)).optional(),
  BALCAO_ALLOW_TEST_WHATSAPP: text('1, or nothing', given => given === '1').optional(),
  WHATSAPP_URL: text('an address like ws://127.0.0.1:3001/ws/chat', given => {
    return /^wss?:$/.test(parse(given)?.protocol ?? '')
  }).optional(),
  WHATSAPP_MEDIA_HOST: text('a host and a port, like 127.0.0.1:4433', given => {
    return /^[a-z0-9.-]+(:\d{1,5})?$/.test(given)
  }).optional(),
})

export type Settings = z.infer<typeof SETTINGS>
export type SettingKey = keyof Settings
export const SETTING_KEYS = Object.keys(SETTINGS.shape) as SettingKey[]
