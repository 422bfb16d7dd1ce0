import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { closeServer, LOOPBACK, listen } from '@balcao/infra/local/listen.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, makeCompany, type TestCompany } from '../../../../test/harness.ts'
import { connectionsOfAccount } from '../../../data/channels/meta-page-account.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'

let meta: Server
/** Numbers that Meta knows, and the calls it had. */
const numbers = new Map<string, { account: string; token: string; quality: string }>()
const subscribed = new Map<string, unknown>()

beforeAll(async () => {
  meta = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, id = '', edge] = new URL(request.url!, 'http://x').pathname.split('/').slice(1)
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const refuse = (code: number, error_subcode?: number) => answer(400, { error: { code, error_subcode } })
    const proof = createHmac('sha256', process.env.META_APP_SECRET!).update(token).digest('hex')
    if (new URL(request.url!, 'http://x').searchParams.get('appsecret_proof') !== proof) return refuse(100)
    if (token === 'EAAoff') return answer(500, {})
    if (token === 'EAAlimited') return refuse(200)
    if (![...numbers.values()].some(known => known.token === token)) return refuse(190)
    const shown = (phone: string) => ({
      id: phone,
      display_phone_number: '+55 11 99999-0000',
      verified_name: 'Loja',
      quality_rating: numbers.get(phone)!.quality,
      messaging_limit_tier: 'TIER_1K',
    })
    if (edge === 'phone_numbers')
      return answer(200, {
        data: [...numbers].filter(([, { account }]) => account === id).map(([phone]) => shown(phone)),
      })
    if (edge === 'subscribed_apps') {
      if (request.method === 'POST') subscribed.set(id, JSON.parse(Buffer.concat(chunks).toString() || '{}'))
      else subscribed.delete(id)
      return answer(200, { success: true })
    }
    return numbers.has(id) ? answer(200, shown(id)) : refuse(100, 33)
  })
  const port = await listen(meta, 0)
  Object.assign(process.env, {
    META_GRAPH_URL: `http://${LOOPBACK}:${port}/v23.0`,
    OUTGOING_PRIVATE_HOSTS: `${LOOPBACK}:${port}`,
    WEB_ADDRESS: 'https://balcao.example',
  })
})
afterAll(() => closeServer(meta))

let ids = Date.now()
function makeNumber(account = String(ids++)) {
  const phoneNumberId = String(ids++)
  const accessToken = `EAA${randomUUID()}`
  numbers.set(phoneNumberId, { account, token: accessToken, quality: 'GREEN' })
  return { phoneNumberId, businessAccountId: account, accessToken }
}
const create = (company: TestCompany, body: object) =>
  call(whatsapp.create, {
    as: company.admin,
    body: { name: randomUUID().slice(0, 8), provider: 'cloud', ...body } as never,
  })

it('connects a number: asked at Meta, subscribed at our address, the token sealed and never shown', async () => {
  const company = await makeCompany()
  const number = makeNumber()
  const made = await create(company, number)
  expect([made.status, made.error]).toEqual([201, undefined])
  expect(made.body).toMatchObject({
    provider: 'cloud',
    channel: 'whatsapp',
    status: 'CONNECTED',
    isDefault: true,
    number: '5511999990000',
    displayPhoneNumber: '+55 11 99999-0000',
    quality: 'GREEN',
    messagingLimit: 'TIER_1K',
    phoneNumberId: number.phoneNumberId,
  })
  expect(subscribed.get(number.businessAccountId)).toEqual({
    override_callback_uri: 'https://balcao.example/api/webhook/whatsapp',
    verify_token: process.env.META_VERIFY_TOKEN,
  })
  const row = await getWhatsapp(company.id, made.body.id, true)
  const listed = await call(whatsapp.list, { as: company.admin })
  for (const each of [made.raw, listed.raw, row]) expect(JSON.stringify(each)).not.toContain('EAA')
  expect(JSON.stringify(listed.raw)).not.toContain('accessToken')
  expect(await connectionsOfAccount(number.phoneNumberId, true)).toMatchObject([{ whatsappId: made.body.id }])

  const again = await create(company, number)
  expect([again.status, again.error]).toEqual([409, 'ERR_CLOUD_NUMBER_CONNECTED'])
  // Another company may use the same number.
  expect((await create(await makeCompany(), number)).status).toBe(201)
})

it.each([
  ['a token Meta does not know', { accessToken: 'EAAnobody' }, 'ERR_CLOUD_TOKEN'],
  ['a token that may not', { accessToken: 'EAAlimited' }, 'ERR_CLOUD_PERMISSION'],
  ['a number that is not there', { phoneNumberId: '1' }, 'ERR_CLOUD_NO_NUMBER'],
  ['a number of another account', { businessAccountId: '1' }, 'ERR_CLOUD_NO_NUMBER'],
  ['Meta away', { accessToken: 'EAAoff' }, 'ERR_META_UNAVAILABLE'],
])('refuses %s, and stores nothing', async (_, changes, code) => {
  const company = await makeCompany()
  expect((await create(company, { ...makeNumber(), ...changes })).error).toBe(code)
  expect((await call(whatsapp.list, { as: company.admin })).raw).toEqual([])
})

it.each([
  [{ provider: 'cloud' }, ['phoneNumberId', 'businessAccountId', 'accessToken']],
  [{ provider: 'web', phoneNumberId: '1' }, ['phoneNumberId']],
  [{ accessToken: 'EAA' }, ['accessToken']],
  [{ provider: 'cloud', phoneNumberId: '1/2', businessAccountId: '1', accessToken: 'a' }, ['phoneNumberId']],
  [{ provider: 'cloud', phoneNumberId: '1', businessAccountId: '1', accessToken: 'a\nb' }, ['accessToken']],
  [{ provider: 'graph' }, ['provider']],
])('refuses %j by its fields', async (body, paths) => {
  const company = await makeCompany()
  const refused = await call(whatsapp.create, { as: company.admin, body: { name: 'Loja', ...body } as never })
  expect([refused.status, refused.details.map(({ path }) => path)]).toEqual([400, paths])
})

it('keeps to the plan before Meta is asked', async () => {
  const company = await makeCompany({ plan: { connections: 1 } })
  const number = makeNumber()
  expect((await create(company, makeNumber())).status).toBe(201)
  expect((await create(company, number)).error).toBe('ERR_PLAN_LIMIT')
  expect(subscribed.has(number.businessAccountId)).toBe(false)
})

it('disconnects, asks Meta again, and connects again with a new token', async () => {
  const company = await makeCompany()
  const as = company.admin
  const number = makeNumber()
  const { id } = (await create(company, number)).body
  const params = { id }
  numbers.get(number.phoneNumberId)!.quality = 'YELLOW'
  expect((await call(whatsappsession.start, { as, params })).body.quality).toBe('YELLOW')
  expect((await call(whatsappsession.renew, { as, params })).error).toBe('ERR_CHANNEL_UNSUPPORTED')

  expect((await call(whatsappsession.remove, { as, params })).body).toMatchObject({
    status: 'DISCONNECTED',
    disconnectReason: 'logout',
  })
  expect(subscribed.has(number.businessAccountId)).toBe(false)
  expect(await connectionsOfAccount(number.phoneNumberId, true)).toEqual([])
  expect((await call(whatsappsession.start, { as, params })).error).toBe('ERR_CLOUD_RECONNECT')

  const refused = await call(whatsapp.update, { as, params, body: { name: 'Outro nome', accessToken: 'EAAnobody' } })
  expect(refused.error).toBe('ERR_CLOUD_TOKEN')
  expect((await call(whatsapp.get, { as, params })).body.name).not.toBe('Outro nome')
  const { accessToken } = number
  const back = await call(whatsapp.update, { as, params, body: { accessToken } })
  expect(back.body).toMatchObject({ status: 'CONNECTED', disconnectReason: null })
  expect(await connectionsOfAccount(number.phoneNumberId, true)).toHaveLength(1)

  numbers.get(number.phoneNumberId)!.token = 'EAAother'
  expect((await call(whatsappsession.start, { as, params })).error).toBe('ERR_CLOUD_TOKEN')
  expect((await call(whatsapp.get, { as, params })).body).toMatchObject({
    status: 'DISCONNECTED',
    disconnectReason: 'token',
  })
})

it('stays subscribed while another connection of the account needs it; deleted, the number is free', async () => {
  const company = await makeCompany()
  const as = company.admin
  const one = makeNumber()
  const two = makeNumber(one.businessAccountId)
  const [first, second] = [(await create(company, one)).body, (await create(company, two)).body]
  expect((await call(whatsapp.remove, { as, params: { id: first!.id } })).status).toBe(204)
  expect(subscribed.has(one.businessAccountId)).toBe(true)
  expect((await call(whatsapp.remove, { as, params: { id: second!.id } })).status).toBe(204)
  expect(subscribed.has(one.businessAccountId)).toBe(false)
  expect(await connectionsOfAccount(one.businessAccountId, true)).toEqual([])
  expect((await create(company, one)).status).toBe(201)
})

it('refuses a token for a linked device', async () => {
  const company = await makeCompany()
  const as = company.admin
  const { id } = (await call(whatsapp.create, { as, body: { name: 'Loja' } })).body
  const { accessToken } = makeNumber()
  expect((await call(whatsapp.update, { as, params: { id }, body: { accessToken } })).error).toBe(
    'ERR_CHANNEL_UNSUPPORTED',
  )
})
