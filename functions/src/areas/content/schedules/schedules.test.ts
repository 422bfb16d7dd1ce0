import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { changeSchedule, requireSchedule } from '../../../data/content/schedule.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'

let admin: TestUser
let user: TestUser
let companyId: string
let contactId: string

const HOUR = 3_600_000
const makeContact = async (name: string, as: TestUser) =>
  (await call(contacts.create, { as, body: { name, number: someNumber() } })).body.id
const soon = (ms = HOUR) => new Date(Date.now() + ms).toISOString()

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
  contactId = await makeContact('Bruno', admin)
})

const make = (body: object = {}, as = user) =>
  call(schedules.create, { as, body: { contactId, body: 'Até amanhã', sendAt: soon(), ...body } as never })
const update = (id: string, body: object, as = user) => call(schedules.update, { as, params: { id }, body })
const armed = async (id: string, at: string) =>
  (await timersOf(minuteOf(Date.parse(at)))).filter(({ timer }) => 'scheduleId' in timer && timer.scheduleId === id)
const pdf = { fileName: 'lista.pdf', mimetype: 'application/pdf', bytes: Buffer.from('%PDF-1.4 lista') }

describe('scheduled messages', () => {
  it('are made with the timer that sends them', async () => {
    const sendAt = soon()
    const made = await make({ sendAt })
    expect([made.status, made.body]).toMatchObject([
      201,
      { body: 'Até amanhã', contact: { id: contactId, name: 'Bruno' }, sendAt, sentAt: null, status: 'PENDENTE' },
    ])
    expect(made.body).toMatchObject({ userId: user.user.id, whatsappId: null, recurrence: 'none', mediaPath: null })
    expect(await armed(made.body.id, sendAt)).toMatchObject([
      { timer: { type: 'sendSchedule', dueAt: Date.parse(sendAt) } },
    ])
    expect((await call(schedules.get, { as: admin, params: { id: made.body.id } })).body.id).toBe(made.body.id)
  })

  it('want a text of five characters, a contact and a connection of the company, and a moment to come', async () => {
    const short = await make({ body: '  oi ' })
    expect([short.error, short.details[0]?.message]).toEqual(['ERR_VALIDATION', 'Mensagem muito curta'])
    expect((await make({ body: undefined })).details[0]?.message).toBe('Obrigatório')
    expect((await make({ sendAt: undefined })).error).toBe('ERR_VALIDATION')
    expect((await make({ sendAt: '9000-01-01T00:00:00Z' })).error).toBe('ERR_VALIDATION')
    const past = await make({ sendAt: soon(-1000) })
    expect([past.status, past.error]).toEqual([422, 'ERR_SCHEDULE_IN_PAST'])
    const other = await makeCompany()
    const foreign = await makeContact('Alheio', other.admin)
    expect((await make({ contactId: foreign })).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await make({ whatsappId: (await makeWhatsapp(other.id)).id })).error).toBe('ERR_NO_WAPP_FOUND')
    const own = (await make()).body.id
    expect((await update(own, { contactId: foreign })).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await update(own, { whatsappId: newId() })).error).toBe('ERR_NO_WAPP_FOUND')
    expect((await update(own, { sendAt: soon(-1000) })).error).toBe('ERR_SCHEDULE_IN_PAST')
    expect((await update(own, { body: 'oi' })).error).toBe('ERR_VALIDATION')
    expect((await call(schedules.get, { as: admin, params: { id: own } })).body.contactId).toBe(contactId)
  })

  it('move with another timer, and keep what a change does not name', async () => {
    const { id } = (await make({ recurrence: 'weekly' })).body
    const sendAt = soon(5 * HOUR)
    expect((await update(id, { sendAt })).body).toMatchObject({ sendAt, recurrence: 'weekly', body: 'Até amanhã' })
    expect(await armed(id, sendAt)).toHaveLength(1)
    expect((await update(id, { body: 'Até depois' })).body).toMatchObject({ sendAt, body: 'Até depois' })
  })

  it('go to no contact who is blocked, new or changed; one that was for them stays as it is', async () => {
    const blocked = await makeContact('Bloqueada', admin)
    const own = (await make({ contactId: blocked })).body.id
    await call(contacts.update, { as: admin, params: { id: blocked }, body: { blocked: true } })
    expect((await make({ contactId: blocked })).error).toBe('ERR_CONTACT_BLOCKED')
    const { id } = (await make()).body
    const refused = await update(id, { contactId: blocked, body: 'Até depois' })
    expect([refused.status, refused.error]).toEqual([422, 'ERR_CONTACT_BLOCKED'])
    expect((await call(schedules.get, { as: admin, params: { id } })).body).toMatchObject({
      contactId,
      body: 'Até amanhã',
    })
    expect((await update(own, { body: 'Até depois' })).body).toMatchObject({ contactId: blocked, body: 'Até depois' })
  })

  it('are seen and changed by who made them and by admins, where the contact has no live ticket', async () => {
    const { id } = (await make({}, admin)).body
    expect((await call(schedules.get, { as: user, params: { id } })).error).toBe('ERR_NO_PERMISSION')
    expect((await update(id, { body: 'Outro texto' }, user)).error).toBe('ERR_NO_PERMISSION')
    const params = { id }
    expect((await call(schedules.uploadMedia, { as: user, params, files: [pdf] })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(schedules.remove, { as: user, params })).error).toBe('ERR_NO_PERMISSION')
    const theirs = (await make()).body.id
    expect((await update(theirs, { body: 'Outro texto' }, admin)).body.userId).toBe(user.user.id)
    const stranger = (await makeCompany()).admin
    expect((await call(schedules.get, { as: stranger, params })).error).toBe('ERR_NO_SCHEDULE_FOUND')
    expect((await update(id, { body: 'Outro texto' }, stranger)).error).toBe('ERR_NO_SCHEDULE_FOUND')
    expect((await call(schedules.remove, { as: stranger, params })).status).toBe(204)
    expect((await call(schedules.remove, { as: admin, params })).status).toBe(204)
    expect((await call(schedules.get, { as: admin, params })).error).toBe('ERR_NO_SCHEDULE_FOUND')
  })

  it('are not of a plan without them', async () => {
    const { admin: as } = await makeCompany({ plan: { useSchedules: false } })
    expect((await call(schedules.list, { as })).error).toBe('ERR_PLAN_FEATURE')
  })

  it('keep a file', async () => {
    const { id } = (await make()).body
    const params = { id }
    const with_ = await call(schedules.uploadMedia, { as: user, params, files: [pdf] })
    expect(with_.body).toMatchObject({ mediaName: 'lista.pdf', mediaType: 'application' })
    expect(await (await fetch(with_.body.mediaPath!)).text()).toBe('%PDF-1.4 lista')
    expect((await call(schedules.uploadMedia, { as: user, params, files: [] })).error).toBe('ERR_UPLOAD_MISSING')
    expect((await call(schedules.removeMedia, { as: user, params })).body.mediaPath).toBeNull()
  })

  it('stay as they were sent, and are sent again when they failed and get another moment', async () => {
    const { id } = (await make()).body
    const params = { id }
    await changeSchedule(await requireSchedule(companyId, id), { status: 'ENVIADA', sentAt: Date.now() })
    expect((await update(id, { body: 'Outro texto' })).error).toBe('ERR_SCHEDULE_SENT')
    expect((await call(schedules.uploadMedia, { as: user, params, files: [pdf] })).error).toBe('ERR_SCHEDULE_SENT')
    expect((await call(schedules.removeMedia, { as: user, params })).error).toBe('ERR_SCHEDULE_SENT')
    await changeSchedule(await requireSchedule(companyId, id), {
      status: 'ERRO',
      reason: 'ERR_SEND_TIMED_OUT',
      sendAt: 1e12,
    })
    expect((await update(id, { body: 'Outro texto' })).error).toBe('ERR_SCHEDULE_IN_PAST')
    const sendAt = soon(2 * HOUR)
    expect((await update(id, { sendAt })).body).toMatchObject({
      status: 'PENDENTE',
      reason: null,
      sentAt: null,
      sendAt,
    })
    expect(await armed(id, sendAt)).toHaveLength(1)
  })

  it('of two changes at once one is refused or comes after the other: none is lost unsaid', async () => {
    const { id } = (await make()).body
    const answers = await Promise.all(['um texto', 'outro texto'].map(body => update(id, { body })))
    const accepted = answers.flatMap(({ status, body }) => (status === 200 ? [body.body] : []))
    expect(answers.every(({ status, error }) => status === 200 || error === 'ERR_CONFLICT')).toBe(true)
    expect(accepted).toContain((await requireSchedule(companyId, id)).body)
  })

  it('are listed by their moment, by day in the company’s zone, by contact, and by text and name', async () => {
    const { admin: as } = await makeCompany()
    const [ana, rui] = [await makeContact('Ana Lúcia', as), await makeContact('Rui', as)]
    const at = async (sendAt: string, contact: string, body: string) =>
      (await call(schedules.create, { as, body: { contactId: contact, body, sendAt } })).body.id
    // São Paulo is three hours behind UTC.
    const lateOnFirst = await at('2040-05-02T02:59:59.000Z', ana, 'Boa noite')
    const second = await at('2040-05-02T03:00:00.000Z', rui, 'Bom dia, água')
    const third = await at('2040-05-03T15:00:00.000Z', ana, 'Boa tarde')
    const list = async (query: object) =>
      (await call(schedules.list, { as, query: query as never })).body.schedules.map(({ id }) => id)
    expect(await list({})).toEqual([third, second, lateOnFirst])
    expect(await list({ from: '2040-05-01' })).toEqual([lateOnFirst, second, third])
    expect(await list({ from: '2040-05-01', to: '2040-05-01' })).toEqual([lateOnFirst])
    expect(await list({ from: '2040-05-02', to: '2040-05-02' })).toEqual([second])
    expect(await list({ from: '2040-05-03', to: '2040-05-02' })).toEqual([])
    expect(await list({ to: '2040-05-02' })).toEqual([second, lateOnFirst])
    expect(await list({ contactId: ana })).toEqual([third, lateOnFirst])
    expect(await list({ contactId: ana, from: '2040-05-02' })).toEqual([third])
    expect(await list({ searchParam: 'AGUA' })).toEqual([second])
    expect(await list({ searchParam: 'lucia' })).toEqual([third, lateOnFirst])
    const first = (await call(schedules.list, { as, query: { from: '2040-05-01', limit: 2 } })).body
    const query = { from: '2040-05-01', limit: 2, cursor: first.nextCursor! }
    expect((await call(schedules.list, { as, query })).body).toMatchObject({
      schedules: [{ id: third }],
      hasMore: false,
    })
    expect((await call(schedules.list, { as, query: { ...query, from: '2040-05-02' } })).error).toBe(
      'ERR_INVALID_CURSOR',
    )
  })
})
