/** Cards of products over a cloud number whose account has a catalogue. */
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { type CloudGot, type CloudTalk, useCloud } from '../../../../test/cloud-fixture.ts'
import { call, makeWhatsapp } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { jpeg } from '../../../../test/pictures.ts'
import { createProduct } from '../../../data/catalog/product.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { storeTicketFile } from '../../../messaging/store-ticket-file.ts'

const cloud = await useCloud()
const { sim, settle, makeShop, makeTalk, messagesOf, got } = cloud

const BOLO = { retailerId: 'BOLO-1', name: 'Bolo', price: 24.9 }

async function openTalk() {
  const shop = await makeShop()
  const { catalogId } = await sim<{ catalogId: string }>('POST', `/accounts/${shop.connection.businessAccountId}`, {
    catalogue: [BOLO],
  })
  return { talk: await makeTalk(shop), catalogId }
}

/** Sends a product's picture as an agent does. */
async function offer({ ticket }: CloudTalk, item: { catalogId: string; retailerId: string }) {
  const { companyId, id: ticketId } = ticket
  const bytes = jpeg(4, 3)
  const key = await storeTicketFile({ companyId, ticketId }, newId(), bytes, 'image/jpeg')
  const media = { kind: 'image', key, mimetype: 'image/jpeg', fileName: 'bolo.jpg', size: bytes.length } as const
  const { message } = await sendMessage(
    { companyId },
    { ticket, content: { kind: 'media', body: 'Bolo\nR$ 24,90', media, item }, origin: 'machine' },
  )
  return message
}

const shown = ({ type, text, status }: CloudGot) => [type, text, status]
const CARD = ['interactive', 'Bolo\nR$ 24,90', 'delivered']
const PICTURE = ['image', 'Bolo\nR$ 24,90', 'delivered']

describe('a product', () => {
  it('goes as the card of its catalogue, and is a picture to attendants', async () => {
    const { talk, catalogId } = await openTalk()
    await offer(talk, { catalogId, retailerId: BOLO.retailerId })
    await settle()
    const all = await got(talk)
    expect(all.map(shown)).toEqual([CARD])
    expect(all[0]).toMatchObject({ product: BOLO })
    expect(await messagesOf(talk)).toMatchObject([{ mediaType: 'image', ack: 3, error: null }])
  })

  it.each([
    ['does not have', 'TORTA'],
    ['is of another account', BOLO.retailerId],
  ])('that the catalogue %s goes as its picture, once', async (why, retailerId) => {
    const { talk, catalogId } = await openTalk()
    await offer(talk, { catalogId: why.startsWith('is') ? '123' : catalogId, retailerId })
    expect(await settle()).toBe(0)
    expect((await got(talk)).map(shown)).toEqual([PICTURE])
    expect(await messagesOf(talk)).toMatchObject([{ ack: 3, error: null }])
  })

  it('whose card Meta gave up later goes as its picture when a person sends it again', async () => {
    const { talk, catalogId } = await openTalk()
    await sim('POST', '/faults', { kind: 'fail', code: 131009, by: 'status' })
    const { id } = await offer(talk, { catalogId, retailerId: BOLO.retailerId })
    await settle()
    expect(await messagesOf(talk)).toMatchObject([{ error: 'ERR_SEND_REFUSED' }])
    const { admin } = talk.shop.company
    expect((await call(messages.retry, { as: admin, params: { id } })).status).toBe(200)
    await settle()
    const delivered = (await got(talk)).filter(({ status }) => status !== 'failed')
    expect(delivered.map(shown)).toEqual([PICTURE])
  })

  it('whose card’s answer is lost is not sent a second time', async () => {
    const { talk, catalogId } = await openTalk()
    await sim('POST', '/faults', { kind: 'timeout-after-accept' })
    await offer(talk, { catalogId, retailerId: BOLO.retailerId })
    await settle()
    expect((await got(talk)).map(shown)).toEqual([CARD])
    expect(await messagesOf(talk)).toMatchObject([{ ack: 3, error: null }])
  })

  it('refused as a card and killed behind each call is sent once', async () => {
    const { talk, catalogId } = await openTalk()
    await offer(talk, { catalogId, retailerId: 'TORTA' })
    const sqs = new SQSClient()
    const QueueUrl = cloud.queues[1]!.url
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]!.ReceiptHandle }))
    const command = JSON.parse(Messages[0]!.Body!) as object
    const deaths = [
      // Before the card is noted; behind its release; behind the picture's record and report.
      { operation: 'PutItem', nth: 1, moment: 'before' },
      { operation: 'PutItem', nth: 2, moment: 'after' },
      { operation: 'TransactWriteItems', nth: 1, moment: 'after' },
      { operation: 'SendMessage', nth: 1, moment: 'after' },
    ] as const
    for (const death of deaths) expect(await killAtCall(cloud.gate, death, 'pages', command)).toBe(true)
    await settle()
    expect((await got(talk)).map(shown)).toEqual([PICTURE])
    expect(await messagesOf(talk)).toMatchObject([{ ack: 3, error: null }])
  }, 60_000)
})

it('names the products of an order that are known here by their code or id', async () => {
  const { talk } = await openTalk()
  const { company, phoneNumberId } = talk.shop
  const given = { ean: '', description: '', isActive: true, categoryId: null, userId: company.admin.user.id }
  await createProduct(company.id, { ...given, name: 'Bolo de cenoura', code: 'bolo-1' })
  const { id } = await createProduct(company.id, { ...given, name: 'Torta', code: '' })
  const foreign = await makeWhatsapp((await makeShop()).company.id)
  const theirs = await createProduct(foreign.companyId, { ...given, name: 'Segredo', code: 'SEGREDO' })
  const product_items = ['BOLO-1', id, 'SEGREDO', theirs.id].map(product_retailer_id => ({
    ...{ product_retailer_id, quantity: 2, item_price: 10, currency: 'BRL' },
  }))
  const order = { catalog_id: '1', product_items }
  await sim('POST', `/${phoneNumberId}/messages`, { from: talk.from, type: 'order', order })
  await settle()
  const body = (await messagesOf(talk)).at(-1)!.body.split('\n').slice(1)
  expect(body).toEqual([
    '- 2× Bolo de cenoura (R$ 10,00)',
    '- 2× Torta (R$ 10,00)',
    '- 2× SEGREDO (R$ 10,00)',
    `- 2× ${theirs.id} (R$ 10,00)`,
  ])
})
