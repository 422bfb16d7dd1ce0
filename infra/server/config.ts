import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { ownEnvironment } from '../local/config.ts'
import { Refusal } from '../local/refusal.ts'
import { parseEnvFile } from './env-file.ts'
import { EXAMPLE_VALUES } from './example-values.ts'
import { nearest } from './nearest.ts'
import { isLoopback, SETTING_KEYS, SETTINGS, type SettingKey, type Settings } from './settings.ts'

/** Settings of a server: those of balcao.env, and where they were read. */
export type ServerConfig = Settings & {
  /** The file that was read; undefined when everything came from the environment. */
  file: string | undefined
}

/** Settings that are worth something only together. */
const TOGETHER: SettingKey[][] = [
  ['SMTP_URL', 'EMAIL_FROM'],
  ['PIX_URL', 'PIX_KEY', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET'],
  ['PIX_CLIENT_CERTIFICATE', 'PIX_CLIENT_KEY'],
  ['BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'],
  ['META_APP_ID', 'META_APP_SECRET', 'META_VERIFY_TOKEN'],
]

/**
 * Reads the configuration of a server. A variable of the environment comes before the same key of
 * the file.
 * @param options.file the file to read; by default `balcao.env` of the current folder where it
 * exists
 * @param options.refusesExamples true if no value may be that of balcao.env.example: for a start,
 * not for a command that restores what was made with one
 * @throws Refusal with one line for each setting that is wrong or missing
 */
export function readServerConfig(
  options: { file?: string | undefined; cwd?: string; env?: NodeJS.ProcessEnv; refusesExamples?: boolean } = {},
): ServerConfig {
  const { cwd = process.cwd(), env = ownEnvironment() } = options
  const file = options.file === undefined ? join(cwd, 'balcao.env') : resolve(cwd, options.file)
  const isThere = existsSync(file)
  if (!isThere && (options.file !== undefined || env.PUBLIC_URL === undefined))
    throw new Refusal(`${file}: there is no such file; copy balcao.env.example to it and fill it in`)
  const name = options.file ?? 'balcao.env'
  const problems: { line: number; text: string }[] = []
  const given: Partial<Record<SettingKey, string>> = {}
  const places = new Map<SettingKey, { line: number; place: string }>()

  for (const entry of isThere ? parseEnvFile(readFileSync(file, 'utf8')) : []) {
    const { line } = entry
    const refuse = (problem: string) => problems.push({ line, text: `${name}:${line}: ${problem}` })
    if ('problem' in entry) refuse(entry.problem)
    else if (!isKey(entry.key)) refuse(`${entry.key}: there is no such setting; did you mean ${nearestKey(entry.key)}?`)
    else if (places.has(entry.key)) refuse(`${entry.key}: it stands in line ${places.get(entry.key)!.line} already`)
    else {
      places.set(entry.key, { line, place: `${name}:${line}` })
      // An empty value is the same as none.
      if (entry.value !== '') given[entry.key] = entry.value
    }
  }
  for (const key of SETTING_KEYS) {
    const value = env[key]
    if (value === undefined || value === '') continue
    given[key] = value
    places.set(key, { line: 0, place: 'environment' })
  }

  const refuse = (key: SettingKey, problem: string) => {
    const { line, place } = places.get(key) ?? { line: Number.MAX_SAFE_INTEGER, place: isThere ? name : 'environment' }
    problems.push({ line, text: `${place}: ${key}: ${problem}` })
  }
  const parsed = SETTINGS.safeParse(given)
  const wrong = new Set<SettingKey>()
  for (const issue of parsed.error?.issues ?? []) {
    const key = issue.path[0] as SettingKey
    if (wrong.has(key)) continue
    wrong.add(key)
    refuse(key, given[key] === undefined ? `it is missing; ${expected(key)}` : `it must be ${issue.message}`)
  }
  for (const keys of TOGETHER) {
    const missing = keys.filter(key => given[key] === undefined)
    const [first] = keys.filter(key => given[key] !== undefined)
    if (first) for (const key of missing) refuse(key, `it is missing; it goes together with ${first}`)
  }
  if (given.PIX_CLIENT_CERTIFICATE !== undefined && given.PIX_URL === undefined)
    refuse('PIX_CLIENT_CERTIFICATE', 'it is for the bank that PIX_URL names, which is missing')
  if (options.refusesExamples)
    for (const key of SETTING_KEYS)
      if (!wrong.has(key) && isExample(key, given[key])) refuse(key, 'it is still the example; write your own')
  refuseTestWhatsApp(given, wrong, refuse)
  if (problems.length > 0 || !parsed.success) {
    const lines = problems.sort((a, b) => a.line - b.line).map(({ text }) => text)
    throw new Refusal(lines.join('\n'))
  }
  return { ...parsed.data, DATA_DIR: resolve(cwd, parsed.data.DATA_DIR), file: isThere ? file : undefined }
}

/** Refuses another WhatsApp than the real one, except for tests that nobody else can reach. */
function refuseTestWhatsApp(
  given: Partial<Record<SettingKey, string>>,
  wrong: Set<SettingKey>,
  refuse: (key: SettingKey, problem: string) => void,
): void {
  const [key] = (['WHATSAPP_URL', 'WHATSAPP_MEDIA_HOST'] as const).filter(each => given[each] !== undefined)
  if (!key) return
  if (given.BALCAO_ALLOW_TEST_WHATSAPP === undefined)
    refuse(key, 'it is for tests and needs BALCAO_ALLOW_TEST_WHATSAPP=1; without it WhatsApp itself is used')
  if (given.PUBLIC_URL !== undefined && !wrong.has('PUBLIC_URL') && !isLoopback(given.PUBLIC_URL))
    refuse('PUBLIC_URL', 'with a test WhatsApp it must be an address of this machine, like http://127.0.0.1:3000')
}

/** Values that nobody may start with, by setting. */
const EXAMPLES: Partial<Record<SettingKey, string>> = EXAMPLE_VALUES

/** Tokens that stood in earlier versions of balcao.env.example. */
const EARLIER_EXAMPLES = ['any-word-of-at-least-32-signs-of-yours']

/** Returns whether a value is one of balcao.env.example; an address may end with a slash. */
function isExample(key: SettingKey, value: string | undefined): boolean {
  const given = value?.trim().replace(/\/$/, '').toLowerCase()
  return given !== undefined && (given === EXAMPLES[key]?.toLowerCase() || EARLIER_EXAMPLES.includes(given))
}

const isKey = (key: string): key is SettingKey => SETTING_KEYS.includes(key as SettingKey)
const nearestKey = (key: string): string => nearest(key.toUpperCase(), SETTING_KEYS)

/** Returns what a missing setting would have to be. */
function expected(key: SettingKey): string {
  const [issue] = (SETTINGS.shape[key] as z.ZodType).safeParse('').error?.issues ?? []
  return `it must be ${issue?.message ?? 'given'}`
}
