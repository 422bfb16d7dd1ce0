import { proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { describeMessage, editedText } from './describe-message.ts'

const VCARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé\nEND:VCARD'
const { Type } = proto.Message.ProtocolMessage
/** Decodes a message as it comes off the wire: default values, prototypes, Long numbers. */
const wire = (message: proto.IMessage) => proto.Message.decode(proto.Message.encode(message).finish())
const text = (message: proto.IMessage) => describeMessage(wire(message))

describe('texts', () => {
  it('plain and extended', () => {
    expect(text({ conversation: 'oi' })).toEqual({ kind: 'text', body: 'oi' })
    expect(text({ extendedTextMessage: { text: 'oi https://a.br' } })).toEqual({
      kind: 'text',
      body: 'oi https://a.br',
    })
  })

  it('a link keeps the preview that the sender made of it', () => {
    const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(size)])
    const given = { text: 'veja loja.br/bolo', matchedText: 'loja.br/bolo', title: 'Bolo', description: 'De cenoura' }
    const of = (more: object) => text({ extendedTextMessage: { ...given, ...more } })
    const preview = { link: 'loja.br/bolo', title: 'Bolo', description: 'De cenoura' }
    const described = { kind: 'text', body: given.text }
    expect(of({ jpegThumbnail: jpeg(100) })).toEqual({
      ...described,
      preview: { ...preview, thumbnail: jpeg(100).toString('base64') },
    })
    expect(of({ jpegThumbnail: jpeg(16_384) })).toEqual({ ...described, preview })
    expect(of({ jpegThumbnail: Buffer.from('<svg>') })).toEqual({ ...described, preview })
    expect(of({ description: undefined })).toEqual({ ...described, preview: { ...preview, description: '' } })
    expect(of({ title: '' })).toEqual(described)
    expect(of({ matchedText: 'https://banco.br' })).toEqual(described)
  })

  it('a reply names what it quotes', () => {
    const contextInfo = { stanzaId: 'ABC', quotedMessage: { conversation: 'antes' } }
    expect(text({ extendedTextMessage: { text: 'sim', contextInfo } })).toEqual({
      kind: 'text',
      body: 'sim',
      quotedWhatsappId: 'ABC',
      quotation: { body: 'antes', kind: 'chat', status: false },
    })
    expect(text({ imageMessage: { mimetype: 'image/png', contextInfo } })).toMatchObject({ quotedWhatsappId: 'ABC' })
  })

  it.each<[string, proto.IMessage]>([
    ['disappearing', { ephemeralMessage: { message: { conversation: 'oi' } } }],
    ['view once', { viewOnceMessage: { message: { conversation: 'oi' } } }],
    ['view once v2', { viewOnceMessageV2: { message: { conversation: 'oi' } } }],
    ['view once v2 extension', { viewOnceMessageV2Extension: { message: { conversation: 'oi' } } }],
    ['edited', { editedMessage: { message: { conversation: 'oi' } } }],
    ['nested', { ephemeralMessage: { message: { viewOnceMessageV2: { message: { conversation: 'oi' } } } } }],
  ])('opens the wrapper: %s', (_, message) => expect(text(message)).toEqual({ kind: 'text', body: 'oi' }))

  it.each<[string, proto.IMessage, string]>([
    ['a button', { buttonsResponseMessage: { selectedDisplayText: 'Sim', selectedButtonId: '1' } }, 'Sim'],
    ['a button without text', { buttonsResponseMessage: { selectedButtonId: '1' } }, '1'],
    ['a template button', { templateButtonReplyMessage: { selectedDisplayText: 'Quero', selectedId: 'x' } }, 'Quero'],
    ['a list row', { listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowId: '2' } } }, 'Vendas'],
    ['an id of a list row', { listResponseMessage: { singleSelectReply: { selectedRowId: '2' } } }, '2'],
    ['a form', { interactiveResponseMessage: { body: { text: 'Enviado' } } }, 'Enviado'],
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Cor?', options: [{ optionName: 'azul' }, { optionName: 'verde' }] } },
      'Cor?\n- azul\n- verde',
    ],
    [
      'buttons',
      { buttonsMessage: { contentText: 'Escolha', buttons: [{ buttonText: { displayText: 'A' } }] } },
      'Escolha\n- A',
    ],
    [
      'a list',
      { listMessage: { title: 'Menu', description: 'hoje', sections: [{ rows: [{ title: 'Pão' }] }] } },
      'Menu\nhoje\n- Pão',
    ],
    ['a template', { templateMessage: { hydratedTemplate: { hydratedContentText: 'Promoção' } } }, 'Promoção'],
    [
      'an interactive offer',
      { interactiveMessage: { header: { title: 'Oferta' }, body: { text: '10%' } } },
      'Oferta\n10%',
    ],
    [
      'an invitation',
      { groupInviteMessage: { groupName: 'Turma', inviteCode: 'AbC' } },
      'Turma\nhttps://chat.whatsapp.com/AbC',
    ],
    ['a product', { productMessage: { product: { title: 'Bolo', description: 'de milho' } } }, 'Bolo\nde milho'],
    ['an order', { orderMessage: { orderTitle: 'Pedido', message: '2 itens' } }, 'Pedido\n2 itens'],
  ])('says %s in words', (_, message, body) => expect(text(message)).toMatchObject({ kind: 'text', body }))
})

describe('media', () => {
  const sha256 = Buffer.alloc(32, 7)
  const file = {
    url: 'https://mmg.whatsapp.net/x',
    directPath: '/x',
    mediaKey: Buffer.alloc(32, 1),
    fileSha256: sha256,
  }

  it('an image with caption, sizes and without its thumbnail', () => {
    const described = text({
      imageMessage: {
        ...file,
        mimetype: 'image/jpeg',
        caption: 'olha',
        fileLength: 1234,
        width: 640,
        height: 480,
        jpegThumbnail: Buffer.alloc(900),
      },
    })
    expect(described).toMatchObject({
      kind: 'media',
      body: 'olha',
      part: { kind: 'image', mimetype: 'image/jpeg', size: 1234, width: 640, height: 480 },
    })
    expect(Buffer.from(described!.part!.sha256!)).toEqual(sha256)
    const source = proto.Message.encode(described!.part!.source).finish()
    expect(source.length).toBeLessThan(250)
    expect(describeMessage(proto.Message.decode(source))?.part).toMatchObject({ kind: 'image', size: 1234 })
  })

  it('a voice note', () => {
    expect(
      text({ audioMessage: { ...file, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 7 } })?.part,
    ).toMatchObject({
      kind: 'audio',
      mimetype: 'audio/ogg; codecs=opus',
      ptt: true,
      seconds: 7,
    })
  })

  it('music is no voice note', () => {
    expect(text({ audioMessage: { ...file, mimetype: 'audio/mpeg' } })?.part).not.toHaveProperty('ptt')
  })

  it('a video, a round video and a GIF', () => {
    expect(text({ videoMessage: { ...file, mimetype: 'video/mp4', seconds: 3 } })?.part?.kind).toBe('video')
    expect(text({ ptvMessage: { ...file, mimetype: 'video/mp4' } })?.part?.kind).toBe('video')
    expect(text({ videoMessage: { ...file, mimetype: 'video/mp4', gifPlayback: true } })?.part?.kind).toBe('video')
  })

  it('a document, with and without caption', () => {
    const documentMessage = { ...file, mimetype: 'application/pdf', fileName: 'boleto.pdf', caption: 'segue' }
    const expected = { kind: 'media', body: 'segue', part: { kind: 'application', fileName: 'boleto.pdf' } }
    expect(text({ documentMessage })).toMatchObject(expected)
    expect(text({ documentWithCaptionMessage: { message: { documentMessage } } })).toMatchObject(expected)
    expect(text({ documentMessage: { ...file, title: 'titulo.doc' } })?.part).toMatchObject({
      fileName: 'titulo.doc',
      mimetype: 'application/octet-stream',
    })
  })

  it('a sticker', () => {
    expect(text({ stickerMessage: { ...file, mimetype: 'image/webp' } })).toMatchObject({
      kind: 'media',
      body: '',
      part: { kind: 'sticker' },
    })
  })
})

describe('places and cards', () => {
  it('a place, named and live', () => {
    expect(
      text({ locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja', address: 'Rua A' } }),
    ).toEqual({
      kind: 'location',
      body: '',
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A' },
    })
    expect(text({ liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: 'indo' } })).toEqual({
      kind: 'location',
      body: 'indo',
      location: { latitude: 1, longitude: 2 },
    })
  })

  it('one card and several', () => {
    expect(text({ contactMessage: { displayName: 'Zé', vcard: VCARD } })).toEqual({
      kind: 'contacts',
      body: 'Zé',
      vcards: [VCARD],
    })
    expect(
      text({ contactsArrayMessage: { contacts: [{ vcard: VCARD }, { displayName: 'Bia', vcard: VCARD }] } }),
    ).toEqual({
      kind: 'contacts',
      body: 'Zé, Bia',
      vcards: [VCARD, VCARD],
    })
  })

  it('a card without a name on the message has its own, of whatever phone', () => {
    const old = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Silva;Z=C3=A9\r\nEND:VCARD'
    expect(text({ contactMessage: { vcard: old } })).toMatchObject({ kind: 'contacts', body: 'Zé Silva' })
  })

  it('a card that is none is unsupported, not lost', () => {
    expect(text({ contactMessage: { displayName: 'Zé', vcard: 'x' } })).toEqual({ kind: 'unsupported', body: 'Zé' })
  })
})

describe('what is no message', () => {
  it.each<[string, proto.IMessage]>([
    ['a protocol message', { protocolMessage: { type: Type.EPHEMERAL_SETTING } }],
    ['a reaction', { reactionMessage: { text: '👍', key: { id: 'A' } } }],
    ['a vote', { pollUpdateMessage: { pollCreationMessageKey: { id: 'A' } } }],
    ['a pin', { pinInChatMessage: { key: { id: 'A' } } }],
    ['a key distribution alone', { senderKeyDistributionMessage: { groupId: '1@g.us' } }],
    ['a context alone', { messageContextInfo: { messageSecret: Buffer.alloc(32) } }],
    ['nothing', {}],
  ])('%s', (_, message) => expect(text(message)).toBeNull())

  it('an absent message', () => {
    expect(describeMessage(undefined)).toBeNull()
    expect(describeMessage(null)).toBeNull()
  })

  it('a text that carries a key distribution is still a text', () => {
    expect(text({ conversation: 'oi', senderKeyDistributionMessage: { groupId: '1@g.us' } })).toEqual({
      kind: 'text',
      body: 'oi',
    })
  })
})

it('says what a message is that had no words of its own before', () => {
  expect(text({ requestPhoneNumberMessage: {} })).toMatchObject({ kind: 'unsupported', body: '' })
  expect(text({ eventMessage: { name: 'Festa' } })).toMatchObject({ kind: 'text', body: 'Festa' })
})

it('an edit is a new text or caption', () => {
  expect(editedText(wire({ conversation: 'novo' }))).toBe('novo')
  expect(editedText(wire({ extendedTextMessage: { text: 'novo' } }))).toBe('novo')
  expect(editedText(wire({ imageMessage: { caption: 'nova legenda' } }))).toBe('nova legenda')
  expect(editedText(wire({ protocolMessage: {} }))).toBeUndefined()
})
