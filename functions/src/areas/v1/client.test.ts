import { readFileSync } from 'node:fs'
import { apiTokens } from '@balcao/shared/api/company/api-tokens.ts'
import { BalcaoError, createClient, each } from '@balcao/shared/client/balcao.ts'
import { EXAMPLES } from '@balcao/shared/client/examples.ts'
import { generateClient } from '@balcao/shared/client/generate-client.ts'
import { API_SCOPES } from '@balcao/shared/entities/api-token.ts'
import { beforeAll, expect, it } from 'vitest'
import { call, makeCompany, makeWhatsapp, send } from '../../../test/harness.ts'
import { makeTenant } from '../../../test/tenant.ts'
import { saveNumberCheck } from '../../data/contacts/number-check.ts'

/** Hands a request to the function, as the gateway would. */
async function handled(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const answer = await send(request.method, pathname.replace(/^\/api/, ''), {
    headers: Object.fromEntries(request.headers),
    query: Object.fromEntries(searchParams),
    text: text === '' ? null : text,
  })
  const isEmpty = answer.status === 204
  return new Response(isEmpty ? null : JSON.stringify(answer.raw), { status: answer.status, headers: answer.headers })
}

const tokenOf = async (as: Awaited<ReturnType<typeof makeCompany>>['admin'], sandbox = false) =>
  (await call(apiTokens.create, { as, body: { name: 'Loja virtual', scopes: [...API_SCOPES], sandbox } })).body.token

const connect = (token: string, fetch = handled) =>
  createClient({ address: 'https://balcao.example', token, fetch, retries: 1 })

let token: string
beforeAll(async () => {
  const { company } = await makeTenant(await makeCompany())
  await makeWhatsapp(company.id, { isDefault: true, status: 'CONNECTED' })
  // No session host answers whether the number of the examples is on WhatsApp.
  const number = '5511987654321'
  await saveNumberCheck(company.id, number, { exists: true, number, lid: null })
  token = await tokenOf(company.admin)
})

it('the client is the one that the contract makes (npm run client)', () => {
  expect(readFileSync(new URL('../../../../shared/client/balcao.ts', import.meta.url), 'utf8')).toBe(generateClient())
})

it('the example of every resource runs', async () => {
  const balcao = connect(token)
  expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(balcao).sort())
  const made = {}
  for (const [resource, example] of Object.entries(EXAMPLES))
    expect([resource, await example(balcao, made)]).toEqual([resource, expect.anything()])
})

it('a list is read whole, and a refusal names its code and fields', async () => {
  const balcao = connect(token)
  const names: string[] = []
  for await (const { name } of each(balcao.tags.list, { limit: 1 })) names.push(name)
  expect(names.length).toBeGreaterThan(1)
  const refused = await balcao.contacts.create({ name: '', number: '1' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(BalcaoError)
  expect(refused).toMatchObject({ status: 400, code: 'ERR_VALIDATION' })
  expect((refused as BalcaoError).details.map(({ path }) => path)).toEqual(expect.arrayContaining(['name', 'number']))
})

it('a write that is repeated after a lost answer is made once', async () => {
  const keys: (string | null)[] = []
  const lost = async (request: Request) => {
    keys.push(request.headers.get('idempotency-key'))
    const answer = await handled(request)
    if (keys.length === 1) return new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
    return answer
  }
  const tag = await connect(token, lost).tags.create({ name: crypto.randomUUID() })
  expect([keys.length, new Set(keys).size, tag.id]).toEqual([2, 1, expect.any(String)])
})

it('a call that its caller gives up is over at once, also between two tries', async () => {
  const began = Date.now()
  for (const reason of ['before', 'while it waits']) {
    const controller = new AbortController()
    const busy = async () => {
      if (reason === 'before') controller.abort(reason)
      else setTimeout(() => controller.abort(reason), 50)
      return new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
    }
    const answer = connect(token, busy).tags.list({}, { signal: controller.signal })
    await expect(answer).rejects.toBe(reason)
  }
  expect(Date.now() - began).toBeLessThan(20_000)
})
