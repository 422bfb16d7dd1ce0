import { describe, expect, it } from 'vitest'
import { CUT_MARK } from '../rules/cut-text.ts'
import { EVENT_LIMITS, fitInbound, jsonBytes, placeholderOf } from './fit-inbound.ts'
import { InboundEvent, type InboundMessage } from './queues.ts'

const base = { companyId: 'c', connectionId: 'n' }
const message = (changes: Partial<InboundMessage> = {}): InboundMessage => ({
  ...base,
  type: 'message',
  whatsappMessageId: '3A1',
  chat: { number: '5511988887777' },
  fromMe: false,
  sentAt: 1000,
  receivedAt: 2000,
  replayed: false,
  kind: 'text',
  body: 'oi',
  ...changes,
})
const card = (name: string, extra = '') => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\n${extra}TEL:+55\r\nEND:VCARD`
/** Returns lines of base64, folded as in vCards. */
const photo = (bytes: number) =>
  `PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n ${(`${'A'.repeat(74)}\r\n `).repeat(bytes / 77)}AA==\r\n`

/** Hostile characters, by their size in UTF-16 and UTF-8. */
const FILLS = ['a', 'é', '中', '🙂', '\u0001', '"', '\ud83d', '\0', '👨‍👩‍👧‍👦']
const long = (fill: string, length: number) => fill.repeat(Math.ceil(length / fill.length))

describe('an event', () => {
  it('that is small stays as it is', () => {
    const event = message({
      pushName: 'Ana',
      group: { id: '1203', subject: 'Grupo' },
      sender: { number: '55', name: 'Ana' },
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua' },
      vcards: [card('João', photo(8000))],
      quotedWhatsappId: '3A0',
      media: { kind: 'image', mimetype: 'image/png', fileName: 'a.png', size: 9, width: 1, height: 2, source: 'CgA=' },
    })
    expect(fitInbound(event)).toEqual(event)
  })

  it.each(FILLS)('whose every text is endless, made of %j, fits, keeps the contract and is marked as cut', fill => {
    const text = long(fill, 1_200_000)
    const events: InboundEvent[] = [
      message({
        whatsappMessageId: text,
        body: text,
        chat: { number: text, lid: text },
        group: { id: text, subject: text },
        sender: { number: text, lid: text, name: text },
        pushName: text,
        quotedWhatsappId: text,
        location: { latitude: Number.NaN, longitude: Number.POSITIVE_INFINITY, name: text, address: text },
        vcards: [text, text],
        media: {
          kind: 'application',
          mimetype: text,
          fileName: text,
          size: 2 ** 63,
          seconds: Number.NaN,
          source: text,
        },
        sentAt: Number.NaN,
      }),
      { ...base, type: 'edit', chat: {}, whatsappMessageId: text, body: text, fromMe: false, at: 1 },
      { ...base, type: 'media', whatsappMessageId: text, media: { kind: 'image', mimetype: text, source: text } },
      { ...base, type: 'delete', chat: {}, whatsappMessageId: text, fromMe: false, at: 1 },
      {
        ...base,
        type: 'reaction',
        whatsappMessageId: text,
        chat: { number: text, lid: text },
        group: { id: text },
        sender: { number: text, lid: text, name: text },
        fromMe: false,
        emoji: text,
        at: Number.NaN,
      },
      { ...base, type: 'ack', whatsappMessageId: text, ack: 3, error: text },
      { ...base, type: 'presence', chat: { number: text }, presence: 'composing', at: 1 },
    ]
    for (const event of events) {
      const fit = fitInbound(event)
      expect(InboundEvent.safeParse(fit).error).toBeUndefined()
      expect(jsonBytes(fit)).toBeLessThanOrEqual(EVENT_LIMITS.event)
      expect(JSON.stringify(fit)).not.toMatch(/\\ud[89a-f]|\\u0000/)
      if ('body' in fit) expect(fit.body.endsWith(CUT_MARK)).toBe(true)
      expect(fitInbound(fit)).toEqual(fit)
    }
  })

  it('with the longest text WhatsApp knows keeps all of it', () => {
    for (const body of ['a'.repeat(65_536), '中'.repeat(65_536), '🙂'.repeat(32_768)])
      expect(fitInbound(message({ body })).body).toBe(body)
  })

  it('keeps the extension of a file name', () => {
    const media = { kind: 'application' as const, mimetype: 'application/pdf', fileName: `${'x'.repeat(500)}.pdf` }
    const { fileName } = fitInbound(message({ kind: 'media', media })).media!
    expect(fileName).toMatch(/^x+….pdf$/)
    expect(fileName!.length).toBeLessThanOrEqual(EVENT_LIMITS.fileName)
  })

  it('is not cut inside an emoji', () => {
    const { body } = fitInbound(message({ body: `${'a'.repeat(65_530)}${'🙂'.repeat(10)}` }))
    expect(body.isWellFormed()).toBe(true)
  })
})

describe('contact cards', () => {
  it('too large with their pictures come without them', () => {
    const event = fitInbound(message({ kind: 'contacts', body: 'João', vcards: [card('João', photo(3_000_000))] }))
    expect(event).toMatchObject({ kind: 'contacts', body: 'João', vcards: [card('João')] })
  })

  it('are kept as far as they fit, and the rest is counted', () => {
    const vcards = Array.from({ length: 5000 }, (_, i) => card(`Contato ${i}`))
    const event = fitInbound(message({ kind: 'contacts', body: 'Contato 0, Contato 1', vcards }))
    expect(event.vcards!.length).toBeGreaterThan(500)
    expect(event.vcards).toEqual(vcards.slice(0, event.vcards!.length))
    expect(jsonBytes(event.vcards)).toBeLessThanOrEqual(EVENT_LIMITS.cards)
    expect(event.body).toBe(`Contato 0, Contato 1 ${CUT_MARK}`)
  })

  it('of which none fits leave the name and the mark', () => {
    const huge = card('João', `NOTE:${'x'.repeat(3_000_000)}\r\n`)
    expect(fitInbound(message({ kind: 'contacts', body: 'João', vcards: [huge] }))).toMatchObject({
      kind: 'unsupported',
      body: `João ${CUT_MARK}`,
      vcards: [],
    })
  })
})

describe('the placeholder', () => {
  it('of a message keeps its place and is marked as incomplete', () => {
    const given = message({ group: { id: '12', subject: 'S' }, sender: { lid: '7', name: 'A' }, vcards: ['x'] })
    const placeholder = placeholderOf(given)
    expect(InboundEvent.parse(placeholder)).toEqual({
      ...message({ kind: 'unsupported', body: CUT_MARK, group: { id: '12' } }),
      sender: { lid: '7' },
    })
  })

  it('of an edit and of a late medium too; of an acknowledgement there is none', () => {
    const edit = { ...base, type: 'edit' as const, chat: {}, whatsappMessageId: 'i', body: 'x', fromMe: false, at: 1 }
    expect(placeholderOf(edit)).toEqual({ ...edit, body: CUT_MARK })
    const media = { kind: 'video' as const, mimetype: 'video/mp4', key: 'k' }
    expect(placeholderOf({ ...base, type: 'media', whatsappMessageId: 'i', media })).toMatchObject({
      media: { kind: 'video', error: 'ERR_WAPP_DOWNLOAD_MEDIA' },
    })
    expect(placeholderOf({ ...base, type: 'ack', whatsappMessageId: 'i', ack: 3 })).toBeUndefined()
  })
})
