import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import {
  type CampaignRow,
  changedCampaign,
  createCampaign,
  newCampaign,
  replaceCampaign,
} from '../../../data/campaigns/campaign.ts'
import { importItems, markItem, removeItems } from '../../../data/campaigns/contact-list-item.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { readObject } from '../../../integrations/storage.ts'
import { handler } from '../../../workers/jobs/handler.ts'

let gateway: FakeGateway
let gate: Gate
let company: TestCompany
let as: TestUser
beforeAll(async () => {
  gateway = await startFakeGateway()
  gate = await openGate()
  company = await makeCompany()
  as = company.admin
})
afterAll(() => Promise.all([gateway.close(), gate.close()]))

const make = (name: string) => call(contactLists.create, { as, body: { name } })
const newName = () => `Lista ${crypto.randomUUID().slice(0, 8)}`
const listId = async () => (await make(newName())).body.id
const countOf = async (id: string) => (await call(contactLists.get, { as, params: { id } })).body.contactsCount
const add = (contactListId: string, name: string, number: string, email?: string) =>
  call(contactListItems.create, {
    as,
    body: { contactListId, name, number, ...(email === undefined ? {} : { email }) },
  })
const remove = (id: string) => call(contactLists.remove, { as, params: { id } })

/** Works off the messages of jobs until there are none. */
async function drain(): Promise<void> {
  for (let sent = gate.sent(); sent.length > 0; sent = gate.sent())
    for (const message of sent)
      expect((await handler(batchOf([JSON.stringify(message)]))).batchItemFailures).toEqual([])
}

describe('contact lists', () => {
  it('have a name of their own of two to fifty characters, and nobody in them at first', async () => {
    const name = newName()
    const made = await make(` ${name} `)
    expect([made.status, made.body]).toMatchObject([201, { name, contactsCount: 0 }])
    expect((await make(name.toUpperCase())).error).toBe('ERR_CONTACT_LIST_NAME_ALREADY_EXISTS')
    expect((await make('a')).error).toBe('ERR_VALIDATION')
    expect((await make('a'.repeat(51))).error).toBe('ERR_VALIDATION')
    const id = await listId()
    const update = (body: object) => call(contactLists.update, { as, params: { id }, body })
    expect((await update({ name })).error).toBe('ERR_CONTACT_LIST_NAME_ALREADY_EXISTS')
    await add(id, 'Maria', '11987654321')
    expect((await update({ name: `${name} 2` })).body).toMatchObject({ name: `${name} 2`, contactsCount: 1 })
  })

  it('are of admins of a company whose plan has campaigns, and unknown to others', async () => {
    const id = await listId()
    const item = (await add(id, 'Maria', '11987654321')).body
    for (const profile of ['user', 'supervisor'] as const) {
      const other = await makeUser(company.id, { profile })
      expect((await call(contactLists.list, { as: other })).error).toBe('ERR_NO_PERMISSION')
    }
    const stranger = (await makeCompany()).admin
    const query = { contactListId: id }
    expect((await call(contactLists.get, { as: stranger, params: { id } })).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
    expect((await call(contactListItems.list, { as: stranger, query })).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
    expect((await call(contactListItems.get, { as: stranger, params: { id: item.id } })).error).toBe(
      'ERR_NO_CONTACT_LIST_ITEM_FOUND',
    )
    const body = { contactListId: id, name: 'Ana', number: '11987654322' }
    expect((await call(contactListItems.create, { as: stranger, body })).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
    expect((await call(contactListItems.remove, { as: stranger, params: { id: item.id } })).status).toBe(204)
    expect((await call(contactLists.remove, { as: stranger, params: { id } })).status).toBe(204)
    expect(await countOf(id)).toBe(1)
  })

  it('are not deleted while a campaign is to go to them, whichever comes first', async () => {
    const id = await listId()
    const row = newCampaign(company.id, {
      name: 'Natal',
      status: 'INATIVA',
      confirmation: false,
      scheduledAt: null,
      whatsappId: null,
      contactListId: id,
      tagListId: null,
      fileListId: null,
      media: null,
    } as CampaignRow)
    let campaign = await createCampaign(row)
    for (const status of ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA'] as const) {
      campaign = await replaceCampaign(campaign, changedCampaign(campaign, { status }))
      expect((await remove(id)).error).toBe('ERR_CONTACT_LIST_IN_USE')
    }
    await replaceCampaign(campaign, changedCampaign(campaign, { status: 'FINALIZADA' }))
    const [removed, used] = await Promise.all([
      remove(id),
      createCampaign({ ...row, id: newId() }).then(
        () => 'used',
        error => error.code,
      ),
    ])
    expect([
      [undefined, 'ERR_NO_CONTACT_LIST_FOUND'],
      ['ERR_CONTACT_LIST_IN_USE', 'used'],
    ]).toContainEqual([removed.error, used])
  })

  it('take their items with them, also behind a try that was cut off, and nothing of another list', async () => {
    const [gone, kept] = [await listId(), await listId()]
    const rows = Array.from({ length: 30 }, (_, i) => ({ number: `5511988880${String(i).padStart(3, '0')}` }))
    for (const id of [gone, kept]) await importItems(company.id, id, rows)
    const { records } = (await call(contactListItems.list, { as, query: { contactListId: gone } })).body
    gate.sent()
    expect((await remove(gone)).status).toBe(204)
    // At once, though its rows are there still.
    expect((await call(contactListItems.get, { as, params: { id: records[0]!.id } })).error).toBe(
      'ERR_NO_CONTACT_LIST_ITEM_FOUND',
    )
    expect((await add(gone, 'Maria', '11987654321')).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
    const [first] = gate.sent()
    await removeItems(company.id, gone, 10)
    for (const _ of [1, 2]) expect((await handler(batchOf([JSON.stringify(first)]))).batchItemFailures).toEqual([])
    await drain()
    const left = (await rowsOf(company.id)).filter(row => /contactListItem/.test(String(row.pk)))
    expect(left.filter(row => JSON.stringify(row).includes(gone))).toEqual([])
    expect(await countOf(kept)).toBe(30)
    expect(
      (await call(contactListItems.list, { as, query: { contactListId: kept, limit: 100 } })).body.records,
    ).toHaveLength(30)
    expect((await call(jobs.list, { as })).body.jobs.filter(({ kind }) => kind === 'contactListRemoval')).toEqual([])
  })
})

describe('an item of a contact list', () => {
  it('is somebody once, with a number as it is dialled and an e-mail that is one', async () => {
    const id = await listId()
    const made = await add(id, ' Maria ', '(11) 98765-4321', ' Maria@Exemplo.com.br ')
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        name: 'Maria',
        number: '5511987654321',
        email: 'maria@exemplo.com.br',
        isWhatsappValid: null,
        contactListId: id,
      },
    ])
    expect((await add(id, 'Outra', '551187654321')).error).toBe('ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS')
    const wrong: [string, string, string?][] = [
      ['M', '11987654322'],
      ['Maria', '1234567'],
      ['Maria', '1'.repeat(51)],
      ['Maria', '11987654322', 'maria'],
    ]
    for (const given of wrong) expect((await add(id, ...given)).error).toBe('ERR_VALIDATION')
    const other = (await add(id, 'Ana', '+1 202 555 0123')).body
    const update = (body: object) => call(contactListItems.update, { as, params: { id: other.id }, body })
    expect((await update({ number: '11 8765-4321' })).error).toBe('ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS')
    expect((await update({ email: 'ana@' })).error).toBe('ERR_VALIDATION')
    expect((await update({ number: '21 98765-4321', email: '' })).body).toMatchObject({
      id: other.id,
      name: 'Ana',
      number: '5521987654321',
      email: '',
    })
    expect(await countOf(id)).toBe(2)
    const there = (await call(contactListItems.list, { as, query: { contactListId: id, searchParam: '21' } })).body
    expect([there.records.map(({ name }) => name), there.count]).toEqual([['Ana'], 1])
    for (const _ of [1, 2])
      expect((await call(contactListItems.remove, { as, params: { id: other.id } })).status).toBe(204)
    expect(await countOf(id)).toBe(1)
  })

  it('keeps a country code that reads like an area code, also where only its name changes', async () => {
    const id = await listId()
    const item = (await add(id, 'Inés', '+56 9 8765 4321')).body
    expect(item.number).toBe('56987654321')
    for (const number of ['+56987654321', '56987654321'])
      expect(
        (await call(contactListItems.update, { as, params: { id: item.id }, body: { name: `Inés ${number}`, number } }))
          .body,
      ).toMatchObject({ id: item.id, name: `Inés ${number}`, number: '56987654321' })
    expect((await add(id, 'Do Brasil', '56 98765-4321')).body.number).toBe('5556987654321')
  })

  it('is published to admins of its company, with the count of its list', async () => {
    const [mine, ...others] = [
      await gateway.open(as),
      await gateway.open(await makeUser(company.id)),
      await gateway.open((await makeCompany()).admin),
    ]
    const id = await listId()
    for (const { received } of [mine!, ...others]) received.length = 0
    const item = (await add(id, 'Maria', '11987654321')).body
    await call(contactListItems.update, { as, params: { id: item.id }, body: { name: 'Maria Sá' } })
    await call(contactListItems.remove, { as, params: { id: item.id } })
    const published = (channel: string) =>
      mine!.received.filter(({ event }) => event === `company-${company.id}-${channel}`).map(({ payload }) => payload)
    expect(published('contactListItem')).toMatchObject([
      { action: 'create', contactListItem: { id: item.id, name: 'Maria' } },
      { action: 'update', contactListItem: { id: item.id, name: 'Maria Sá' } },
      { action: 'delete', contactListItemId: item.id },
    ])
    expect(published('contactList')).toMatchObject([
      { action: 'update', contactList: { id, contactsCount: 1 } },
      { action: 'update', contactList: { id, contactsCount: 0 } },
    ])
    for (const { received } of others) expect(received).toEqual([])
  })
})

describe('the export of a contact list', () => {
  it('is a file with everybody in it, formulas made harmless, and what WhatsApp said of each', async () => {
    const id = await listId()
    const maria = (await add(id, '=Maria', '11 91111-0001', 'maria@exemplo.com.br')).body
    const ana = (await add(id, 'Ana; e filhos', '11 91111-0002')).body
    await add(id, 'Zé', '11 91111-0003')
    await markItem(maria, { isWhatsappValid: true })
    await markItem(ana, { isWhatsappValid: false })
    gate.sent()
    const begin = () => call(contactLists.export, { as, params: { id } })
    const { status, body } = await begin()
    expect(status).toBe(202)
    // While it is under way, who asks again gets the same.
    expect((await begin()).body).toEqual(body)
    await drain()
    const job = await getJob(company.id, body.jobId, true)
    expect(job).toMatchObject({ status: 'done', done: 3, total: 3, file: { name: 'lista-de-contatos.csv' } })
    const pieces: Uint8Array[] = []
    for await (const piece of readObject(job!.file!.key)) pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toBe(
      [
        '\uFEFFname;number;email;valid',
        "'=Maria;5511911110001;maria@exemplo.com.br;yes",
        '"Ana; e filhos";5511911110002;;no',
        'Zé;5511911110003;;',
        '',
      ].join('\r\n'),
    )
    const again = await call(jobs.repeat, { as, params: { id: body.jobId } })
    expect(again.status).toBe(202)
    await remove(id)
    await drain()
    expect(await getJob(company.id, again.body.jobId, true)).toMatchObject({
      status: 'failed',
      error: 'ERR_NO_CONTACT_LIST_FOUND',
    })
    expect((await begin()).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  })
})
