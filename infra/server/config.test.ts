import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'
import { readServerConfig } from './config.ts'
import { SETTING_KEYS } from './settings.ts'

const PUBLIC = 'PUBLIC_URL=https://shop.example'

/** Reads a configuration of these lines. */
function read(lines: string[], env: NodeJS.ProcessEnv = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'balcao-config-'))
  writeFileSync(join(cwd, 'balcao.env'), lines.join('\n'))
  return readServerConfig({ cwd, env })
}

/** Returns the lines with which a configuration is refused. */
function refusalOf(lines: string[], env: NodeJS.ProcessEnv = {}): string[] {
  try {
    read(lines, env)
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
    ['META_APP_ID', 'abc', '1234'],
    ['META_CONFIG_ID', 'abc', '1234'],
    ['META_APP_SECRET', 'short'],
    ['META_VERIFY_TOKEN', 'short'],
    ['OPENAI_URL', 'ftp://ai.example'],
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
})
