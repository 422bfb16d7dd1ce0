import { afterAll, beforeAll, expect, it } from 'vitest'
import { readProto } from '../simulator/read-proto.ts'
import { createWorld, type World } from './harness.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'

let world: World

beforeAll(async () => {
  world = await createWorld()
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
  await world.host({}, { timeouts: { closedMs: 1500 } })
  await world.pair(SHOP)
})
afterAll(async () => {
  expect(world.simulator.network.errors).toEqual([])
  await world.close()
})

const SAMPLES: [kind: string, message: Record<string, unknown>, body: string][] = [
  ['order', { orderMessage: { orderTitle: 'Festa', itemCount: 2, totalAmount1000: 9000 } }, 'Festa\n🛒 2 · R$ 9,00'],
  ['product', { productMessage: { product: { title: 'Bolo' }, body: 'Tem?' } }, 'Bolo\nTem?'],
  ['payment', { requestPaymentMessage: { amount1000: 5000, currencyCodeIso4217: 'BRL' } }, 'R$ 5,00'],
  ['paymentDeclined', { declinePaymentRequestMessage: {} }, ''],
  ['paymentCanceled', { cancelPaymentRequestMessage: {} }, ''],
  ['paymentInvite', { paymentInviteMessage: { serviceType: 1 } }, ''],
  ['poll', { pollCreationMessageV3: { name: 'Cor?', options: [{ optionName: 'azul' }] } }, 'Cor?\n- azul'],
  ['event', { eventMessage: { name: 'Feira', startTime: 1_770_000_000 } }, 'Feira\n2026-02-02 02:40 UTC'],
  ['interactive', { listMessage: { title: 'Menu', sections: [{ rows: [{ title: 'Pão' }] }] } }, 'Menu\n- Pão'],
  ['invite', { groupInviteMessage: { groupName: 'Turma', inviteCode: 'AbC' } }, 'Turma\nhttps://chat.whatsapp.com/AbC'],
  ['stickerPack', { stickerPackMessage: { name: 'Gatos' } }, 'Gatos'],
  ['scheduledCall', { scheduledCallCreationMessage: { title: 'Reunião' } }, 'Reunião'],
  ['broadcastCall', { bcallMessage: { caption: 'ao vivo' } }, 'ao vivo'],
  ['phoneRequest', { requestPhoneNumberMessage: {} }, ''],
  ['statusMention', { statusMentionMessage: {} }, ''],
]

it.each(SAMPLES)('%s goes from a phone to an event', async (kind, message, body) => {
  const id = await world.simulator.phone(ANA).sendAsItIs(SHOP, readProto(message))
  const event = await world.expectEvent('message', each => each.whatsappMessageId === id)
  expect(event).toMatchObject({ kind: body ? 'text' : 'unsupported', body, structured: { kind } })
})

it('an encrypted edit marks the message it names, by its envelope', async () => {
  const ana = world.simulator.phone(ANA)
  const id = await ana.sendText(SHOP, 'às 8')
  const key = { id, fromMe: true, remoteJid: '5511911112222@s.whatsapp.net' }
  const secret = { targetMessageKey: key, encPayload: 'AAAA', encIv: 'AAAA', secretEncType: 'MESSAGE_EDIT' }
  const edit = await ana.sendAsItIs(SHOP, readProto({ secretEncryptedMessage: secret }))
  const event = await world.expectEvent('hiddenEdit', each => each.whatsappMessageId === id)
  expect(event).toMatchObject({ fromMe: false, chat: { number: ANA } })
  expect(world.events.some(each => each.type === 'message' && each.whatsappMessageId === edit)).toBe(false)
})

it.each([{}, { noSuchMessage: {} }, { imageMessage: 'text' }])('refuses %j, which is no message', json =>
  expect(() => readProto(json)).toThrow('ERR_SIM_INVALID'),
)
