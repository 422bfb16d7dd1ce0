import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../../local/listen.ts'
import { readBody } from '../../local/read-body.ts'
import { META_APP } from '../../local/simulator-accounts.ts'
import { proofOf, sign } from '../meta/meta-state.ts'
import { type RunningSimulators, startSimulators } from '../start-simulators.ts'
import type { DescribedMessage } from './describe-message.ts'

type Change = { field: string; value: Record<string, unknown> }
type Status = {
  id: string
  status: string
  errors?: { code: number }[]
  pricing?: { billable: boolean; category: string; type: string }
  conversation?: { expiration_timestamp?: string; origin: { type: string } }
  biz_opaque_callback_data?: string
}
type Shop = { phoneNumberId: string; businessAccountId: string; accessToken: string; phone: string }

let simulators: RunningSimulators
let product: Server
let productUrl: string
/** Changes that the product's webhook took, in order. */
let changes: Change[] = []
/** Statuses that the webhook answers before 200. */
let answers: number[] = []
let calls = 0

beforeAll(async () => {
  product = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url!, 'http://product')
    if (request.method === 'GET') {
      const isKnown = searchParams.get('hub.verify_token') === 'word'
      return response.writeHead(isKnown ? 200 : 403).end(searchParams.get('hub.challenge'))
    }
    const body = (await readBody(request, 1e7))!.toString()
    calls++
    expect(request.headers['x-hub-signature-256']).toBe(sign(body, META_APP.secret))
    const status = answers.shift() ?? 200
    if (status === 200)
      for (const { changes: own } of (JSON.parse(body) as { entry: { changes: Change[] }[] }).entry)
        changes.push(...own)
    response.writeHead(status).end()
  })
  productUrl = `http://${LOOPBACK}:${await listen(product, 0)}/hook`
  simulators = await startSimulators()
})
afterAll(async () => {
  await simulators.close()
  await closeServer(product)
})
beforeEach(async () => {
  await settled()
  ;[changes, answers, calls] = [[], [], 0]
  await sim('DELETE', 'faults')
})

async function sim<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim/cloud/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

type GraphAnswer = {
  status: number
  body: Record<string, unknown> & { error?: { code: number; error_subcode?: number } }
}

async function graph(method: string, path: string, token: string, body?: unknown): Promise<GraphAnswer> {
  const response = await fetch(`${simulators.env.META_GRAPH_URL}/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as GraphAnswer['body'] }
}

let nextPhone = 5511900000001
async function openShop(more: object = {}): Promise<Shop> {
  const phone = String(nextPhone++)
  const made = await sim<Omit<Shop, 'phone'>>('POST', 'numbers', { phone, name: 'Padaria', ...more })
  const subscribed = await graph('POST', `${made.businessAccountId}/subscribed_apps`, made.accessToken, {
    override_callback_uri: productUrl,
    verify_token: 'word',
  })
  expect(subscribed.body).toEqual({ success: true })
  return { ...made, phone }
}

const ANA = '5511988887777'
const send = ({ phoneNumberId, accessToken }: Shop, message: object, to = ANA) =>
  graph('POST', `${phoneNumberId}/messages`, accessToken, { messaging_product: 'whatsapp', to, ...message })
const text = (body: string) => ({ type: 'text', text: { body } })
const says = ({ phoneNumberId }: Shop, message: object) =>
  sim<{ id: string }>('POST', `${phoneNumberId}/messages`, { from: ANA, name: 'Ana', ...message })
const settled = () => sim('POST', 'settled')
const has = ({ phoneNumberId }: Shop, who = ANA) =>
  sim<DescribedMessage[]>('GET', `${phoneNumberId}/messages?with=${who}`)
const statuses = () => changes.flatMap(({ value }) => (value.statuses ?? []) as Status[])
const heard = () => changes.flatMap(({ value }) => (value.messages ?? []) as Record<string, unknown>[])
const codeOf = ({ body }: GraphAnswer) => body.error?.code
const idOf = ({ body }: GraphAnswer) => (body.messages as { id: string }[])[0]!.id

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
      override_callback_uri: productUrl,
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
    expect(changes[0]!.value).toMatchObject({
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

describe('templates', () => {
  const BODY = {
    type: 'BODY',
    text: 'Oi, {{nome}}!',
    example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] },
  }
  const create = ({ businessAccountId, accessToken }: Shop, more: object = {}) =>
    graph('POST', `${businessAccountId}/message_templates`, accessToken, {
      ...{ name: 'aviso', language: 'pt_BR', category: 'UTILITY', parameter_format: 'NAMED', components: [BODY] },
      ...more,
    })

  it('wait for a decision, which the webhook tells, before they can be sent', async () => {
    const shop = await openShop()
    const made = await create(shop)
    expect(made.body).toMatchObject({ status: 'PENDING', category: 'UTILITY' })
    const template = (parameters: object[], more: object = {}) => ({
      type: 'template',
      template: { name: 'aviso', language: { code: 'pt_BR' }, components: [{ type: 'body', parameters }], ...more },
    })
    const named = { type: 'text', parameter_name: 'nome', text: 'Ana' }
    expect(codeOf(await send(shop, template([named])))).toBe(132001)
    await sim('POST', `templates/${made.body.id}`, { status: 'APPROVED' })
    await settled()
    expect(changes.at(-1)).toMatchObject({
      field: 'message_template_status_update',
      value: { event: 'APPROVED', message_template_id: Number(made.body.id), message_template_name: 'aviso' },
    })
    expect(codeOf(await send(shop, template([])))).toBe(132000)
    expect(codeOf(await send(shop, template([{ ...named, parameter_name: 'outro' }])))).toBe(132012)
    expect(codeOf(await send(shop, template([{ ...named, text: 'a\nb' }])))).toBe(132018)
    expect(codeOf(await send(shop, template([named], { language: { code: 'en_US' } })))).toBe(132001)
    expect((await send(shop, template([named]))).status).toBe(200)
    await settled()
    expect(statuses().find(({ status }) => status === 'sent')?.pricing).toMatchObject({
      billable: true,
      category: 'utility',
      type: 'regular',
    })
    expect((await has(shop)).at(-1)).toMatchObject({ text: 'Oi, Ana!', template: { name: 'aviso' } })
    await sim('POST', `templates/${made.body.id}`, { status: 'PAUSED' })
    expect(codeOf(await send(shop, template([named])))).toBe(132015)
    await sim('POST', `templates/${made.body.id}`, { status: 'DISABLED' })
    expect(codeOf(await send(shop, template([named])))).toBe(132016)
  })

  it('of a new account are approved, and their buttons are pressed', async () => {
    const shop = await openShop()
    const parameters = ['nome', 'oferta'].map(name => ({ type: 'text', parameter_name: name, text: name }))
    const components = [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: 'stop' }] },
    ]
    const template = { name: 'oferta_da_semana', language: { code: 'pt_BR' }, components }
    const sent = await send(shop, { type: 'template', template })
    await settled()
    await says(shop, { buttonId: 'stop' })
    await settled()
    expect(heard()).toMatchObject([
      { type: 'button', button: { payload: 'stop', text: 'Parar promoções' }, context: { id: idOf(sent) } },
    ])
  })

  it('are checked, listed by pages, edited within limits and deleted', async () => {
    const shop = await openShop()
    const invalid: object[] = [
      { name: 'Aviso!' },
      { components: [{ ...BODY, example: undefined }] },
      { components: [{ ...BODY, text: '{{nome}}, oi' }] },
      { components: [BODY, { type: 'FOOTER', text: 'x'.repeat(61) }] },
      { components: [BODY, { type: 'HEADER', format: 'IMAGE' }] },
      { components: [BODY, { type: 'BUTTONS', buttons: Array(11).fill({ type: 'QUICK_REPLY', text: 'a' }) }] },
      { components: [{ type: 'FOOTER', text: 'só rodapé' }] },
      { category: 'OTHER' },
    ]
    for (const more of invalid) expect([more, codeOf(await create(shop, more))]).toEqual([more, 100])
    const made = await create(shop)
    expect(codeOf(await create(shop))).toBe(100)
    const names: string[] = []
    let next: string | undefined = `${shop.businessAccountId}/message_templates?limit=2&fields=name,status`
    while (next) {
      const { body } = await graph('GET', next, shop.accessToken)
      names.push(...(body.data as { name: string }[]).map(({ name }) => name))
      next = (body.paging as { next?: string }).next?.split('/v23.0/')[1]
    }
    expect(names).toEqual(['hello_world', 'pedido_atualizado', 'oferta_da_semana', 'aviso'])
    const edit = () => graph('POST', String(made.body.id), shop.accessToken, { components: [BODY] })
    expect(codeOf(await edit())).toBe(100)
    await sim('POST', `templates/${made.body.id}`, { status: 'APPROVED' })
    expect((await edit()).body).toEqual({ success: true })
    await sim('POST', `templates/${made.body.id}`, { status: 'APPROVED' })
    expect(codeOf(await edit())).toBe(100)
    const gone = `${shop.businessAccountId}/message_templates?name=aviso&hsm_id=${made.body.id}`
    expect((await graph('DELETE', gone, shop.accessToken)).body).toEqual({ success: true })
    expect(codeOf(await create(shop))).toBe(100)
  })
})

describe('limits', () => {
  it('hold back a pair, a number and a day', async () => {
    const shop = await openShop({ limits: { burst: 2, pairSeconds: 60 } })
    await says(shop, { text: 'oi' })
    for (const code of [undefined, undefined, 131056]) expect(codeOf(await send(shop, text('a')))).toBe(code)
    await sim('POST', `${shop.phoneNumberId}/limits`, { burst: 100, throughput: 1 })
    for (const code of [undefined, 130429]) expect(codeOf(await send(shop, text('b')))).toBe(code)
    await sim('POST', `${shop.phoneNumberId}/limits`, { throughput: 80, dailyPeople: 1 })
    const template = { name: 'hello_world', language: { code: 'en_US' } }
    await send(shop, { type: 'template', template }, '5511911111111')
    await send(shop, { type: 'template', template }, '5511922222222')
    await send(shop, text('sem WhatsApp'), '5511933330000')
    await settled()
    const failed = statuses().filter(({ status }) => status === 'failed')
    expect(failed.map(({ errors }) => errors?.[0]?.code)).toEqual([131048, 131026])
  })
})

describe('faults', () => {
  it('lose an answer after the message was accepted', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    await sim('POST', 'faults', { kind: 'timeout-after-accept' })
    await expect(send(shop, { ...text('perdida'), biz_opaque_callback_data: 'mine' })).rejects.toThrow()
    await settled()
    expect(statuses()[0]).toMatchObject({ status: 'sent', biz_opaque_callback_data: 'mine' })
    await sim('POST', 'faults', { kind: 'timeout-after-accept', status: 504, every: 2, count: 1 })
    expect([(await send(shop, text('a'))).status, (await send(shop, text('b'))).status]).toEqual([200, 504])
    expect(await has(shop)).toHaveLength(4)
  })

  it('refuse, limit and revoke', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    await sim('POST', 'faults', { kind: 'fail', status: 503 })
    expect((await send(shop, text('a'))).status).toBe(503)
    await sim('POST', 'faults', { kind: 'rate' })
    expect(codeOf(await send(shop, text('a')))).toBe(130429)
    await sim('POST', 'faults', { kind: 'fail', code: 131049 })
    expect((await send(shop, text('a'))).status).toBe(200)
    await settled()
    expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131049 }] }])
    await sim('POST', 'faults', { kind: 'revoke-token' })
    expect(codeOf(await send(shop, text('a')))).toBe(190)
    expect(codeOf(await graph('GET', shop.phoneNumberId, shop.accessToken))).toBe(190)
    await sim('DELETE', 'faults')
    expect((await send(shop, text('a'))).status).toBe(200)
  })

  it('repeat webhooks until 200, and double or reorder them', async () => {
    const shop = await openShop()
    answers = [500, 503]
    await says(shop, { text: '1' })
    await settled()
    expect([calls, heard().length]).toEqual([3, 1])
    await sim('POST', 'faults', { kind: 'duplicate' })
    await says(shop, { text: '2' })
    await settled()
    await sim('POST', 'faults', { kind: 'reorder' })
    await says(shop, { text: '3' })
    await says(shop, { text: '4' })
    await settled()
    expect(heard().map(message => (message.text as { body: string }).body)).toEqual(['1', '2', '2', '4', '3'])
  })
})

describe('what Meta and people do to a number', () => {
  it('is told by webhook', async () => {
    const shop = await openShop({ coexistence: true })
    await says(shop, { text: 'oi' })
    await sim('POST', `${shop.phoneNumberId}/echo`, { to: ANA, text: 'do celular' })
    await sim('POST', `${shop.phoneNumberId}/number-change`, { from: ANA, to: '5511977776666' })
    await settled()
    await sim('POST', `${shop.phoneNumberId}/quality`, { quality: 'RED', event: 'FLAGGED', limit: 'TIER_250' })
    await settled()
    await sim('POST', `${shop.phoneNumberId}/account`, { event: 'PHONE_NUMBER_REMOVED' })
    await settled()
    expect(changes.slice(1)).toMatchObject([
      { field: 'smb_message_echoes', value: { message_echoes: [{ to: ANA, text: { body: 'do celular' } }] } },
      {
        value: {
          messages: [{ from: ANA, type: 'system', system: { wa_id: '5511977776666', type: 'user_changed_number' } }],
        },
      },
      {
        field: 'phone_number_quality_update',
        value: { event: 'FLAGGED', old_limit: 'TIER_1K', current_limit: 'TIER_250' },
      },
      { field: 'account_update', value: { event: 'PHONE_NUMBER_REMOVED', phone_number: shop.phone } },
    ])
    expect(await has(shop, '5511977776666')).toMatchObject([{ text: 'oi' }, { text: 'do celular', byApp: true }])
    expect(codeOf(await graph('GET', shop.phoneNumberId, shop.accessToken))).toBe(100)
  })
})
