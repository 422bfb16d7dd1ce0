import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const env = {
  STAGE: 'prod',
  TABLE_NAME: 'balcao-prod',
  MEDIA_BUCKET: 'balcao-prod-media',
  INBOUND_QUEUE_URL: 'https://sqs.sa-east-1.amazonaws.com/1/inbound.fifo',
  OUTBOUND_QUEUE_URLS: Array.from(
    { length: 8 },
    (_, n) => `https://sqs.sa-east-1.amazonaws.com/1/outbound-${n}.fifo`,
  ).join(','),
}

describe('readConfig', () => {
  it('speaks to WhatsApp by default', () => {
    expect(readConfig(env)).toMatchObject({ whatsappUrl: 'wss://web.whatsapp.com/ws/chat', leaseMs: 15_000 })
    expect(readConfig(env).outboundQueueUrls).toHaveLength(8)
  })

  it('claims to be the version that this Baileys does, unless another is set', () => {
    expect(readConfig(env).whatsappVersion).toEqual(DEFAULT_CONNECTION_CONFIG.version)
    expect(readConfig({ ...env, WHATSAPP_VERSION: '2.3000.1050000000' }).whatsappVersion).toEqual([2, 3000, 1050000000])
  })

  it.each(['', '2.3000', '2.3000.x', '2.3000.1.2', ' 2.3000.1', 'latest'])('refuses the version %j', version => {
    expect(() => readConfig({ ...env, WHATSAPP_VERSION: version })).toThrow('WHATSAPP_VERSION: must be three numbers')
  })

  it('names every setting that is missing', () => {
    expect(() => readConfig({})).toThrow(
      /STAGE[\s\S]*TABLE_NAME[\s\S]*MEDIA_BUCKET[\s\S]*INBOUND_QUEUE_URL[\s\S]*OUTBOUND_QUEUE_URLS/,
    )
  })

  it('wants one queue a shard', () => {
    expect(() => readConfig({ ...env, OUTBOUND_QUEUE_URLS: 'https://a/1,https://a/2' })).toThrow('OUTBOUND_QUEUE_URLS')
  })

  it.each([
    'ws://web.whatsapp.com/ws/chat',
    'wss://web.whatsapp.com.evil.example/ws/chat',
    'wss://127.0.0.1:3001/ws/chat',
    'wss://web.whatsapp.com:444/ws/chat',
  ])('refuses %s outside the local stage', url => {
    expect(() => readConfig({ ...env, WHATSAPP_URL: url })).toThrow('WHATSAPP_URL')
    expect(readConfig({ ...env, STAGE: 'local', WHATSAPP_URL: url }).whatsappUrl).toBe(url)
  })

  it('fetches media from WhatsApp by default', () => {
    expect(readConfig(env)).toMatchObject({ mediaHost: 'mmg.whatsapp.net', mediaIsLocal: false })
    expect(readConfig({ ...env, STAGE: 'local' }).mediaIsLocal).toBe(false)
  })

  it.each(['127.0.0.1:4433', 'localhost', '169.254.169.254', 'evil.example', 'whatsapp.net.evil.example'])(
    'refuses media from %s outside the local stage',
    host => {
      expect(() => readConfig({ ...env, WHATSAPP_MEDIA_HOST: host })).toThrow('WHATSAPP_MEDIA_HOST')
      const local = readConfig({ ...env, STAGE: 'local', WHATSAPP_MEDIA_HOST: host })
      expect(local).toMatchObject({ mediaHost: host, mediaIsLocal: true })
    },
  )

  it.each(['mmg.whatsapp.net:444', 'mmg.whatsapp.net/a', 'a@mmg.whatsapp.net', 'MMG.whatsapp.net'])(
    'refuses %s, which is no host alone',
    host => {
      expect(() => readConfig({ ...env, WHATSAPP_MEDIA_HOST: host })).toThrow('WHATSAPP_MEDIA_HOST')
    },
  )

  it('lets a server speak to another WhatsApp in tests only', () => {
    const given = { WHATSAPP_URL: 'ws://127.0.0.1:3001/ws/chat', WHATSAPP_MEDIA_HOST: '127.0.0.1:4433' }
    expect(() => readConfig({ ...env, ...given, STAGE: 'server' })).toThrow(
      /WHATSAPP_MEDIA_HOST: .*BALCAO_ALLOW_TEST_WHATSAPP=1[\s\S]*WHATSAPP_URL: .*BALCAO_ALLOW_TEST_WHATSAPP=1/,
    )
    const allowed = { ...env, ...given, BALCAO_ALLOW_TEST_WHATSAPP: '1' }
    expect(readConfig({ ...allowed, STAGE: 'server' })).toMatchObject({ mediaIsLocal: true })
    expect(() => readConfig({ ...allowed, STAGE: 'prod' })).toThrow('WHATSAPP_URL')
  })

  it('refuses to run without TLS checks, locally too', () => {
    expect(() => readConfig({ ...env, STAGE: 'local', NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow('TLS')
  })
})
