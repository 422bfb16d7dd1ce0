import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'
import { readServerConfig } from './config.ts'
import { parseEnvFile } from './env-file.ts'
import { EXAMPLE_VALUES } from './example-values.ts'
import { SETTING_KEYS } from './settings.ts'
import { systemVariables } from './systems.ts'

const PUBLIC = 'PUBLIC_URL=https://shop.example'

/** Reads a configuration of these lines. */
function read(lines: string[], env: NodeJS.ProcessEnv = {}, refusesExamples = false) {
  const cwd = mkdtempSync(join(tmpdir(), 'balcao-config-'))
  writeFileSync(join(cwd, 'balcao.env'), lines.join('\n'))
  return readServerConfig({ cwd, env, refusesExamples })
}

/** Returns the lines with which a configuration is refused. */
function refusalOf(lines: string[], env: NodeJS.ProcessEnv = {}, refusesExamples = false): string[] {
  try {
    read(lines, env, refusesExamples)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('the configuration of a server', () => {
  it('needs an address and has defaults for the rest', () => {
    expect(read([PUBLIC])).toMatchObject({
      PUBLIC_URL: 'https://shop.example',
      DATA_DIR: '/var/lib/balcao',
      PORT: 3000,
      SIGN_UP: 'closed',
      TRUSTED_PROXY: ['127.0.0.1', '::1'],
      BACKUP_AT: '03:30',
    })
    expect(refusalOf(['PORT=3000'])).toEqual([expect.stringMatching(/^balcao\.env: PUBLIC_URL: it is missing.*https/)])
  })

  it('takes an address with the slash at its end that people copy', () => {
    expect(read(['PUBLIC_URL=https://Shop.example/']).PUBLIC_URL).toBe('https://shop.example')
    expect(read(['PUBLIC_URL=http://localhost:3000']).PUBLIC_URL).toBe('http://localhost:3000')
  })

  it('comes from the environment too, which wins over the file', () => {
    expect(read([PUBLIC, 'PORT=3000'], { PORT: '4000' }).PORT).toBe(4000)
    expect(refusalOf([PUBLIC], { PORT: 'many' })).toEqual([expect.stringMatching(/^environment: PORT: /)])
    const cwd = mkdtempSync(join(tmpdir(), 'balcao-config-'))
    expect(readServerConfig({ cwd, env: { PUBLIC_URL: 'https://a.example' } }).file).toBeUndefined()
    expect(() => readServerConfig({ cwd, env: {} })).toThrow('balcao.env.example')
    expect(() => readServerConfig({ cwd, file: 'x.env', env: { PUBLIC_URL: 'https://a.example' } })).toThrow('x.env')
  })

  it('names each wrong line, in their order', () => {
    expect(refusalOf(['# ours', 'PUBLC_URL=https://a.example', 'PUBLIC_URL=ftp://a', '', 'PORT=99999'])).toEqual([
      expect.stringMatching(/^balcao\.env:2: PUBLC_URL: .*PUBLIC_URL/),
      expect.stringMatching(/^balcao\.env:3: PUBLIC_URL: .*https:\/\//),
      expect.stringMatching(/^balcao\.env:5: PORT: .*65535/),
    ])
    expect(refusalOf([PUBLIC, PUBLIC])).toEqual([expect.stringMatching(/^balcao\.env:2: PUBLIC_URL: .*line 1/)])
  })

  it.each([
    ['PUBLIC_URL', 'http://shop.example', 'https://shop.example/app', 'https://user@shop.example', 'shop.example'],
    ['PORT', '0', '65536', '3000.5', '-1', '3e3'],
    ['SMTP_URL', 'https://mail.example', 'mail.example:465', 'smtps://'],
    ['EMAIL_FROM', 'Loja', 'a@b', 'Loja <a@example.com', 'a@example.com, b@example.com'],
    ['ALERT_EMAIL', 'owner'],
    ['PIX_URL', 'http://bank.example', 'https://bank.example/'],
    ['PIX_KEY', 'with space', 'x'.repeat(78)],
    ['PIX_CLIENT_CERTIFICATE', 'pix.pem', '/etc/balcao/'],
    ['PIX_CLIENT_KEY', './pix.key', '/'],
    [
      'OUTGOING_PRIVATE_HOSTS',
      'n8n.lan',
      'http://n8n.lan:5678',
      'n8n.lan:0',
      'n8n.lan:65536',
      'n8n.lan:5678,',
      '*:5678',
    ],
    ['OUTGOING_PRIVATE_HOSTS', '10.0.0.0/8:80', '127.1:5678', 'n8n.lan:05678', 'n8n.lan:5678/hook', '[::zz]:1'],
    ['OUTGOING_PRIVATE_HOSTS', '169.254.169.254:80', '[fd00:ec2::254]:80', 'metadata.google.internal:80'],
    ['OUTGOING_PRIVATE_HOSTS', '[fe80::1]:5678', '100.100.100.200:80', 'n8n.lan:5678,169.254.170.2:80'],
    ['META_APP_ID', 'abc', '1234'],
    ['META_CONFIG_ID', 'abc', '1234'],
    ['META_APP_SECRET', 'short'],
    ['META_VERIFY_TOKEN', 'short'],
    ['OPENAI_URL', 'ftp://ai.example'],
    ['OPENAI_MODEL', 'two words', 'x'.repeat(101)],
    ['OPENAI_EMBEDDING_MODEL', 'two words'],
    ['OPENAI_TRANSCRIPTION_MODEL', 'two words'],
    ['AZURE_SPEECH_URL', 'http://voices.example', 'https://{region}.voices.example/'],
    ['SIGN_UP', 'yes', 'Open'],
    ['TRUSTED_PROXY', 'proxy', '10.0.0.0/33', '::1/129', '127.0.0.1,,::1'],
    ['BACKUP_TO', 'backup', 's3://', 'https://bucket'],
    ['BACKUP_PASSPHRASE', 'short'],
    ['BACKUP_AT', '24:00', '3:30', 'night'],
  ])('refuses a wrong %s and says what would be right', (key, ...wrong) => {
    for (const value of wrong) {
      const lines = key === 'PUBLIC_URL' ? [] : [PUBLIC]
      const refused = refusalOf([...lines, `${key}='${value}'`])
      expect([value, refused.filter(line => line.includes(`: ${key}: it must be `))]).toEqual([
        value,
        [expect.stringMatching(new RegExp(`^balcao\\.env:${lines.length + 1}: `))],
      ])
    }
  })

  it('wants what belongs together, together', () => {
    expect(refusalOf([PUBLIC, 'SMTP_URL=smtps://mail.example'])).toEqual([
      'balcao.env: EMAIL_FROM: it is missing; it goes together with SMTP_URL',
    ])
    expect(refusalOf([PUBLIC, 'PIX_KEY=a@example.com'])).toHaveLength(3)
    expect(refusalOf([PUBLIC, 'PIX_CLIENT_CERTIFICATE=/etc/pix.pem'])).toEqual([
      'balcao.env:2: PIX_CLIENT_CERTIFICATE: it is for the bank that PIX_URL names, which is missing',
      'balcao.env: PIX_CLIENT_KEY: it is missing; it goes together with PIX_CLIENT_CERTIFICATE',
    ])
  })

  it('names the AI service and its models to the functions', () => {
    const given = {
      OPENAI_URL: 'https://models.example/v1',
      OPENAI_MODEL: 'llama-3.3-70b',
      OPENAI_EMBEDDING_MODEL: 'nomic/embed:v1.5',
      OPENAI_TRANSCRIPTION_MODEL: 'whisper-large-v3',
      AZURE_SPEECH_URL: 'https://{region}.voices.example',
    }
    const lines = Object.entries(given).map(([key, value]) => `${key}=${value}`)
    expect(systemVariables(read([PUBLIC, ...lines]))).toEqual({ ...given, SIGN_UP: 'closed' })
    expect(systemVariables(read([PUBLIC]))).toEqual({ SIGN_UP: 'closed' })
  })

  it('names the listed private hosts to the functions, as addresses have them', () => {
    const given = read([
      PUBLIC,
      'OUTGOING_PRIVATE_HOSTS=N8N_1.lan:5678, 192.168.0.10:443,[fd12::5]:8080,127.0.0.1:5678',
    ])
    const OUTGOING_PRIVATE_HOSTS = 'n8n_1.lan:5678,192.168.0.10:443,[fd12::5]:8080,127.0.0.1:5678'
    expect(systemVariables(given)).toEqual({ OUTGOING_PRIVATE_HOSTS, SIGN_UP: 'closed' })
  })

  it('takes another WhatsApp only for tests on this machine', () => {
    const test = 'WHATSAPP_URL=ws://127.0.0.1:3001/ws/chat'
    expect(refusalOf([PUBLIC, test])).toEqual([
      expect.stringMatching(/^balcao\.env:1: PUBLIC_URL: .*this machine/),
      expect.stringMatching(/^balcao\.env:2: WHATSAPP_URL: .*BALCAO_ALLOW_TEST_WHATSAPP=1/),
    ])
    const local = ['PUBLIC_URL=http://127.0.0.1:3000', test]
    expect(refusalOf(local)).toHaveLength(1)
    expect(read(local, { BALCAO_ALLOW_TEST_WHATSAPP: '1' }).WHATSAPP_URL).toBe('ws://127.0.0.1:3001/ws/chat')
    expect(refusalOf(['PUBLIC_URL=https://127.0.0.1.example', test], { BALCAO_ALLOW_TEST_WHATSAPP: '1' })).toHaveLength(
      1,
    )
  })
})

describe('balcao.env.example', () => {
  const example = readFileSync(join(REPOSITORY, 'balcao.env.example'), 'utf8')
  const uncommented = example.replace(/^#(?=[A-Z0-9_]+=)/gm, '')

  it('has every key once, each behind a comment', () => {
    const keys = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(match => match[1])
    expect(keys.toSorted()).toEqual(SETTING_KEYS.toSorted())
    expect(example).toMatch(/^# \S/)
  })

  it('is right as it stands, and with every key that is not for tests', () => {
    expect(refusalOf(example.split('\n'))).toEqual([])
    const real = uncommented
      .split('\n')
      .filter(line => !/^(BALCAO_ALLOW_TEST_WHATSAPP|WHATSAPP_(URL|MEDIA_HOST))=/.test(line))
    expect(refusalOf(real)).toEqual([])
  })

  it("has values that are nobody's, each of which a start refuses", () => {
    const values = new Map(parseEnvFile(uncommented).flatMap(line => ('key' in line ? [[line.key, line.value]] : [])))
    const usable = ['DATA_DIR', 'PORT', 'TRUSTED_PROXY', 'SIGN_UP', 'BACKUP_TO', 'BACKUP_S3_REGION', 'BACKUP_AT']
    const ours = [
      'OPENAI_URL',
      'OPENAI_MODEL',
      'OPENAI_EMBEDDING_MODEL',
      'OPENAI_TRANSCRIPTION_MODEL',
      'AZURE_SPEECH_URL',
    ]
    const left = ['WHATSAPP_VERSION', 'BALCAO_ALLOW_TEST_WHATSAPP', 'WHATSAPP_URL', 'WHATSAPP_MEDIA_HOST']
    for (const key of [...usable, ...ours, ...left]) values.delete(key)
    expect(Object.fromEntries(values)).toEqual(EXAMPLE_VALUES)
    const lines = [...values].filter(([key]) => key !== 'PUBLIC_URL').map(([key, value]) => `${key}="${value}"`)
    const refused = refusalOf(['PUBLIC_URL=https://Atendimento.example.com/', ...lines], {}, true)
    expect(refused).toEqual(
      ['PUBLIC_URL', ...[...values.keys()].filter(key => key !== 'PUBLIC_URL')].map(
        (key, at) => `balcao.env:${at + 1}: ${key}: it is still the example; write your own`,
      ),
    )
    const meta = ['META_APP_ID=200000000000001', `META_APP_SECRET=${'e'.repeat(32)}`]
    const earlier = 'META_VERIFY_TOKEN=any-word-of-at-least-32-signs-of-yours'
    expect(refusalOf([PUBLIC, ...meta, earlier], {}, true)).toEqual([
      'balcao.env:4: META_VERIFY_TOKEN: it is still the example; write your own',
    ])
    // A backup that was made with one is restored with it.
    expect(refusalOf([PUBLIC, `BACKUP_PASSPHRASE="${EXAMPLE_VALUES.BACKUP_PASSPHRASE}"`])).toEqual([])
  })
})
