/** Texts that leave by themselves over an official number, whose window may have closed. */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { TemplateComponent } from '@balcao/shared/entities/template.ts'
import { CUSTOMER_WINDOW } from '@balcao/shared/rules/customer-window.ts'
import { describe, expect, it } from 'vitest'
import { deliverEvents, makeList, makeOfficialSender } from '../../../test/campaign-fixture.ts'
import { call } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTemplate } from '../../../test/make-template.ts'
import { inbound } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { findTemplate, saveTemplate } from '../../data/channels/template.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { getSchedule, type ScheduleRow, scheduleChange, scheduleTimer } from '../../data/content/schedule.ts'
import { transact } from '../../data/table/transact.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { farewellTimer } from '../../messaging/farewell.ts'
import { fire } from './handler.ts'

const HOUR = 3_600_000
type Sender = Awaited<ReturnType<typeof makeOfficialSender>>

const pause = async ({ companyId, template }: Sender) => {
  const before = (await findTemplate(companyId, template.businessAccountId, template, true))!
  await saveTemplate(companyId, template.businessAccountId, before, { ...before, status: 'PAUSED' })
}

/** A customer who wrote now. */
async function talk(sender: Sender): Promise<TicketRow> {
  const number = someNumber()
  await deliverEvents(inbound({ ...sender, adminId: '', queues: [], number }, { body: 'oi' }))
  const contact = (await findContactByNumber(sender.companyId, number))!
  return (await findLiveTicket(sender.companyId, sender.connectionId, contact.id))!
}

const closeWindow = ({ companyId, id }: TicketRow) =>
  changeTicket(companyId, id, () => ({ set: { windowUntil: Date.now() - 1000 } }))
const saidIn = async ({ companyId, id }: TicketRow) =>
  (await listMessages(companyId, id, { limit: 20 })).filter(({ fromMe }) => fromMe).reverse()

describe('a scheduled message', () => {
  const plan = (sender: Sender, contactId: string, body: object) =>
    call(schedules.create, {
      as: sender.company.admin,
      body: {
        contactId,
        whatsappId: sender.connectionId,
        sendAt: new Date(Date.now() + HOUR).toISOString(),
        ...body,
      } as never,
    })
  const leave = async (sender: Sender, id: string): Promise<ScheduleRow> => {
    const row = (await getSchedule(sender.companyId, id, true))!
    await fire(scheduleTimer(row), row.sendAt)
    return (await getSchedule(sender.companyId, id, true))!
  }

  it('needs a template where its customer will not have written within a day before it', async () => {
    const sender = await makeOfficialSender()
    const ticket = await talk(sender)
    const stranger = await makeContact(sender.companyId, { name: 'Bia' })
    const outside = { status: 422, error: 'ERR_OUTSIDE_WINDOW' }
    expect(await plan(sender, stranger.id, { body: 'Até amanhã' })).toMatchObject(outside)
    const late = new Date(Date.now() + CUSTOMER_WINDOW + HOUR).toISOString()
    expect(await plan(sender, ticket.contact.id, { body: 'Até amanhã', sendAt: late })).toMatchObject(outside)
    const soon = await plan(sender, ticket.contact.id, { body: 'Até logo' })
    expect(soon).toMatchObject({ status: 201 })
    const later = { as: sender.company.admin, params: { id: soon.body.id }, body: { sendAt: late } }
    expect(await call(schedules.update, later)).toMatchObject(outside)
    const named = { templateId: sender.template.id }
    expect(await plan(sender, stranger.id, named)).toMatchObject({ status: 422, error: 'ERR_TEMPLATE_VARIABLES' })
    const filled = { ...named, templateVariables: { nome: '{{firstName}}' } }
    const made = await plan(sender, stranger.id, { ...filled, sendAt: late })
    expect(made).toMatchObject({ status: 201, body: { ...filled, body: 'Olá, {{firstName}}! Oferta só hoje.' } })
    expect(await leave(sender, made.body.id)).toMatchObject({ status: 'ENVIADA' })
    const sent = (await findLiveTicket(sender.companyId, sender.connectionId, stranger.id))!
    expect(await saidIn(sent)).toMatchObject([
      { body: 'Olá, Bia! Oferta só hoje.', template: { name: sender.template.name }, error: null },
    ])
  })

  it('fails at its time with the reason when the window has closed or the template is paused', async () => {
    const sender = await makeOfficialSender()
    const ticket = await talk(sender)
    const text = await plan(sender, ticket.contact.id, { body: 'Até logo' })
    const templated = await plan(sender, ticket.contact.id, {
      ...{ templateId: sender.template.id, templateVariables: { nome: 'Ana' }, recurrence: 'daily' },
    })
    await closeWindow(ticket)
    await pause(sender)
    expect(await leave(sender, text.body.id)).toMatchObject({ status: 'ERRO', reason: 'ERR_OUTSIDE_WINDOW' })
    expect(await leave(sender, templated.body.id)).toMatchObject({
      ...{ status: 'ERRO', reason: 'ERR_TEMPLATE_NOT_APPROVED', recurrence: 'daily' },
    })
    expect(await saidIn(ticket)).toEqual([])
  })

  it('fails at its time, and keeps its recurrence, when Meta no longer takes its template or file', async () => {
    const sender = await makeOfficialSender()
    const ticket = await talk(sender)
    const templated = await plan(sender, ticket.contact.id, {
      ...{ templateId: sender.template.id, templateVariables: { nome: 'Ana' }, recurrence: 'daily' },
    })
    const before = (await findTemplate(sender.companyId, sender.template.businessAccountId, sender.template, true))!
    await saveTemplate(sender.companyId, sender.template.businessAccountId, before, {
      ...before,
      components: [...before.components, { type: 'OTHER' }] as never,
    })
    expect(await leave(sender, templated.body.id)).toMatchObject({
      ...{ status: 'ERRO', reason: 'ERR_TEMPLATE_KIND', recurrence: 'daily' },
    })
    // It was planned over a linked device, whose files may be larger.
    const text = await plan(sender, ticket.contact.id, { body: 'A foto', recurrence: 'weekly' })
    const row = (await getSchedule(sender.companyId, text.body.id, true))!
    const media = { kind: 'image', mimetype: 'image/gif', key: `${sender.companyId}/media/a.gif`, size: 10 } as const
    await transact([scheduleChange(row, { media } as never).write])
    expect(await leave(sender, row.id)).toMatchObject({
      ...{ status: 'ERRO', reason: 'ERR_CLOUD_IMAGE', recurrence: 'weekly' },
    })
    expect(await saidIn(ticket)).toEqual([])
  })
})

describe('the question for a rating', () => {
  async function close(sender: Sender, ticket: TicketRow): Promise<TicketRow> {
    const user = { id: sender.company.admin.user.id, name: 'Rita' }
    await changeTicket(ticket.companyId, ticket.id, () => ({ set: { status: 'open', user } }))
    const { ticket: closed } = await changeTicket(ticket.companyId, ticket.id, () => ({ set: { status: 'closed' } }))
    const timer = farewellTimer(ticket.companyId, ticket.id, closed.closedAt!)
    await fire(timer, timer.dueAt)
    return closed
  }
  const isAwaited = async ({ companyId, contact, whatsapp: { id } }: TicketRow) =>
    (await conversationStateOf(companyId, id, contact.id)).lastClosed?.rating != null
  const change = (sender: Sender, body: object) =>
    call(whatsapp.update, { as: sender.company.admin, params: { id: sender.connectionId }, body })

  it('is the connection’s template once the window has closed, and awaited', async () => {
    const sender = await makeOfficialSender()
    await saveSetting(sender.companyId, 'userRating', 'enabled')
    const ratingTemplateId = sender.template.id
    const empty = await change(sender, { ratingTemplateId, ratingTemplateVariables: { nome: ' ' } })
    expect(empty).toMatchObject({ status: 422, error: 'ERR_TEMPLATE_VARIABLES' })
    expect(await change(sender, { ratingTemplateId })).toMatchObject({ status: 200, body: { ratingTemplateId } })
    const ratingTemplateVariables = { nome: '{{name}}' }
    const changed = await change(sender, { ratingTemplateId, ratingTemplateVariables, complationMessage: 'Até logo' })
    expect(changed).toMatchObject({ status: 200, body: { ratingTemplateId, ratingTemplateVariables } })
    const open = await talk(sender)
    await close(sender, open)
    expect((await saidIn(open)).map(({ template }) => template)).toEqual([null, null])
    const late = await talk(sender)
    await closeWindow(late)
    await close(sender, late)
    const said = await saidIn(late)
    expect(said.map(({ template }) => template?.name ?? null)).toEqual([null, sender.template.name])
    expect(said[1]?.body).toBe(`Olá, ${late.contact.name}! Oferta só hoje.`)
    expect(await isAwaited(late)).toBe(true)
  })

  it('is stored without a template too, so that people see that it failed, but not awaited', async () => {
    const sender = await makeOfficialSender()
    await saveSetting(sender.companyId, 'userRating', 'enabled')
    const late = await talk(sender)
    await closeWindow(late)
    await close(sender, late)
    expect(await saidIn(late)).toHaveLength(1)
    expect(await isAwaited(late)).toBe(false)
    const { body } = await call(messages.list, { as: sender.company.admin, params: { ticketId: late.id } })
    expect(body.messages.at(-1)).toMatchObject({ fromMe: true })
  })
})

describe('a value that Meta would refuse', () => {
  it('is called wrong, not missing, by schedules, ratings and campaigns, each at its variable', async () => {
    const sender = await makeOfficialSender()
    const components: TemplateComponent[] = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Oi, {{nome}}!' },
    ]
    const { id: templateId } = await makeTemplate(sender.companyId, sender.template.businessAccountId, { components })
    const ticket = await talk(sender)
    const as = sender.company.admin
    const faults = async (field: string, { error, details }: { error?: string; details?: object[] }) => {
      expect(error).toBe('ERR_TEMPLATE_VARIABLES')
      expect(details?.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toMatchObject([
        { path: `${field}.header`, code: 'invalid_format' },
        { path: `${field}.nome`, code: 'required' },
      ])
    }
    const values = { header: 'no address' }
    const planned = { contactId: ticket.contact.id, whatsappId: sender.connectionId, sendAt: soon() }
    const given = { templateId, templateVariables: values }
    await faults('templateVariables', await call(schedules.create, { as, body: { ...planned, ...given } }))
    const rating = { ratingTemplateId: templateId, ratingTemplateVariables: { ...values, nome: ' ' } }
    await faults(
      'ratingTemplateVariables',
      await call(whatsapp.update, { as, params: { id: sender.connectionId }, body: rating }),
    )
    const body = { name: 'Natal', whatsappId: sender.connectionId, tagListId: null, scheduledAt: soon(), ...given }
    const contactListId = await makeList(sender, [someNumber()])
    await faults('templateVariables', await call(campaigns.create, { as, body: { ...body, contactListId } }))
  })
})

const soon = () => new Date(Date.now() + 20 * HOUR).toISOString()
