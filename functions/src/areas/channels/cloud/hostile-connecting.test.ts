/**
 * Connecting cloud numbers and their templates: at once, by the wrong people, and where tokens go.
 */
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { messageCosts } from '@balcao/shared/api/reports/message-costs.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeTemplate, TEMPLATE_PARTS } from '../../../../test/make-template.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import { everyTemplate } from '../../../data/channels/template.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'

const { sim } = await useSimulators()

type Number = { phoneNumberId: string; businessAccountId: string; accessToken: string }
let phones = 5_551_900_000_000 + Math.floor(Math.random() * 8e8)
const makeNumber = (more: object = {}) =>
  sim<Number>('POST', 'cloud/numbers', { phone: String(phones++), name: 'Loja', ...more })
const connect = ({ admin }: TestCompany, number: Number, as: TestUser = admin) =>
  call(whatsapp.create, { as, body: { name: newId().slice(-12), provider: 'cloud', ...number } as never })

it('two admins who connect one number at once make one connection', async () => {
  const company = await makeCompany()
  const number = await makeNumber()
  const other = await makeUser(company.id, { profile: 'admin' })
  const answers = await Promise.all([company.admin, other, company.admin].map(as => connect(company, number, as)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await call(whatsapp.list, { as: other, query: {} as never })).body).toHaveLength(1)
})

it('keeps to the plan when many numbers are connected at once', async () => {
  const company = await makeCompany({ plan: { connections: 2 } })
  const numbers = await Promise.all([1, 2, 3, 4].map(() => makeNumber()))
  const answers = await Promise.all(numbers.map(number => connect(company, number)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ error }) => error === 'ERR_PLAN_LIMIT')).toHaveLength(2)
})

it('lets nobody but the company’s admins connect, change or read what is theirs', async () => {
  const company = await makeCompany()
  const number = await makeNumber()
  const { id } = (await connect(company, number)).body
  const { id: templateId } = await makeTemplate(company.id, number.businessAccountId)
  const stranger = await makeCompany()
  const user = await makeUser(company.id)
  const components = TEMPLATE_PARTS
  const created = { whatsappId: id, name: 'x', language: 'pt_BR', category: 'UTILITY' as const, components }
  const calls = (as: TestUser) => [
    call(whatsapp.update, { as, params: { id }, body: { accessToken: 'EAAstolen' } }),
    call(whatsappsession.start, { as, params: { id } } as never),
    call(whatsappsession.remove, { as, params: { id } } as never),
    call(templates.create, { as, body: created }),
    call(templates.update, { as, params: { id: templateId }, body: { components } }),
    call(templates.sync, { as, body: { whatsappId: id } }),
  ]
  for (const { status } of await Promise.all(calls(user))) expect(status).toBe(403)
  expect((await connect(company, await makeNumber(), user)).status).toBe(403)
  expect((await call(messageCosts.get, { as: user, query: {} })).status).toBe(403)
  for (const { status } of await Promise.all(calls(stranger.admin))) expect(status).toBe(404)
  const query = { whatsappId: id, limit: 20 } as never
  expect((await call(templates.list, { as: stranger.admin, query })).status).toBe(404)
  const day = new Date().toISOString().slice(0, 10)
  const costs = await call(messageCosts.get, { as: stranger.admin, query: { whatsappId: id, from: day, to: day } })
  expect([costs.error, costs.body.days]).toEqual([undefined, []])
  await call(templates.remove, { as: stranger.admin, params: { id: templateId } })
  expect((await call(templates.remove, { as: user, params: { id: templateId } })).status).toBe(403)
  expect((await everyTemplate(company.id, true)).map(row => row.id)).toContain(templateId)
  expect((await getWhatsapp(company.id, id, true))!.status).toBe('CONNECTED')
})

it('reads templates right though many ask at once', async () => {
  const company = await makeCompany()
  const number = await makeNumber()
  const { id: whatsappId } = (await connect(company, number)).body
  const before = (await everyTemplate(company.id, true)).length
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      makeTemplate(company.id, number.businessAccountId, { name: `velho_${i}`, language: i % 2 ? 'pt_BR' : 'en_US' }),
    ),
  )
  const sync = () => call(templates.sync, { as: company.admin, body: { whatsappId } })
  const answers = await Promise.all([sync(), sync(), sync(), sync()])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const rows = await everyTemplate(company.id, true)
  expect(rows).toHaveLength(before)
  expect(new Set(rows.map(({ name, language }) => `${name}|${language}`)).size).toBe(before)
})

it('shows no token in any answer, also of a refusal', async () => {
  const company = await makeCompany()
  const number = await makeNumber()
  const as = company.admin
  const made = await connect(company, number)
  const wrong = `${number.accessToken}x`
  const params = { id: made.body.id }
  const answers = [
    made,
    await connect(company, number),
    await connect(company, { ...(await makeNumber()), accessToken: wrong }),
    await connect(company, { ...number, accessToken: `${number.accessToken}\n\u0000` }),
    await call(whatsapp.get, { as, params }),
    await call(whatsapp.list, { as, query: {} as never }),
    await call(whatsapp.update, { as, params, body: { accessToken: wrong } }),
    await call(whatsapp.update, { as, params, body: { accessToken: number.accessToken } }),
    await call(whatsappsession.start, { as, params } as never),
  ]
  for (const answer of answers) {
    expect(JSON.stringify([answer.raw, answer.headers])).not.toContain(number.accessToken)
    expect(JSON.stringify(answer.raw)).not.toContain('"accessToken":')
  }
  expect((await getWhatsapp(company.id, params.id, true))!.accessToken).not.toContain(number.accessToken)
})
