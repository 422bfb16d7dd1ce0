import { templates } from '@balcao/shared/api/channels/templates.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloudNumber } from '../../../../test/cloud-number.ts'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, makeWhatsapp, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeTemplate, TEMPLATE_PARTS } from '../../../../test/make-template.ts'
import { connectSimulated, type SimulatedNumber } from '../../../../test/simulated-number.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import { everyTemplate, requireTemplate } from '../../../data/channels/template.ts'
import { deleteWhatsapp, requireWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { removeOrphanTemplates } from '../../../messaging/templates/remove-orphan-templates.ts'
import { takeTemplateUpdate } from '../../../messaging/templates/take-template-update.ts'

const { sim } = await useSimulators()

type Listed = { id: string; name: string; language: string; status: string }

let company: TestCompany
let admin: TestUser
let number: SimulatedNumber
let connection: WhatsappRow

/** A connected number of the simulator. */
const connect = (companyId: string, given: Partial<SimulatedNumber> = {}) => connectSimulated(sim, companyId, given)

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  return () => gateway.close()
})

beforeAll(async () => {
  company = await makeCompany()
  admin = company.admin
  ;({ number, row: connection } = await connect(company.id))
})

const body = (changes: object = {}) => ({
  whatsappId: connection.id,
  name: `aviso_${crypto.randomUUID().slice(0, 8)}`,
  language: 'pt_BR',
  category: 'UTILITY' as const,
  components: TEMPLATE_PARTS,
  ...changes,
})
const create = (changes: object = {}, as = admin) => call(templates.create, { as, body: body(changes) })
const list = (as = admin, whatsappId = connection.id) => call(templates.list, { as, query: { whatsappId, limit: 100 } })
const sync = (whatsappId = connection.id) => call(templates.sync, { as: admin, body: { whatsappId } })
const atMeta = () => sim<Listed[]>('GET', `cloud/templates?businessAccountId=${number.businessAccountId}`)
const decide = async (name: string, decision: object) => {
  const found = (await atMeta()).find(each => each.name === name)
  await sim('POST', `cloud/templates/${found!.id}`, decision)
}

describe('syncing', () => {
  it('takes what Meta has, writes only changes, and removes what is gone', async () => {
    const { row } = await connect(company.id)
    expect((await sync(row.id)).body).toEqual({ created: 3, updated: 0, removed: 0 })
    expect((await sync(row.id)).body).toEqual({ created: 0, updated: 0, removed: 0 })
    const { templates: shown } = (await list(admin, row.id)).body
    expect(
      shown.map(({ name, language, status, variables, whatsappId }) => ({
        name,
        language,
        status,
        variables,
        whatsappId,
      })),
    ).toEqual([
      { name: 'hello_world', language: 'en_US', status: 'APPROVED', variables: [], whatsappId: row.id },
      {
        ...{ name: 'oferta_da_semana', language: 'pt_BR', status: 'APPROVED' },
        ...{ variables: ['nome', 'oferta'], whatsappId: row.id },
      },
      {
        ...{ name: 'pedido_atualizado', language: 'pt_BR', status: 'APPROVED' },
        ...{ variables: ['numero', 'nome', 'situacao'], whatsappId: row.id },
      },
    ])
    const account = row.businessAccountId!
    await makeTemplate(company.id, account, { name: 'sumiu' })
    const [{ id } = { id: '' }] = await sim<Listed[]>('GET', `cloud/templates?businessAccountId=${account}`)
    await sim('POST', `cloud/templates/${id}`, { status: 'PAUSED' })
    expect((await sync(row.id)).body).toEqual({ created: 0, updated: 1, removed: 1 })
  })

  it('pages through a long list', async () => {
    const { number: other, row } = await connect(company.id)
    const graph = process.env.META_GRAPH_URL!
    for (let i = 0; i < 105; i++)
      await fetch(`${graph}/${other.businessAccountId}/message_templates`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ name: `m_${i}`, language: 'pt_BR', category: 'UTILITY' },
          components: [{ type: 'BODY', text: `Aviso ${i} da loja` }],
        }),
      })
    expect((await sync(row.id)).body).toEqual({ created: 108, updated: 0, removed: 0 })
  })

  it('is refused over other connections, and disconnected ones', async () => {
    const web = await makeWhatsapp(company.id)
    expect((await sync(web.id)).error).toBe('ERR_CHANNEL_UNSUPPORTED')
    expect((await list(admin, web.id)).error).toBe('ERR_CHANNEL_UNSUPPORTED')
    const off = await makeWhatsapp(company.id, cloudNumber('4711'))
    expect((await sync(off.id)).error).toBe('ERR_WAPP_NOT_INITIALIZED')
    expect((await sync(newId())).error).toBe('ERR_NO_WAPP_FOUND')
  })

  it('disconnects a number whose token Meta no longer takes', async () => {
    const { number: other, row } = await connect(company.id)
    await sim('POST', `cloud/${other.phoneNumberId}/revoke`)
    expect((await sync(row.id)).error).toBe('ERR_WAPP_NOT_INITIALIZED')
    expect(await requireWhatsapp(company.id, row.id, true)).toMatchObject({
      status: 'DISCONNECTED',
      disconnectReason: 'token',
    })
  })

  it('changes nothing when Meta does not answer', async () => {
    await sync()
    const before = await everyTemplate(company.id, true)
    await sim('POST', 'cloud/faults', { kind: 'fail', status: 500, call: 'message_templates', count: 1 })
    expect((await sync()).error).toBe('ERR_META_UNAVAILABLE')
    expect(await everyTemplate(company.id, true)).toEqual(before)
  })
})

describe('making', () => {
  it('submits it to Meta, with named variables and samples', async () => {
    const made = await create()
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...{ status: 'PENDING', category: 'UTILITY', quality: 'UNKNOWN', rejectedReason: null },
      ...{ whatsappId: connection.id, variables: ['order_number', 'first_name'], components: TEMPLATE_PARTS },
    })
    expect((await atMeta()).find(({ name }) => name === made.body.name)).toMatchObject({
      parameter_format: 'NAMED',
      status: 'PENDING',
    })
  })

  it('refuses a name that is there, here and at Meta', async () => {
    const { name } = (await create()).body
    expect((await create({ name })).error).toBe('ERR_TEMPLATE_ALREADY_EXISTS')
    const graph = process.env.META_GRAPH_URL!
    await fetch(`${graph}/${number.businessAccountId}/message_templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${number.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'feito_la', language: 'pt_BR', category: 'UTILITY' },
        components: [{ type: 'BODY', text: 'Olá' }],
      }),
    })
    const refused = await create({ name: 'feito_la' })
    expect(['ERR_TEMPLATE_ALREADY_EXISTS', 'ERR_TEMPLATE_REFUSED']).toContain(refused.error)
  })

  it.each([
    ['name', { name: 'Com Maiúscula' }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(513) }],
    ['language', { language: 'português' }],
    ['category', { category: 'AUTHENTICATION' }],
    ['components', { components: [] }],
    ['components', { components: [{ type: 'FOOTER', text: 'só' }] }],
    ['components.0.text', { components: [{ type: 'BODY', text: 'x'.repeat(1025) }] }],
    ['components.0.example', { components: [{ type: 'BODY', text: 'Oi {{nome}}!' }] }],
    [
      'components.1.buttons.0.url',
      {
        components: [
          { type: 'BODY', text: 'Oi' },
          { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'javascript:alert(1)' }] },
        ],
      },
    ],
    ['whatsappId', { whatsappId: 'x' }],
  ])('refuses a wrong %s, and asks nobody', async (path, changes) => {
    const before = (await atMeta()).length
    const refused = await create(changes)
    expect([refused.status, refused.error]).toEqual([400, 'ERR_VALIDATION'])
    expect(refused.details?.map(detail => detail.path)).toContain(path)
    expect((await atMeta()).length).toBe(before)
  })

  it('passes on why Meta refuses it', async () => {
    await sim('POST', 'cloud/faults', { kind: 'fail', code: 100, call: 'message_templates', count: 1 })
    expect((await create()).error).toBe('ERR_TEMPLATE_REFUSED')
  })

  it('stores nothing when Meta does not answer', async () => {
    const name = `perdido_${crypto.randomUUID().slice(0, 8)}`
    await sim('POST', 'cloud/faults', { kind: 'fail', status: 500, call: 'message_templates', count: 1 })
    expect((await create({ name })).error).toBe('ERR_META_UNAVAILABLE')
    expect((await everyTemplate(company.id, true)).some(row => row.name === name)).toBe(false)
  })
})

describe('changing and deleting', () => {
  it('submits it again once it is rejected', async () => {
    const { id, name } = (await create()).body
    await decide(name, { status: 'REJECTED', reason: 'INVALID_FORMAT' })
    await sync()
    const rejected = (await list()).body.templates.find(each => each.id === id)
    expect(rejected).toMatchObject({ status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' })
    const components = [{ type: 'BODY' as const, text: 'Seu pedido saiu.' }]
    const changed = await call(templates.update, { as: admin, params: { id }, body: { components } })
    expect([changed.status, changed.body]).toMatchObject([200, { status: 'PENDING', rejectedReason: null, components }])
  })

  it('is refused during a review, with Meta’s explanation', async () => {
    const { id } = (await create()).body
    const answer = await call(templates.update, { as: admin, params: { id }, body: { components: TEMPLATE_PARTS } })
    expect([answer.status, answer.error, answer.raw]).toEqual([
      422,
      'ERR_TEMPLATE_REFUSED',
      expect.objectContaining({ reason: expect.stringMatching(/PENDING/) }),
    ])
  })

  it('deletes it at Meta and here, also where Meta has none any more', async () => {
    const { id, name } = (await create()).body
    expect((await call(templates.remove, { as: admin, params: { id } })).status).toBe(204)
    expect((await list()).body.templates.some(each => each.id === id)).toBe(false)
    expect((await call(templates.remove, { as: admin, params: { id } })).status).toBe(204)
    const gone = await makeTemplate(company.id, number.businessAccountId, { name: `${name}_x` })
    expect((await call(templates.remove, { as: admin, params: { id: gone.id } })).status).toBe(204)
    await expect(requireTemplate(company.id, gone.id, true)).rejects.toMatchObject({ code: 'ERR_NO_TEMPLATE_FOUND' })
  })

  it('keeps it when Meta does not answer', async () => {
    const { id } = (await create()).body
    await sim('POST', 'cloud/faults', { kind: 'fail', status: 500, call: 'message_templates', count: 1 })
    expect((await call(templates.remove, { as: admin, params: { id } })).error).toBe('ERR_META_UNAVAILABLE')
    expect((await requireTemplate(company.id, id, true)).id).toBe(id)
  })
})

describe('who sees what', () => {
  it('shows users approved ones only, and lets only admins change anything', async () => {
    const user = await makeUser(company.id)
    const pending = (await create()).body
    await sync()
    const shown = (await list(user)).body.templates
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.every(({ status }) => status === 'APPROVED')).toBe(true)
    expect((await list()).body.templates.some(({ id }) => id === pending.id)).toBe(true)
    expect((await create({}, user)).error).toBe('ERR_NO_PERMISSION')
    const params = { id: pending.id }
    expect((await call(templates.remove, { as: user, params })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(templates.sync, { as: user, body: { whatsappId: connection.id } })).error).toBe(
      'ERR_NO_PERMISSION',
    )
  })

  it('knows nothing of another company’s, also on the same account', async () => {
    const other = await makeCompany()
    const { row } = await connect(other.id, { businessAccountId: number.businessAccountId })
    const { id } = (await create()).body
    expect((await list(other.admin)).error).toBe('ERR_NO_WAPP_FOUND')
    expect((await list(other.admin, row.id)).body.templates).toEqual([])
    const params = { id }
    expect(
      (await call(templates.update, { as: other.admin, params, body: { components: TEMPLATE_PARTS } })).error,
    ).toBe('ERR_NO_TEMPLATE_FOUND')
    expect((await call(templates.remove, { as: other.admin, params })).status).toBe(204)
    expect((await requireTemplate(company.id, id, true)).id).toBe(id)
  })
})

describe('a webhook about a template', () => {
  it('changes state, reason, quality and category, and open screens hear of it', async () => {
    const browser = await gateway.open(admin)
    const { id, name } = (await create()).body
    const account = number.businessAccountId
    const now = () => requireTemplate(company.id, id, true)
    browser.received.length = 0
    await takeTemplateUpdate(account, { name, language: 'pt-BR', event: 'REJECTED', reason: 'ABUSIVE_CONTENT' })
    expect(await now()).toMatchObject({ status: 'REJECTED', rejectedReason: 'ABUSIVE_CONTENT' })
    expect(browser.received).toContainEqual(
      expect.objectContaining({
        event: `company-${company.id}-template`,
        payload: { action: 'reload', whatsappId: connection.id },
      }),
    )
    browser.received.length = 0
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'APPROVED', reason: 'NONE' })
    expect(await now()).toMatchObject({ status: 'APPROVED', rejectedReason: null })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'FLAGGED' })
    expect((await now()).status).toBe('APPROVED')
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'PAUSED' })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'REINSTATED' })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', quality: 'YELLOW' })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', category: 'MARKETING' })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'SOMETHING_NEW', quality: 'BLUE' })
    expect(await now()).toMatchObject({ status: 'APPROVED', quality: 'YELLOW', category: 'MARKETING' })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'DELETED' })
    await expect(now()).rejects.toMatchObject({ code: 'ERR_NO_TEMPLATE_FOUND' })
    await takeTemplateUpdate(account, { name, language: 'pt_BR', event: 'DELETED' })
  })

  it('reads one that was made elsewhere, and survives that Meta does not answer', async () => {
    const { row } = await connect(company.id)
    const update = { name: 'pedido_atualizado', language: 'pt_BR', event: 'APPROVED' }
    await sim('POST', 'cloud/faults', { kind: 'fail', status: 500, call: 'message_templates', count: 1 })
    await takeTemplateUpdate(row.businessAccountId!, update)
    await takeTemplateUpdate(row.businessAccountId!, update)
    expect((await list(admin, row.id)).body.templates.map(({ name }) => name)).toEqual(['pedido_atualizado'])
  })
})

it('goes with the last connection of its account', async () => {
  const { id: companyId } = await makeCompany()
  const rows = await Promise.all([1, 2].map(() => makeWhatsapp(companyId, cloudNumber('55'))))
  await makeTemplate(companyId, '55')
  const kept = await makeWhatsapp(companyId, cloudNumber('66'))
  const other = await makeTemplate(companyId, '66')
  await deleteWhatsapp(companyId, rows[0]!.id)
  await removeOrphanTemplates(companyId)
  expect(await everyTemplate(companyId, true)).toHaveLength(2)
  await deleteWhatsapp(companyId, rows[1]!.id)
  await removeOrphanTemplates(companyId)
  expect(await everyTemplate(companyId, true)).toEqual([other])
  expect(kept.businessAccountId).toBe('66')
})
