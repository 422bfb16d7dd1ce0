import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { everyField, LONG_NAME } from '../../../../test/heavy-contact.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeField } from '../../../../test/make-field.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { fieldSteps, rowsOfFieldValue } from '../../../data/fields/field-values.ts'
import { metered } from '../../../data/table/meter.ts'
import { createTag } from '../../../data/tickets/tag.ts'
import { changeTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { deleteTicket } from '../../../data/tickets/ticket-removal.ts'
import { addTag } from '../../../data/tickets/ticket-tags.ts'

const { macros, tickets, ticketsLog, views } = ticketsArea.resources

let companyId: string
let admin: TestUser
let ana: TestUser
let bia: TestUser
let queue: Awaited<ReturnType<typeof makeQueue>>
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>
let reason: CustomField
let paid: CustomField
let amount: CustomField

beforeAll(async () => {
  ;({ id: companyId, admin } = await makeCompany())
  whatsapp = await makeWhatsapp(companyId, { isDefault: true })
  queue = await makeQueue(companyId)
  ana = await makeUser(companyId, { queueIds: [queue.id] })
  bia = await makeUser(companyId, { queueIds: [queue.id] })
  const choices = ['Troca', 'Dúvida', 'Troca#2']
  reason = await makeField(admin, { name: 'Motivo', on: 'ticket', type: 'choice', choices })
  paid = await makeField(admin, { name: 'Pago', on: 'ticket', type: 'boolean' })
  amount = await makeField(admin, { name: 'Valor', on: 'ticket', type: 'number' })
})

const served = (by = ana) => makeTicket(companyId, { whatsapp, queue, status: 'open', user: by.user })

type Values = Record<string, string | number | boolean | null>
const set = (
  as: TestUser,
  id: string,
  values: Values,
  more: { status?: 'closed'; userId?: string; queueId?: string } = {},
) => call(tickets.update, { as, params: { id }, body: { fields: values, ...more } })
const list = async (values: object, query: Record<string, string> = {}, as = ana) => {
  const { status, body } = await call(tickets.list, { as, query: { fields: JSON.stringify(values), ...query } })
  return status === 200 ? body.tickets.map(({ id }) => id) : `${status} ${(body as { error?: string }).error}`
}

describe('custom fields of a ticket', () => {
  it('are set by its attendant and stand in its history; a wrong value refuses the rest too', async () => {
    const { id } = await served()
    const { body } = await set(ana, id, { [reason.id]: 'Troca', [amount.id]: 12.5 })
    expect(body.fields).toEqual({ [reason.id]: 'Troca', [amount.id]: 12.5 })
    const refused = await set(ana, id, { [amount.id]: 'doze' }, { status: 'closed' })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: `fields.${amount.id}` }] } })
    expect((await requireTicket(companyId, id)).status).toBe('open')
    await set(ana, id, { [amount.id]: null }, { status: 'closed' })
    const log = (await call(ticketsLog.list, { as: ana, params: { ticketId: id } })).body
    expect(
      log.filter(({ type }) => type === 'fieldsChanged').map(({ user, changes }) => [user?.name, changes]),
    ).toEqual([
      [
        ana.user.name,
        [
          { field: 'Motivo', before: null, after: 'Troca' },
          { field: 'Valor', before: null, after: '12,5' },
        ],
      ],
      [ana.user.name, [{ field: 'Valor', before: '12,5', after: null }]],
    ])
  })

  it('are set to any text, also to one that is the name of a value of the language', async () => {
    const note = await makeField(admin, { name: 'Observação', on: 'ticket', type: 'text' })
    const { id } = await served()
    expect((await set(ana, id, { [note.id]: 'undefined' })).body.fields).toEqual({ [note.id]: 'undefined' })
  })

  it('are set by who passes the ticket on, in the same call', async () => {
    const { id } = await served()
    const { status, body } = await set(ana, id, { [paid.id]: true }, { userId: bia.user.id, queueId: queue.id })
    expect([status, body.userId, body.fields]).toEqual([200, bia.user.id, { [paid.id]: true }])
    expect((await set(ana, id, { [paid.id]: false })).status).toBe(403)
    // Refused as a whole: the ticket stays open, and hers.
    expect((await set(ana, id, { [paid.id]: false }, { status: 'closed' })).status).toBe(403)
    expect(await requireTicket(companyId, id)).toMatchObject({ status: 'open', user: { id: bia.user.id } })
  })

  it('are not set by somebody else than its attendant or an admin', async () => {
    const { id } = await served(bia)
    expect(await set(ana, id, { [paid.id]: true })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await set(admin, id, { [paid.id]: true })).status).toBe(200)
  })

  it('filter lists by a choice or a yes-or-no, for whoever may see the tickets', async () => {
    const [first, second] = [await served(), await served()]
    await set(ana, first.id, { [reason.id]: 'Dúvida', [paid.id]: true })
    await set(ana, second.id, { [reason.id]: 'Dúvida' })
    expect(await list({ [reason.id]: 'Dúvida' })).toEqual([second.id, first.id])
    expect(await list({ [reason.id]: 'Dúvida', [paid.id]: true })).toEqual([first.id])
    expect(await list({ [paid.id]: true, [reason.id]: 'Dúvida' }, { status: 'closed' })).toEqual([])
    expect(await list({ [reason.id]: 'Dúvida' }, {}, await makeUser(companyId))).toEqual([])
    await set(ana, first.id, { [reason.id]: null })
    expect(await list({ [reason.id]: 'Dúvida' })).toEqual([second.id])
    await call(tickets.remove, { as: admin, params: { id: second.id } })
    expect(await rowsOfFieldValue(companyId, { fieldId: reason.id, value: 'Dúvida' }, { limit: 5 })).toEqual([])
  })

  it('are set beside the values of many deleted fields, and go with a ticket of many tags', async () => {
    const contact = await makeContact(companyId, { name: LONG_NAME })
    const { id } = await makeTicket(companyId, { contact, whatsapp, queue, user: ana.user, status: 'open' })
    const gone = everyField()
    for (const fields of fieldSteps(undefined, gone))
      await changeTicket(companyId, id, () => ({ set: { fields }, touch: false }))
    expect((await set(ana, id, { [paid.id]: true })).body.fields).toEqual({ [paid.id]: true })
    expect((await requireTicket(companyId, id)).fields).toEqual({ [paid.id]: true })
    const log = (await call(ticketsLog.list, { as: ana, params: { ticketId: id } })).body
    expect(log.filter(({ type }) => type === 'fieldsChanged')).toHaveLength(1)

    for (const fields of fieldSteps({ [paid.id]: true }, gone))
      await changeTicket(companyId, id, () => ({ set: { fields }, touch: false }))
    for (let i = 0; i < 12; i++) {
      const tag = await createTag(companyId, { name: crypto.randomUUID().slice(0, 8), color: '#123456', kanban: 0 })
      await addTag(companyId, await requireTicket(companyId, id), tag.id)
    }
    expect((await deleteTicket(companyId, id))?.id).toBe(id)
    const fieldId = Object.keys(gone).at(-1)!
    expect(await rowsOfFieldValue(companyId, { fieldId, value: 'Ouro' }, { limit: 2 })).toEqual([])
  })

  it('find a choice that begins another one on its own', async () => {
    const [plain, other] = [await served(), await served()]
    await set(ana, other.id, { [reason.id]: 'Troca#2' })
    await set(ana, plain.id, { [reason.id]: 'Troca' })
    const none = await served()
    await set(ana, none.id, { [reason.id]: 'Troca' })
    expect(await list({ [reason.id]: 'Troca' }, { status: 'open' })).toEqual([none.id, plain.id])
    expect(await list({ [reason.id]: 'Troca#2' })).toEqual([other.id])
    // The rows of the other choice are not in the way of a page of this one.
    const page = (before: string | null) =>
      rowsOfFieldValue(companyId, { fieldId: reason.id, value: 'Troca' }, { limit: 1, before })
    expect([await page(null), await page(none.id)]).toEqual([[none.id], [plain.id]])
  })

  it('refuse a filter that no index answers, or of a field that is none', async () => {
    expect(await list({ [amount.id]: 'x' })).toBe('422 ERR_FIELD_NOT_FILTERABLE')
    expect(await list({ [queue.id]: 'x' })).toBe('404 ERR_NO_FIELD_FOUND')
    expect(await list(['x'])).toBe('400 ERR_VALIDATION')
  })

  it('are a part of views: a ticket enters and leaves one with its value', async () => {
    const filter = { fields: { [reason.id]: 'Dúvida', [amount.id]: 7 }, status: ['open' as const] }
    const make = (given: object) =>
      call(views.create, { as: admin, body: { name: crypto.randomUUID().slice(0, 8), filter: given } })
    expect((await make({ ...filter, fields: { [queue.id]: 'x' } })).status).toBe(404)
    const { body: view, status } = await make(filter)
    expect(status, JSON.stringify(view)).toBe(201)
    const { id } = await served()
    const inView = async () =>
      (await call(tickets.list, { as: admin, query: { viewId: view.id } })).body.tickets.map(each => each.id)
    await set(ana, id, { [reason.id]: 'Dúvida', [amount.id]: 7 })
    expect(await inView()).toEqual([id])
    await set(ana, id, { [amount.id]: 8 })
    expect(await inView()).toEqual([])
  })

  it('fill variables of the ticket, else of its contact, in a macro', async () => {
    const code = await makeField(admin, { name: 'Código', on: 'contact', type: 'text' })
    const ticket = await served()
    await call(contacts.update, {
      as: admin,
      params: { id: ticket.contact.id },
      body: { fields: { [code.id]: 'X-1' } },
    })
    await set(ana, ticket.id, { [amount.id]: 12.5 })
    const note = { type: 'note' as const, text: '{{field.valor}} {{field.Código}} [{{field.Motivo}}] {{field.Outro}}' }
    const { body: macro } = await call(macros.create, { as: ana, body: { name: 'Teste', actions: [note] } })
    const { body } = await call(macros.preview, { as: ana, params: { id: macro.id }, body: { ticketId: ticket.id } })
    expect(body.actions[0]).toMatchObject({ text: '12,5 X-1 [] {{field.Outro}}' })
  })

  it('cost nothing where a company has none', async () => {
    const company = await makeCompany()
    const own = await makeQueue(company.id)
    const over = await makeWhatsapp(company.id, { isDefault: true })
    await makeTicket(company.id, { whatsapp: over, queue: own })
    const read = () => call(tickets.list, { as: company.admin, query: { status: 'pending' } })
    await read()
    const { units } = await metered(read)
    expect(units.read).toBeLessThanOrEqual(4)
  })
})
