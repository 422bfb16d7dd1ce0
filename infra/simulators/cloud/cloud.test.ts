import { describe, expect, it } from 'vitest'
import { META_APP } from '../../local/simulator-accounts.ts'
import { proofOf } from '../meta/meta-state.ts'
import { ANA, codeOf, idOf, text, useCloud } from './test/use-cloud.ts'

const { took, sim, graph, settled, openShop, productUrl, send, says, has, statuses, heard } = useCloud()

describe('a number of the Cloud API', () => {
  it('shows its node, its account and its token, and leaves other calls to Facebook', async () => {
    const shop = await openShop({ quality: 'YELLOW', tier: 'TIER_250' })
    const fields = 'display_phone_number,verified_name,quality_rating,messaging_limit_tier,throughput'
    expect((await graph('GET', `${shop.phoneNumberId}?fields=${fields}`, shop.accessToken)).body).toMatchObject({
      id: shop.phoneNumberId,
      verified_name: 'Padaria',
      quality_rating: 'YELLOW',
      messaging_limit_tier: 'TIER_250',
      throughput: { level: 'STANDARD' },
    })
    const numbers = await graph('GET', `${shop.businessAccountId}/phone_numbers`, shop.accessToken)
    expect((numbers.body.data as { id: string }[]).map(({ id }) => id)).toEqual([shop.phoneNumberId])
    expect(codeOf(await graph('GET', shop.phoneNumberId, 'EAAwrong'))).toBe(190)
    const wrongProof = await graph('GET', `${shop.phoneNumberId}?appsecret_proof=00`, shop.accessToken)
    expect(codeOf(wrongProof)).toBe(100)
    const proof = proofOf(shop.accessToken)
    expect((await graph('GET', `${shop.phoneNumberId}?appsecret_proof=${proof}`, shop.accessToken)).status).toBe(200)
    const other = await openShop()
    expect((await graph('GET', other.phoneNumberId, shop.accessToken)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    })
    // A call of a Facebook page that is nobody's here.
    expect(codeOf(await graph('GET', '123/conversations', 'EAApage'))).toBe(100)
    const asked = `debug_token?input_token=${shop.accessToken}&access_token=${META_APP.id}|${META_APP.secret}`
    expect((await graph('GET', asked, '')).body.data).toMatchObject({
      is_valid: true,
      granular_scopes: [{ scope: 'whatsapp_business_management', target_ids: [shop.businessAccountId] }, {}],
    })
  })

  it('subscribes an address only after it answered the challenge', async () => {
    const shop = await openShop()
    const refused = await graph('POST', `${shop.businessAccountId}/subscribed_apps`, shop.accessToken, {
      override_callback_uri: productUrl(),
      verify_token: 'another',
    })
    expect(codeOf(refused)).toBe(2200)
  })

  it('tells every kind of message in the shapes of Meta', async () => {
    const shop = await openShop()
    const hello = await says(shop, { text: 'Olá, é aqui?' })
    await says(shop, {
      type: 'image',
      mediaBase64: Buffer.from('png').toString('base64'),
      mimetype: 'image/png',
      text: 'foto',
    })
    await says(shop, { type: 'audio', mediaBase64: 'AAAA' })
    await says(shop, { type: 'document', mediaBase64: 'AAAA', fileName: 'nota.pdf' })
    await says(shop, { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } })
    await says(shop, { type: 'reaction', quotedId: hello.id, reaction: '👍' })
    await says(shop, { type: 'text', text: 'sim', quotedId: hello.id, forwarded: 'often' })
    await says(shop, { text: 'vi no anúncio', referral: { headline: 'Pães' } })
    await says(shop, { type: 'edit', quotedId: hello.id, text: 'Olá!' })
    await says(shop, { type: 'revoke', quotedId: hello.id })
    await says(shop, { type: 'unsupported' })
    await settled()
    expect(took.changes[0]!.value).toMatchObject({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: shop.phone, phone_number_id: shop.phoneNumberId },
      contacts: [{ profile: { name: 'Ana' }, wa_id: ANA }],
    })
    expect(heard()).toMatchObject([
      { from: ANA, id: hello.id, type: 'text', text: { body: 'Olá, é aqui?' } },
      { type: 'image', image: { caption: 'foto', mime_type: 'image/png' } },
      { type: 'audio', audio: { voice: true } },
      { type: 'document', document: { filename: 'nota.pdf' } },
      { type: 'location', location: { name: 'Loja' } },
      { type: 'reaction', reaction: { message_id: hello.id, emoji: '👍' } },
      { type: 'text', context: { from: ANA, id: hello.id, frequently_forwarded: true } },
      { type: 'text', referral: { headline: 'Pães', source_type: 'ad' } },
      { type: 'edit', edit: { original_message_id: hello.id, message: { text: { body: 'Olá!' } } } },
      { type: 'revoke', revoke: { original_message_id: hello.id } },
      { type: 'unsupported', errors: [{ code: 131051 }] },
    ])
    const image = heard()[1]!.image as { id: string }
    const node = await graph('GET', image.id, shop.accessToken)
    expect((await fetch(String(node.body.url))).status).toBe(401)
    const file = await fetch(String(node.body.url), { headers: { authorization: `Bearer ${shop.accessToken}` } })
    expect(await file.text()).toBe('png')
  })

  it('sends, delivers and is read, with the price and the product’s own id', async () => {
    const shop = await openShop({ limits: { deliveredAfterMs: 20 } })
    await says(shop, { text: 'oi' })
    const sent = await send(shop, { ...text('Bom dia'), biz_opaque_callback_data: 'our-id' })
    expect(sent.body.contacts).toEqual([{ input: ANA, wa_id: ANA }])
    await settled()
    await sim('POST', `${shop.phoneNumberId}/read`, { from: ANA })
    await settled()
    const id = idOf(sent)
    expect(statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'read'])
    expect(statuses()[0]).toMatchObject({
      ...{ id, biz_opaque_callback_data: 'our-id' },
      pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
    })
    expect(statuses()[2]!.pricing).toBeUndefined()
    expect(await has(shop)).toMatchObject([{ text: 'oi' }, { id, text: 'Bom dia', status: 'read' }])
  })

  it('refuses what Meta refuses', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
    const buttons = (...all: object[]) => ({
      type: 'interactive',
      interactive: { type: 'button', body: { text: 'Escolha' }, action: { buttons: all } },
    })
    const four = [1, 2, 3, 4].map(n => reply(String(n), `Opção ${n}`))
    const refused: [object, number][] = [
      [text('x'.repeat(4097)), 100],
      [{ type: 'text', text: { body: '' } }, 131008],
      [buttons(...four), 131009],
      [buttons(reply('1', 'x'.repeat(21))), 131009],
      [buttons(reply('1', 'Sim'), reply('2', 'Sim')), 131009],
      [{ type: 'audio', audio: { id: '1', caption: 'x' } }, 100],
      [{ type: 'image', image: { id: '404' } }, 100],
      [{ type: 'text', text: { body: 'a' }, other: 1 }, 100],
      [{ type: 'poll', poll: {} }, 131051],
    ]
    for (const [message, code] of refused) expect([message, codeOf(await send(shop, message))]).toEqual([message, code])
    expect((await send(shop, buttons(...four.slice(1)))).status).toBe(200)
    const rows = (count: number) => ({
      type: 'interactive',
      interactive: {
        ...{ type: 'list', body: { text: 'Menu' } },
        action: {
          button: 'Ver',
          sections: [{ rows: Array.from({ length: count }, (_, i) => ({ id: `r${i}`, title: `Linha ${i}` })) }],
        },
      },
    })
    expect(codeOf(await send(shop, rows(11)))).toBe(131009)
    expect((await send(shop, rows(10))).status).toBe(200)
    await settled()
    await says(shop, { buttonId: '2' })
    await says(shop, { rowId: 'r7' })
    await settled()
    expect(heard().slice(1)).toMatchObject([
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '2', title: 'Opção 2' } } },
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'r7', title: 'Linha 7' } } },
    ])
    const none = await sim<{ error: string }>('POST', `${shop.phoneNumberId}/messages`, { from: ANA, buttonId: 'none' })
    expect(none.error).toBe('ERR_SIM_NO_CHOICE')
  })

  it('shows what the business read, and that it is typing', async () => {
    const shop = await openShop()
    const { id } = await says(shop, { text: 'oi' })
    await says(shop, { text: 'tem alguém?' })
    const read = { messaging_product: 'whatsapp', status: 'read', message_id: id, typing_indicator: { type: 'text' } }
    const mark = (body: object) => graph('POST', `${shop.phoneNumberId}/messages`, shop.accessToken, body)
    expect((await mark(read)).body).toEqual({ success: true })
    expect(codeOf(await mark({ ...read, message_id: 'wamid.none' }))).toBe(131009)
    expect((await has(shop)).map(({ status }) => status)).toEqual(['read', 'received'])
    expect(await sim('GET', `${shop.phoneNumberId}/people`)).toMatchObject([
      { name: 'Ana', isTyping: true, isOpen: true },
    ])
    await send(shop, text('Sim!'))
    expect(await sim('GET', `${shop.phoneNumberId}/people`)).toMatchObject([{ isTyping: false }])
  })

  it('finds a Brazilian with and without the ninth digit', async () => {
    const shop = await openShop()
    await sim('POST', `${shop.phoneNumberId}/messages`, { from: '+55 31 8888-1111', text: 'oi' })
    const sent = await send(shop, text('olá'), '5531988881111')
    expect(sent.body.contacts).toEqual([{ input: '5531988881111', wa_id: '553188881111' }])
    await settled()
    expect(await has(shop, '553188881111')).toHaveLength(2)
  })

  it('closes the window after a day, and keeps it for three after an ad that was answered', async () => {
    const shop = await openShop({ limits: { deliveredAfterMs: 0 } })
    const failure = async (body: string) => {
      const id = idOf(await send(shop, text(body)))
      await settled()
      return statuses().find(status => status.id === id && status.status === 'failed')?.errors?.[0]?.code
    }
    expect(await failure('nunca escreveu')).toBe(131047)
    await says(shop, { text: 'oi' })
    expect(await failure('dentro')).toBeUndefined()
    await sim('POST', `${shop.phoneNumberId}/age`, { from: ANA, seconds: 86_400 })
    expect(await failure('fora')).toBe(131047)
    await says(shop, { text: 'pelo anúncio', referral: true })
    expect(await failure('bem-vinda')).toBeUndefined()
    const free = statuses().find(({ conversation }) => conversation)!
    expect(free.conversation).toMatchObject({ origin: { type: 'referral_conversion' } })
    expect(Number(free.conversation!.expiration_timestamp) * 1000 - Date.now()).toBeGreaterThan(71 * 3_600_000)
    expect(free.pricing).toMatchObject({ billable: false, type: 'free_entry_point', category: 'referral_conversion' })
    await sim('POST', `${shop.phoneNumberId}/age`, { from: ANA, seconds: 2 * 86_400 })
    expect(await failure('no terceiro dia')).toBeUndefined()
    await sim('POST', `${shop.phoneNumberId}/age`, { from: ANA, seconds: 86_400 })
    expect(await failure('no quarto')).toBe(131047)
    expect((await has(shop)).some(({ text: body }) => body === 'fora')).toBe(false)
  })
})
