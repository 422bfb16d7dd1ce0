import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { png as pngHeader } from '../../../../test/pictures.ts'
import {
  type CampaignChanges,
  campaignsNeeding,
  campaignWrites,
  changedCampaign,
  replaceCampaign,
  requireCampaign,
} from '../../../data/campaigns/campaign.ts'
import { CONTACT_LISTS, deleteContactList } from '../../../data/campaigns/contact-list.ts'
import { deleteWhatsapp } from '../../../data/channels/whatsapp.ts'
import { changeCompany } from '../../../data/company/company.ts'
import { FILE_LISTS, type FileListRow } from '../../../data/content/file-list.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'
import { createTag, deleteTag } from '../../../data/tickets/tag.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'

type Company = {
  companyId: string
  admin: TestUser
  whatsappId: string
  contactListId: string
  tagListId: string
  fileListId: string
}

const HOUR = 3_600_000
const in_ = (ms: number) => new Date(Date.now() + ms).toISOString()
const named = () => crypto.randomUUID().slice(0, 8)
const png = {
  fileName: 'oferta.png',
  mimetype: 'image/png',
  bytes: pngHeader(),
}

const makeList = (companyId: string, contactsCount = 3): Promise<ContactList> =>
  createRow(companyId, CONTACT_LISTS, newRow<ContactList>({ name: named(), contactsCount }))

async function makeSender(plan = {}): Promise<Company> {
  const { id: companyId, admin } = await makeCompany({ plan })
  const files = newRow<FileListRow>({ name: named(), message: 'Catálogo', userId: admin.user.id, options: [] })
  return {
    companyId,
    admin,
    whatsappId: (await makeWhatsapp(companyId)).id,
    contactListId: (await makeList(companyId)).id,
    tagListId: (await createTag(companyId, { name: named(), color: '#123456', kanban: 0 }, { ticketsCount: 2 })).id,
    fileListId: (await createRow(companyId, FILE_LISTS, files)).id,
  }
}

let own: Company
let other: Company

beforeAll(async () => {
  ;[own, other] = await Promise.all([makeSender(), makeSender()])
})

const good = () => ({
  name: 'Natal',
  message1: 'Olá, {{firstName}}',
  whatsappId: own.whatsappId,
  contactListId: own.contactListId,
})
const make = (body: object = {}, as = own.admin) =>
  call(campaigns.create, { as, body: { ...good(), ...body } as never })
const update = (id: string, body: object, as = own.admin) =>
  call(campaigns.update, { as, params: { id }, body: body as never })
const read = async (id: string) => (await call(campaigns.get, { as: own.admin, params: { id } })).body
const armed = async (id: string, at: string) =>
  (await timersOf(minuteOf(Date.parse(at)))).filter(({ timer }) => 'campaignId' in timer && timer.campaignId === id)
/** As the engine moves it. */
async function move(id: string, changes: CampaignChanges) {
  const before = await requireCampaign(own.companyId, id)
  return replaceCampaign(before, changedCampaign(before, changes))
}
const listed = async () => {
  const { body } = await call(campaigns.list, { as: own.admin, query: { limit: 100 } })
  return body.records.map(({ id }) => id)
}

describe('campaigns', () => {
  it('are drafts without a time, and start by a timer with one', async () => {
    const draft = await make()
    expect([draft.status, draft.body]).toMatchObject([201, { status: 'INATIVA', scheduledAt: null, completedAt: null }])
    const { whatsapp, contactList, tagList, fileList } = draft.body
    expect([whatsapp?.id, contactList?.id, tagList, fileList]).toEqual([own.whatsappId, own.contactListId, null, null])
    expect(draft.body).toMatchObject({ message2: '', confirmation: false, mediaPath: null, companyId: own.companyId })

    const scheduledAt = in_(2 * HOUR)
    const timed = (
      await make({ scheduledAt, contactListId: null, tagListId: own.tagListId, fileListId: own.fileListId })
    ).body
    expect(timed).toMatchObject({ status: 'PROGRAMADA', scheduledAt, tagList: { id: own.tagListId } })
    expect(await armed(timed.id, scheduledAt)).toMatchObject([
      { timer: { type: 'startCampaign', companyId: own.companyId, scheduledAt: Date.parse(scheduledAt) } },
    ])
    expect(await read(timed.id)).toEqual(timed)
  })

  it('are listed with the newest first, and found by their name', async () => {
    const [first, second] = [
      (await make({ name: 'Páscoa 2027' })).body,
      (await make({ name: 'Promoção de páscoa' })).body,
    ]
    const ids = await listed()
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id))
    const found = await call(campaigns.list, { as: own.admin, query: { searchParam: 'pascoa', limit: 1 } })
    expect(found.body).toMatchObject({ records: [{ id: second.id }], hasMore: true })
    const cursor = found.body.nextCursor!
    const next = await call(campaigns.list, { as: own.admin, query: { searchParam: 'pascoa', limit: 1, cursor } })
    expect(next.body.records.map(({ id }) => id)).toEqual([first.id])
    expect((await call(campaigns.list, { as: other.admin })).body.records).toEqual([])
  })

  it.each([
    ['no connection', () => ({ whatsappId: null }), 422, 'ERR_CAMPAIGN_NO_CONNECTION'],
    ['the connection of another company', () => ({ whatsappId: other.whatsappId }), 404, 'ERR_NO_WAPP_FOUND'],
    ['no audience', () => ({ contactListId: null }), 422, 'ERR_CAMPAIGN_NO_AUDIENCE'],
    ['two audiences', () => ({ tagListId: own.tagListId }), 422, 'ERR_CAMPAIGN_NO_AUDIENCE'],
    ['the list of another company', () => ({ contactListId: other.contactListId }), 404, 'ERR_NO_CONTACT_LIST_FOUND'],
    [
      'the tag of another company',
      () => ({ contactListId: null, tagListId: other.tagListId }),
      404,
      'ERR_NO_TAG_FOUND',
    ],
    ['the files of another company', () => ({ fileListId: other.fileListId }), 404, 'ERR_NO_FILE_LIST_FOUND'],
    ['a time that has passed', () => ({ scheduledAt: in_(-1000) }), 422, 'ERR_CAMPAIGN_IN_PAST'],
    ['nothing to send', () => ({ message1: ' ', scheduledAt: in_(2 * HOUR) }), 422, 'ERR_CAMPAIGN_NO_MESSAGE'],
    ['a confirmation without a text', () => ({ confirmation: true }), 422, 'ERR_CAMPAIGN_NO_CONFIRMATION'],
    ['a sixth message', () => ({ message6: 'Mais uma' }), 400, 'ERR_VALIDATION'],
    ['a sixth confirmation', () => ({ confirmationMessage6: 'Mais uma' }), 400, 'ERR_VALIDATION'],
    ['a name of one sign', () => ({ name: 'N' }), 400, 'ERR_VALIDATION'],
    ['a name too long', () => ({ name: 'N'.repeat(51) }), 400, 'ERR_VALIDATION'],
    ['a text too long', () => ({ message5: 'N'.repeat(4097) }), 400, 'ERR_VALIDATION'],
  ])('are neither made nor changed with %s', async (_, body, status, error) => {
    const made = await make(body())
    expect([made.status, made.error]).toEqual([status, error])
    const before = (await make({ scheduledAt: in_(3 * HOUR) })).body
    const changed = await update(before.id, { ...body(), confirmationMessage1: '' })
    expect([changed.status, changed.error]).toEqual([status, error])
    expect(await read(before.id)).toEqual(before)
  })

  it('go to somebody', async () => {
    const empty = await makeList(own.companyId, 0)
    expect((await make({ contactListId: empty.id })).error).toBe('ERR_CAMPAIGN_EMPTY_AUDIENCE')
    const tag = await createTag(own.companyId, { name: named(), color: '#123456', kanban: 0 })
    expect((await make({ contactListId: null, tagListId: tag.id })).error).toBe('ERR_CAMPAIGN_EMPTY_AUDIENCE')
  })

  it('may say nothing but a file, and keep it as long as it is all they say', async () => {
    const params = { id: (await make({ message1: '' })).body.id }
    const files = [png]
    const withFile = await call(campaigns.uploadMedia, { as: own.admin, params, files })
    expect(withFile.body).toMatchObject({ mediaName: 'oferta.png', mediaType: 'image', status: 'INATIVA' })
    expect((await update(params.id, { scheduledAt: in_(2 * HOUR) })).body.status).toBe('PROGRAMADA')
    const taken = await call(campaigns.removeMedia, { as: own.admin, params })
    expect([taken.status, taken.error]).toEqual([422, 'ERR_CAMPAIGN_NO_MESSAGE'])
    expect((await update(params.id, { message3: 'Olá' })).status).toBe(200)
    expect((await call(campaigns.removeMedia, { as: own.admin, params })).body.mediaPath).toBeNull()
    expect((await make({ message1: '', fileListId: own.fileListId, scheduledAt: in_(2 * HOUR) })).status).toBe(201)
  })

  it('take another time with another timer, lose theirs, and keep what a change does not name', async () => {
    const { id } = (await make({ scheduledAt: in_(2 * HOUR) })).body
    const scheduledAt = in_(30 * 60_000)
    const moved = (await update(id, { scheduledAt })).body
    expect(moved).toMatchObject({ scheduledAt, status: 'PROGRAMADA', message1: 'Olá, {{firstName}}' })
    expect(await armed(id, scheduledAt)).toHaveLength(1)
    const draft = (await make({ scheduledAt: in_(2 * HOUR) })).body
    expect((await update(draft.id, { scheduledAt: null })).body).toMatchObject({ status: 'INATIVA', scheduledAt: null })
    const renamed = (await update(draft.id, { name: 'Ano novo' })).body
    expect(renamed).toMatchObject({ name: 'Ano novo', status: 'INATIVA', contactListId: own.contactListId })
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(draft.updatedAt))
  })

  it('are locked within their last hour, while they are under way and when they are over', async () => {
    const soon = (await make({ scheduledAt: in_(50 * 60_000) })).body
    const running = (await make()).body
    await move(running.id, { status: 'EM_ANDAMENTO' })
    const over = (await make()).body
    await move(over.id, { status: 'FINALIZADA', completedAt: Date.now() })
    for (const { id } of [soon, running, over]) {
      const before = await read(id)
      const params = { id }
      for (const answer of [
        await update(id, { message1: 'Outro' }),
        await call(campaigns.uploadMedia, { as: own.admin, params, files: [png] }),
        await call(campaigns.removeMedia, { as: own.admin, params }),
      ])
        expect([answer.status, answer.error]).toEqual([422, 'ERR_CAMPAIGN_LOCKED'])
      expect(await read(id)).toEqual(before)
    }
  })

  it('change their texts alone once they were stopped, also by a form that sends all of it', async () => {
    const { id } = (await make({ confirmation: true, confirmationMessage1: 'Posso?' })).body
    await move(id, { status: 'CANCELADA' })
    const before = await read(id)
    expect((await update(id, { name: 'Outra' })).error).toBe('ERR_CAMPAIGN_LOCKED')
    expect((await update(id, { message1: 'Outro', scheduledAt: in_(2 * HOUR) })).error).toBe('ERR_CAMPAIGN_LOCKED')
    expect((await update(id, { message1: '' })).error).toBe('ERR_CAMPAIGN_NO_MESSAGE')
    expect((await update(id, { confirmationMessage1: '' })).error).toBe('ERR_CAMPAIGN_NO_CONFIRMATION')
    const media = await call(campaigns.uploadMedia, { as: own.admin, params: { id }, files: [png] })
    expect(media.error).toBe('ERR_CAMPAIGN_LOCKED')
    expect(await read(id)).toEqual(before)
    const { name, whatsappId, contactListId, tagListId, fileListId, confirmation } = before
    const form = { name, whatsappId, contactListId, tagListId, fileListId, confirmation, scheduledAt: null }
    const changed = await update(id, { ...form, message1: 'Oi', message2: 'Tudo bem?' })
    expect(changed.body).toMatchObject({ status: 'CANCELADA', message1: 'Oi', message2: 'Tudo bem?' })
  })

  it('take another connection until they start, and not while they are under way or when they are over', async () => {
    const whatsappId = (await makeWhatsapp(own.companyId)).id
    const page = (await makeWhatsapp(own.companyId, { channel: 'facebook', provider: 'graph' })).id
    const soon = (await make({ scheduledAt: in_(50 * 60_000) })).body.id
    const stopped = (await make()).body.id
    await move(stopped, { status: 'CANCELADA', reason: 'ERR_NO_WAPP_FOUND', whatsappId: null })
    for (const id of [soon, stopped]) {
      const before = await read(id)
      expect((await update(id, { whatsappId: newId() })).error).toBe('ERR_NO_WAPP_FOUND')
      expect((await update(id, { whatsappId: other.whatsappId })).error).toBe('ERR_NO_WAPP_FOUND')
      expect((await update(id, { whatsappId: page })).error).toBe('ERR_CAMPAIGN_NO_CONNECTION')
      expect((await update(id, { whatsappId, name: 'Outra' })).error).toBe('ERR_CAMPAIGN_LOCKED')
      expect(await read(id)).toEqual(before)
      const changed = await update(id, { whatsappId })
      expect(changed.body).toMatchObject({ status: before.status, reason: null, whatsappId })
      expect((await update(id, { whatsappId: null })).error).toBe('ERR_CAMPAIGN_NO_CONNECTION')
    }
    expect(await campaignsNeeding(own.companyId, 'whatsapp', whatsappId)).toEqual(
      expect.arrayContaining([soon, stopped]),
    )
    const locked = [(await make()).body.id, (await make()).body.id]
    await move(locked[0]!, { status: 'EM_ANDAMENTO' })
    await move(locked[1]!, { status: 'FINALIZADA' })
    for (const id of locked) expect((await update(id, { whatsappId })).error).toBe('ERR_CAMPAIGN_LOCKED')
  })

  it('are deleted unless they are under way, twice as once', async () => {
    const running = (await make()).body.id
    await move(running, { status: 'EM_ANDAMENTO' })
    const refused = await call(campaigns.remove, { as: own.admin, params: { id: running } })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_CAMPAIGN_RUNNING'])
    for (const status of ['INATIVA', 'PROGRAMADA', 'CANCELADA', 'FINALIZADA'] as const) {
      const { id } = (await make({ scheduledAt: in_(2 * HOUR) })).body
      await move(id, { status })
      const params = { id }
      expect((await call(campaigns.remove, { as: own.admin, params })).status).toBe(204)
      expect((await call(campaigns.get, { as: own.admin, params })).error).toBe('ERR_NO_CAMPAIGN_FOUND')
      expect((await call(campaigns.remove, { as: own.admin, params })).status).toBe(204)
      expect((await update(id, { name: 'Outra' })).error).toBe('ERR_NO_CAMPAIGN_FOUND')
    }
    expect(await listed()).toContain(running)
  })

  it('are changed by one of two at once', async () => {
    const { id } = (await make()).body
    const answers = await Promise.all(['A', 'B', 'C'].map(message2 => update(id, { message2 })))
    const done = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(done.length).toBeGreaterThan(0)
    expect(refused.every(({ error }) => error === 'ERR_CONFLICT')).toBe(true)
    const last = done.map(({ body }) => body).sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0]
    expect(await read(id)).toEqual(last)
  })

  it('either change before they start or not at all', async () => {
    const { id } = (await make({ scheduledAt: in_(2 * HOUR) })).body
    const before = await requireCampaign(own.companyId, id)
    const started = changedCampaign(before, { status: 'EM_ANDAMENTO' })
    const [edit, start] = await Promise.all([
      update(id, { message1: 'Na última hora' }),
      transact(campaignWrites(started, before)).then(
        () => true,
        () => false,
      ),
    ])
    const now = await read(id)
    if (start) {
      expect(['ERR_CONFLICT', 'ERR_CAMPAIGN_LOCKED']).toContain(edit.error)
      expect(now).toMatchObject({ status: 'EM_ANDAMENTO', message1: 'Olá, {{firstName}}' })
    } else {
      expect(edit.status).toBe(200)
      expect(now).toMatchObject({ status: 'PROGRAMADA', message1: 'Na última hora' })
    }
  })

  it('keep what they need from being deleted until they are over, a connection apart', async () => {
    const list = await makeList(own.companyId)
    const { id } = (await make({ contactListId: list.id })).body
    await expect(deleteContactList(own.companyId, list, [])).rejects.toMatchObject({ code: 'ERR_CONTACT_LIST_IN_USE' })
    await move(id, { status: 'CANCELADA' })
    expect(await campaignsNeeding(own.companyId, 'contactList', list.id)).toEqual([id])
    await move(id, { status: 'FINALIZADA' })
    expect(await campaignsNeeding(own.companyId, 'contactList', list.id)).toEqual([])
    expect(await deleteContactList(own.companyId, list, [])).toBe(true)
    expect(await read(id)).toMatchObject({ contactListId: list.id, contactList: null })

    const tag = await createTag(own.companyId, { name: named(), color: '#123456', kanban: 0 }, { ticketsCount: 1 })
    const tagged = (await make({ contactListId: null, tagListId: tag.id })).body.id
    await expect(deleteTag(own.companyId, tag)).rejects.toMatchObject({ code: 'ERR_TAG_IN_USE' })
    expect((await update(tagged, { contactListId: own.contactListId, tagListId: null })).status).toBe(200)
    expect(await deleteTag(own.companyId, tag)).toBe(true)

    const connection = await makeWhatsapp(own.companyId)
    const over = (await make({ whatsappId: connection.id })).body.id
    await deleteWhatsapp(own.companyId, connection.id)
    expect(await read(over)).toMatchObject({ whatsappId: connection.id, whatsapp: null })
    expect((await update(over, { name: 'Outra' })).error).toBe('ERR_NO_WAPP_FOUND')
    expect((await update(over, { whatsappId: own.whatsappId })).status).toBe(200)
  })

  it('and a list that is deleted at the same moment: one of the two comes first', async () => {
    const list = await makeList(own.companyId)
    const [made, gone] = await Promise.all([
      make({ contactListId: list.id }),
      deleteContactList(own.companyId, list, []).catch(() => false),
    ])
    expect([made.status === 201, made.error === 'ERR_NO_CONTACT_LIST_FOUND']).toEqual([!gone, gone])
  })

  it('are of admins, of their company, and of a plan and a company that have them', async () => {
    const { id } = (await make()).body
    const params = { id }
    const user = await makeUser(own.companyId)
    expect((await call(campaigns.list, { as: user })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(campaigns.get, { as: other.admin, params })).error).toBe('ERR_NO_CAMPAIGN_FOUND')
    expect((await update(id, { name: 'Deles' }, other.admin)).error).toBe('ERR_NO_CAMPAIGN_FOUND')
    expect((await call(campaigns.remove, { as: other.admin, params })).status).toBe(204)
    expect((await read(id)).name).toBe('Natal')
    expect((await call(campaigns.get, { as: own.admin, params: { id: newId() } })).error).toBe('ERR_NO_CAMPAIGN_FOUND')

    const { admin: as } = await makeCompany({ plan: { useCampaigns: false } })
    expect((await call(campaigns.list, { as })).error).toBe('ERR_PLAN_FEATURE')
  })

  it("follow the company's own switch, which the plan's answer carries to the screens", async () => {
    const { id, admin: as } = await makeCompany()
    const plan = async () => (await call(companies.getPlan, { as, params: { companyId: id } })).body.useCampaigns
    expect([await plan(), (await call(campaigns.list, { as })).status]).toEqual([true, 200])
    await changeCompany(id, { campaignsEnabled: false })
    expect([await plan(), (await call(campaigns.list, { as })).error]).toEqual([false, 'ERR_PLAN_FEATURE'])
    const shown = (await call(companies.get, { as, params: { id } })).body
    expect([shown.plan?.useCampaigns, shown.plan?.useSales]).toEqual([false, true])
    await changeCompany(id, { campaignsEnabled: true })
    expect([await plan(), (await call(campaigns.list, { as })).status]).toEqual([true, 200])
  })
})
