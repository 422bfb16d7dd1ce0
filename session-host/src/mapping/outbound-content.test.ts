import { Readable } from 'node:stream'
import type { OutboundContent, StoredMedia } from '@balcao/shared/events/queues.ts'
import { describe, expect, it } from 'vitest'
import { outboundContent, quotedMessage } from './outbound-content.ts'

const stream = Readable.from([Buffer.from('x')])
const open = async () => stream
const media = (changes: Partial<StoredMedia>, body = ''): OutboundContent => ({
  kind: 'media',
  body,
  media: { kind: 'image', mimetype: 'image/png', ...changes, key: 'c/media/x' },
})

describe('outboundContent', () => {
  it('a text never has its links fetched', async () => {
    expect(await outboundContent({ kind: 'text', body: 'veja http://10.0.0.1' }, open)).toEqual({
      text: 'veja http://10.0.0.1',
      linkPreview: null,
    })
  })

  it.each<[string, OutboundContent, object]>([
    [
      'an image',
      media({ width: 10, height: 20 }, 'olha'),
      { image: { stream }, mimetype: 'image/png', caption: 'olha', width: 10, height: 20 },
    ],
    [
      'a video without caption',
      media({ kind: 'video', mimetype: 'video/mp4' }),
      { video: { stream }, mimetype: 'video/mp4' },
    ],
    [
      'a voice note',
      media({ kind: 'audio', mimetype: 'audio/mpeg', ptt: true, seconds: 3.4 }),
      { audio: { stream }, mimetype: 'audio/mpeg', ptt: true, seconds: 3 },
    ],
    ['music', media({ kind: 'audio', mimetype: 'audio/mp4' }), { audio: { stream }, mimetype: 'audio/mp4' }],
    [
      'a document',
      media({ kind: 'application', mimetype: 'application/pdf', fileName: 'boleto.pdf' }, 'segue'),
      { document: { stream }, mimetype: 'application/pdf', fileName: 'boleto.pdf', caption: 'segue' },
    ],
    [
      'a document without a name',
      media({ kind: 'application', mimetype: 'application/pdf' }),
      { document: { stream }, mimetype: 'application/pdf', fileName: 'arquivo' },
    ],
    ['a sticker', media({ kind: 'sticker', mimetype: 'image/webp' }), { sticker: { stream }, mimetype: 'image/webp' }],
    [
      'a place',
      { kind: 'location', latitude: 1, longitude: 2, name: 'Loja' },
      { location: { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja' } },
    ],
    [
      'cards',
      { kind: 'contacts', displayName: 'Zé', vcards: ['A', 'FN:B'] },
      {
        contacts: {
          displayName: 'Zé',
          contacts: [
            { displayName: '', vcard: 'A' },
            { displayName: 'B', vcard: 'FN:B' },
          ],
        },
      },
    ],
  ])('%s', async (_, content, expected) => expect(await outboundContent(content, open)).toEqual(expected))

  it('opens the object the command names', async () => {
    let asked = ''
    await outboundContent(media({}), async key => {
      asked = key
      return stream
    })
    expect(asked).toBe('c/media/x')
  })
})

describe('quotedMessage', () => {
  it('in a chat', () => {
    expect(quotedMessage({ whatsappMessageId: 'A', fromMe: false, body: 'oi' }, '55@s.whatsapp.net')).toEqual({
      key: { remoteJid: '55@s.whatsapp.net', fromMe: false, id: 'A' },
      message: { conversation: 'oi' },
    })
  })

  it('in a group it names the author', () => {
    const quoted = { whatsappMessageId: 'A', fromMe: false, body: 'oi', participant: { lid: '9' } }
    expect(quotedMessage(quoted, '1@g.us')).toMatchObject({ key: { participant: '9@lid' }, participant: '9@lid' })
  })
})
