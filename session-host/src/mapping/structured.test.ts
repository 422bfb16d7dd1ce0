import { proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { describeMessage } from './describe-message.ts'
import { MAX_LINES } from './lines.ts'
import { MAX_THUMBNAIL } from './quotation.ts'

const wire = (json: object) => proto.Message.decode(proto.Message.encode(proto.Message.fromObject(json)).finish())
const describeJson = (json: object) => describeMessage(wire(json))

describe('messages with a form of their own', () => {
  it('keeps an order as text and as data, without its token', () => {
    const order = {
      orderId: '77',
      orderTitle: 'Festa',
      itemCount: 3,
      totalAmount1000: 45_500,
      totalCurrencyCode: 'BRL',
      message: 'para sábado',
      token: 'secret',
    }
    const described = describeJson({ orderMessage: order })
    expect(described).toEqual({
      kind: 'text',
      body: 'Festa\n🛒 3 · R$ 45,50\npara sábado',
      structured: {
        kind: 'order',
        order: { orderId: '77', title: 'Festa', itemCount: 3, total: 45.5, currency: 'BRL', message: 'para sábado' },
      },
    })
  })

  it.each([-5000, 0, '9223372036854775807'])('shows no amount for a total of %s', totalAmount1000 => {
    const described = describeJson({
      orderMessage: { orderTitle: 'Festa', totalAmount1000, totalCurrencyCode: 'x\u0000' },
    })
    expect(described).toMatchObject({ body: 'Festa', structured: { order: { total: null, currency: 'BRL' } } })
  })

  it('shows price and question of a product', () => {
    const product = { title: 'Bolo', currencyCode: 'BRL', priceAmount1000: 20_000 }
    expect(describeJson({ productMessage: { product, body: 'Tem hoje?' } })?.body).toBe('Bolo\nR$ 20,00\nTem hoje?')
  })

  it('offers Pix codes and links to copy', () => {
    const pay = {
      currency: 'BRL',
      total_amount: { value: 1999, offset: 100 },
      order: { items: [{ name: 'Pão', quantity: 2, amount: { value: 999, offset: 100 } }] },
      payment_settings: [{ type: 'pix_static_code', pix_static_code: { merchant_name: 'Zé', key: 'ze@x.br' } }],
    }
    const buttons = [
      { name: 'payment_info', buttonParamsJson: JSON.stringify(pay) },
      { name: 'cta_url', buttonParamsJson: '{"display_text":"Site","url":"https://a.br"}' },
      { name: 'quick_reply', buttonParamsJson: '{broken' },
    ]
    expect(describeJson({ interactiveMessage: { body: { text: 'Pague' }, nativeFlowMessage: { buttons } } })).toEqual({
      kind: 'text',
      body: 'Pague\n- 2 × Pão R$ 9,99\nR$ 19,99\nPix · Zé · ze@x.br\n- Site',
      structured: { kind: 'payment', copy: ['ze@x.br', 'https://a.br'] },
    })
  })

  it('reads lists with their sections, of products too', () => {
    const sections = [{ title: 'Doces', rows: [{ title: 'Bolo', description: 'R$ 50' }] }]
    expect(describeJson({ listMessage: { title: 'Menu', sections } })!.body).toBe('Menu\nDoces\n- Bolo: R$ 50')
    const productListInfo = { productSections: [{ title: 'Salgados', products: [{ productId: '7' }] }] }
    expect(describeJson({ listMessage: { title: 'Menu', productListInfo } })!.body).toBe('Menu\nSalgados')
  })

  it('shows a comment as an answer to what it is about, also one that is encrypted', () => {
    const targetMessageKey = { id: 'A' }
    const comment = { commentMessage: { message: { conversation: 'eu vou' }, targetMessageKey } }
    expect(describeJson(comment)).toEqual({ kind: 'text', body: 'eu vou', quotedWhatsappId: 'A' })
    expect(describeJson({ encCommentMessage: { targetMessageKey } })).toEqual({
      kind: 'unsupported',
      body: '',
      structured: { kind: 'phoneOnly' },
      quotedWhatsappId: 'A',
    })
  })

  it('reads polls of all versions', () => {
    const poll = { name: 'Cor?', options: [{ optionName: 'azul' }] }
    for (const message of [
      { pollCreationMessage: poll },
      { pollCreationMessageV2: poll },
      { pollCreationMessageV3: poll },
      { pollCreationMessageV4: { message: { pollCreationMessage: poll } } },
      { pollCreationMessageV5: poll },
    ])
      expect(describeJson(message)).toEqual({
        ...{ kind: 'text', body: 'Cor?\n- azul', structured: { kind: 'poll' } },
        poll: { question: 'Cor?', options: ['azul'], several: true },
      })
  })

  it('says what a message without words is', () => {
    const declined = { kind: 'unsupported', body: '', structured: { kind: 'paymentDeclined' } }
    expect(describeJson({ declinePaymentRequestMessage: {} })).toEqual(declined)
  })

  it('bounds lines and drops control characters', () => {
    const options = Array.from({ length: 5000 }, () => ({ optionName: 'a\u0000\u0007b' }))
    const body = describeJson({ pollCreationMessage: { name: 'x', options } })!.body
    expect(body.split('\n')).toHaveLength(MAX_LINES + 1)
    expect(body).toContain('- ab')
  })
})

describe('quotations and albums', () => {
  const answer = (quoted: object, more: object = {}) =>
    describeJson({
      extendedTextMessage: { text: 'quero', contextInfo: { stanzaId: 'A', quotedMessage: quoted, ...more } },
    })?.quotation
  const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(size)]).toString('base64')

  it('keeps the status that is answered', () => {
    const image = { imageMessage: { caption: 'Bolo do dia', jpegThumbnail: jpeg(100) } }
    expect(answer(image, { remoteJid: 'status@broadcast' })).toEqual({
      body: 'Bolo do dia',
      kind: 'image',
      status: true,
      thumbnail: jpeg(100),
    })
  })

  it('leaves out a thumbnail that is large or no JPEG', () => {
    expect(answer({ imageMessage: { jpegThumbnail: jpeg(MAX_THUMBNAIL) } })).not.toHaveProperty('thumbnail')
    expect(answer({ imageMessage: { jpegThumbnail: 'PHN2Zz4=' } })).not.toHaveProperty('thumbnail')
  })

  it('names the album of a photo and shows nothing for its head', () => {
    const messageAssociation = { associationType: 'MEDIA_ALBUM', parentMessageKey: { id: 'P' } }
    const photo = { imageMessage: { mimetype: 'image/png' }, messageContextInfo: { messageAssociation } }
    expect(describeJson(photo)?.albumId).toBe('P')
    expect(describeJson({ associatedChildMessage: { message: photo } })?.albumId).toBe('P')
    expect(describeJson({ albumMessage: { expectedImageCount: 2 } })).toBeNull()
  })
})
