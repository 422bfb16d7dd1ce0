import { schedules } from '@balcao/shared/api/content/schedules.ts'
import type { Recurrence } from '@balcao/shared/entities/schedule.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { shardOf } from '@balcao/shared/rules/shard.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { batchOf, commandsOf } from '../../../test/pipeline-fixture.ts'
import { deleteWhatsapp, setConnectionState } from '../../data/channels/whatsapp.ts'
import { monthlyUse } from '../../data/company/monthly-use.ts'
import { findOrCreateContact } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import {
  changeSchedule,
  deleteSchedule,
  getSchedule,
  newSchedule,
  pageOfSchedules,
  type ScheduleRow,
  scheduleTimer,
} from '../../data/content/schedule.ts'
import { transact } from '../../data/table/transact.ts'
import { changeUser, deleteUser, requireUser } from '../../data/team/user.ts'
import { findMessageByWhatsappId, listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import type { Viewer } from '../../data/tickets/ticket-list.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { OUTBOX_LIMIT } from '../../messaging/outbox.ts'
import { handler as inboundHandler } from '../inbound/handler.ts'
import { fire, handler } from './handler.ts'
import { SCHEDULE_LIMIT } from './send-schedule.ts'

const ADMIN: Viewer = { userId: 'none', profile: 'admin', super: false, queueIds: [], allTicket: 'enabled' }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function makeShop(status: 'CONNECTED' | 'DISCONNECTED' = 'CONNECTED') {
  const company = await makeCompany()
  const connection = await makeWhatsapp(company.id, { status, isDefault: true })
  const { user } = await makeUser(company.id, { name: 'Rita' })
  const contact = await makeContact(company.id, { name: 'Bruno Lima' })
  return { companyId: company.id, connectionId: connection.id, user, contact }
}
type Shop = Awaited<ReturnType<typeof makeShop>>

async function schedule(
  { companyId, user, contact }: Shop,
  changes: {
    recurrence?: Recurrence
    sendAt?: number
    body?: string
    media?: ScheduleRow['media']
    whatsappId?: string
  } = {},
) {
  const made = newSchedule(companyId, {
    contactId: contact.id,
    whatsappId: null,
    user: { id: user.id, name: user.name },
    recurrence: 'none',
    body: 'Bom dia, {{firstName}}. Aqui é {{user}}.',
    sendAt: Date.now() + HOUR,
    ...changes,
  })
  await transact(made.writes)
  return made.schedule
}

const now = (row: ScheduleRow) => getSchedule(row.companyId, row.id, true)
const timerOf = (row: ScheduleRow) => scheduleTimer(row) as Extract<Timer, { type: 'sendSchedule' }>
const send = (row: ScheduleRow, late = 0) => fire(timerOf(row), row.sendAt + late)
const armed = async (at: number, of: (timer: Timer) => boolean) =>
  (await timersOf(minuteOf(at))).map(({ timer }) => timer).filter(of)
const ofSchedule =
  ({ id }: ScheduleRow) =>
  (timer: Timer) =>
    timer.type === 'sendSchedule' && timer.scheduleId === id

async function messagesOf({ companyId, connectionId, contact }: Shop) {
  const ticket = await findLiveTicket(companyId, connectionId, contact.id)
  return ticket ? (await listMessages(companyId, ticket.id, { limit: 100 })).reverse() : []
}
const bodies = async (shop: Shop) => (await messagesOf(shop)).map(({ body }) => body)
const connect = ({ companyId, connectionId }: Shop) =>
  setConnectionState(companyId, connectionId, { status: 'CONNECTED', qrcode: '', retries: 0 }, 1)
const all = async ({ companyId }: Shop) =>
  (await pageOfSchedules(companyId, ADMIN, { searchParam: '', from: 1e12 }, { limit: 100 })).rows.map(
    row => row.schedule,
  )

describe('a scheduled message', () => {
  it('is sent at its moment into the contact’s ticket, which is made, with its variables filled', async () => {
    const shop = await makeShop()
    const row = await schedule(shop)
    await send(row)
    const [message, ...others] = await messagesOf(shop)
    expect(others).toEqual([])
    expect(message).toMatchObject({
      body: 'Bom dia, Bruno. Aqui é Rita.',
      fromMe: true,
      user: { name: 'Rita' },
      ack: 0,
    })
    expect(await commandsOf(shop)).toMatchObject([
      { type: 'send', whatsappMessageId: message!.whatsappMessageId, to: { number: shop.contact.number } },
    ])
    expect(await now(row)).toMatchObject({
      status: 'ENVIADA',
      sentAt: row.sendAt,
      ticketId: message!.ticketId,
      reason: null,
    })
    const ticket = await getTicket(shop.companyId, message!.ticketId)
    expect(ticket).toMatchObject({ status: 'pending', queue: null, user: null, unreadMessages: 0 })
  })

  it('goes into the ticket there is, as it stands', async () => {
    const shop = await makeShop()
    await send(await schedule(shop, { body: 'primeira' }))
    const { ticketId } = (await messagesOf(shop))[0]!
    const ana = { id: shop.user.id, name: 'Ana' }
    await changeTicket(shop.companyId, ticketId, () => ({ set: { status: 'open', user: ana } }))
    await send(await schedule(shop, { body: 'segunda' }))
    expect(await bodies(shop)).toEqual(['primeira', 'segunda'])
    expect(await getTicket(shop.companyId, ticketId)).toMatchObject({ status: 'open', user: ana })
    expect((await listLogs(shop.companyId, ticketId)).map(({ type }) => type)).toEqual(['create'])
  })

  it('takes its file along', async () => {
    const shop = await makeShop()
    const media = { kind: 'image', key: `${shop.companyId}/media/kept/${newId()}`, mimetype: 'image/png' } as const
    await send(await schedule(shop, { media, body: 'a vitrine nova' }))
    expect(await commandsOf(shop)).toMatchObject([{ content: { kind: 'media', body: 'a vitrine nova', media } }])
  })

  it('leaves over the connection it names, else the user’s, else the default', async () => {
    const shop = await makeShop()
    // Each on a shard of its own: who reads a shard's queue hides for a while what another waits
    // for there.
    const apartFrom = (...others: string[]): string => {
      const id = newId()
      return others.some(other => shardOf(other) === shardOf(id)) ? apartFrom(...others) : id
    }
    const own = await makeWhatsapp(shop.companyId, { id: apartFrom(shop.connectionId) })
    const named = await makeWhatsapp(shop.companyId, { id: apartFrom(shop.connectionId, own.id) })
    await changeUser(shop.user, { whatsappId: own.id })
    await send(await schedule(shop, { body: 'pela minha' }))
    await send(await schedule(shop, { body: 'pela outra', whatsappId: named.id }))
    const over = async (connectionId: string) =>
      (await commandsOf({ connectionId })).map(
        command => command.type === 'send' && command.content.kind === 'text' && command.content.body,
      )
    expect(await Promise.all([own.id, named.id, shop.connectionId].map(over))).toEqual([
      ['pela minha'],
      ['pela outra'],
      [],
    ])
  })

  it('is sent once, however often its timer comes, at once or later', async () => {
    const shop = await makeShop()
    const row = await schedule(shop, { body: 'uma vez', recurrence: 'daily' })
    await Promise.all([send(row), send(row), send(row)])
    await send(row, 5 * MINUTE)
    expect(await handler(batchOf([JSON.stringify(timerOf(row))]))).toEqual({ batchItemFailures: [] })
    expect(await bodies(shop)).toEqual(['uma vez'])
    expect(await commandsOf(shop)).toHaveLength(1)
    expect(await all(shop)).toHaveLength(2)
  })

  it('is not sent by the timer of another moment, nor when it was deleted', async () => {
    const shop = await makeShop()
    const row = await schedule(shop, { body: 'texto antigo' })
    const moved = await changeSchedule(row, { sendAt: row.sendAt + DAY, body: 'texto novo' })
    await send(row)
    expect([await bodies(shop), (await now(row))?.status]).toEqual([[], 'PENDENTE'])
    await send(moved)
    expect(await bodies(shop)).toEqual(['texto novo'])
    const other = await schedule(shop, { body: 'apagada' })
    await deleteSchedule(other)
    await send(other)
    expect(await bodies(shop)).toEqual(['texto novo'])
  })

  it('of a contact that was deleted fails, and what recurs ends', async () => {
    const shop = await makeShop()
    const row = await schedule({ ...shop, contact: { ...shop.contact, id: newId() } }, { recurrence: 'daily' })
    await send(row)
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_CONTACT_FOUND' })
    expect(await all(shop)).toHaveLength(1)
  })

  it('of a contact that turned out to be another goes to that one', async () => {
    const shop = await makeShop()
    const lid = `${Date.now()}${Math.floor(Math.random() * 1000)}`
    const { contact: hidden } = await findOrCreateContact(shop.companyId, { peer: { lid } }, 'Oculto')
    const row = await schedule({ ...shop, contact: hidden })
    await findOrCreateContact(shop.companyId, { peer: { lid, number: shop.contact.number } })
    expect(await getContact(shop.companyId, hidden.id, true)).toBeUndefined()
    await send((await now(row))!)
    expect(await now(row)).toMatchObject({ status: 'ENVIADA', contactId: shop.contact.id })
    expect(await bodies(shop)).toHaveLength(1)
  })
})

describe('a scheduled message whose author was deleted', () => {
  it('fails with that reason where others serve the contact, and is of the admin who gives it another time', async () => {
    const shop = await makeShop()
    const { companyId, connectionId, contact, user } = shop
    await send(await schedule(shop))
    const ticket = (await findLiveTicket(companyId, connectionId, contact.id))!
    const other = (await makeUser(companyId)).user
    await changeTicket(companyId, ticket.id, () => ({
      set: { status: 'open', user: { id: other.id, name: other.name } },
    }))
    const row = await schedule(shop, { recurrence: 'daily', body: 'Amanhã às dez' })
    await deleteUser(await requireUser(companyId, user.id))
    await send(row)
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_USER_FOUND', recurrence: 'daily' })
    expect((await all(shop)).filter(({ status }) => status === 'PENDENTE')).toEqual([])
    const admin = await makeUser(companyId, { profile: 'admin' })
    const sendAt = new Date(Date.now() + 2 * HOUR).toISOString()
    const changed = await call(schedules.update, { as: admin, params: { id: row.id }, body: { sendAt } })
    expect(changed.body).toMatchObject({ status: 'PENDENTE', userId: admin.user.id, recurrence: 'daily' })
    await send((await now(row))!)
    expect(await now(row)).toMatchObject({ status: 'ENVIADA' })
    expect((await bodies(shop)).at(-1)).toBe('Amanhã às dez')
  })
})

describe('without its connection', () => {
  it('a scheduled message fails at once where the company has none at all', async () => {
    const shop = await makeShop()
    const row = await schedule(shop, { recurrence: 'weekly' })
    await deleteWhatsapp(shop.companyId, shop.connectionId)
    await send(row)
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_DEF_WAPP_FOUND', recurrence: 'weekly' })
    expect(await all(shop)).toHaveLength(1)
  })

  it('a scheduled message waits and says so, and leaves when the connection is back', async () => {
    const shop = await makeShop('DISCONNECTED')
    const row = await schedule(shop, { body: 'quando voltar' })
    await send(row)
    expect(await now(row)).toMatchObject({ status: 'PENDENTE', reason: 'ERR_WAPP_NOT_INITIALIZED' })
    // Nothing stands in the ticket that the outbox could send on its own.
    expect(await bodies(shop)).toEqual([])
    const [again, ...others] = await armed(row.sendAt + MINUTE, ofSchedule(row))
    expect([again?.dueAt, others]).toEqual([row.sendAt + MINUTE, []])
    await fire(again!, again!.dueAt)
    expect(await bodies(shop)).toEqual([])
    await connect(shop)
    const late = row.sendAt + 23 * HOUR
    await fire(timerOf(row), late)
    expect(await bodies(shop)).toEqual(['quando voltar'])
    expect(await now(row)).toMatchObject({ status: 'ENVIADA', reason: null, sentAt: late })
  })

  it('it is looked at less often when it is late, and twice is no oftener', async () => {
    const shop = await makeShop('DISCONNECTED')
    const row = await schedule(shop)
    await send(row, HOUR + 1000)
    await send(row, HOUR + 2000)
    const timers = await armed(row.sendAt + HOUR + 5 * MINUTE, ofSchedule(row))
    expect(timers.map(({ dueAt }) => dueAt - row.sendAt)).toEqual([HOUR + 5 * MINUTE])
  })

  it('it fails after a day to the second, for the reason it waited, and never leaves afterwards', async () => {
    const shop = await makeShop('DISCONNECTED')
    const row = await schedule(shop)
    await send(row, SCHEDULE_LIMIT - 1000)
    const last = await armed(row.sendAt + SCHEDULE_LIMIT, ofSchedule(row))
    expect(last.map(({ dueAt }) => dueAt - row.sendAt)).toEqual([SCHEDULE_LIMIT])
    await fire(last[0]!, last[0]!.dueAt)
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_WAPP_NOT_INITIALIZED', sentAt: null })
    await connect(shop)
    await send(row, SCHEDULE_LIMIT)
    expect(await bodies(shop)).toEqual([])
  })

  it('one that nobody looked at for a day is too late even when the connection is there', async () => {
    const shop = await makeShop()
    const row = await schedule(shop)
    await send(row, SCHEDULE_LIMIT)
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_SEND_TIMED_OUT' })
    expect(await bodies(shop)).toEqual([])
  })

  it('a company that has not paid, or whose plan has none, sends none', async () => {
    const over = await makeCompany({ dueDate: new Date(Date.now() - DAY).toISOString() })
    const without = await makeCompany({ plan: { useSchedules: false } })
    const reasons = [over, without].map(async ({ id: companyId, admin: { user } }) => {
      await makeWhatsapp(companyId, { isDefault: true })
      const contact = await makeContact(companyId, { name: 'Rui' })
      const row = await schedule({ companyId, connectionId: '', user, contact })
      await send(row)
      return (await now(row))?.reason
    })
    expect(await Promise.all(reasons)).toEqual(['ERR_COMPANY_EXPIRED', 'ERR_PLAN_FEATURE'])
  })
})

describe('what recurs', () => {
  it('is a new one for each time, made with the message', async () => {
    const shop = await makeShop()
    const row = await schedule(shop, { recurrence: 'daily', body: 'bom dia' })
    await send(row)
    const [first, second, ...others] = await all(shop)
    expect(others).toEqual([])
    expect(first).toMatchObject({ id: row.id, status: 'ENVIADA', recurrence: 'none' })
    expect(second).toMatchObject({ status: 'PENDENTE', recurrence: 'daily', sendAt: row.sendAt + DAY, body: 'bom dia' })
    // The one that follows counts in the month; the first was made past the call that counts.
    expect((await monthlyUse(shop.companyId, 'schedules')).used).toBe(1)
    expect(await armed(second!.sendAt, ofSchedule(second!))).toHaveLength(1)
    await send(second!)
    expect(await bodies(shop)).toEqual(['bom dia', 'bom dia'])
  })

  it('keeps the day of its first time over a month that has not that day', async () => {
    const shop = await makeShop()
    const sendAt = Date.parse('2031-01-31T15:00:00Z')
    await send(await schedule(shop, { recurrence: 'monthly', sendAt }))
    await send((await all(shop))[1]!)
    expect((await all(shop)).map(row => new Date(row.sendAt).toISOString().slice(0, 10))).toEqual([
      '2031-01-31',
      '2031-02-28',
      '2031-03-31',
    ])
  })

  it('goes on after a time that failed, and leaves out what is too late as well', async () => {
    const shop = await makeShop('DISCONNECTED')
    const row = await schedule(shop, { recurrence: 'daily' })
    await send(row, 3 * DAY + HOUR)
    expect((await all(shop)).map(({ status, sendAt }) => [status, (sendAt - row.sendAt) / DAY])).toEqual([
      ['ERRO', 0],
      ['PENDENTE', 3],
    ])
  })
})

describe('what becomes of the message', () => {
  const acknowledge = (shop: Shop, whatsappMessageId: string, ack: number, error?: string) =>
    inboundHandler(
      batchOf([
        {
          type: 'ack',
          companyId: shop.companyId,
          connectionId: shop.connectionId,
          whatsappMessageId,
          ack,
          ...(error ? { error } : {}),
        },
      ]),
    )

  it('that fails is the failure of the scheduled message, until it leaves after all', async () => {
    const shop = await makeShop()
    const row = await schedule(shop)
    await send(row)
    const { sentAs } = (await now(row))!
    await acknowledge(shop, sentAs!, 0, 'ERR_WAPP_INVALID_CONTACT')
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_WAPP_INVALID_CONTACT' })
    await acknowledge(shop, sentAs!, 1)
    expect(await now(row)).toMatchObject({ status: 'ENVIADA', reason: null })
  })

  it('that never leaves the outbox fails too', async () => {
    const shop = await makeShop()
    const row = await schedule(shop)
    await send(row)
    const { ticketId, companyId } = { ...(await now(row))!, ...shop }
    const dueAt = Date.now() + OUTBOX_LIMIT
    await fire({ type: 'outbox', companyId, ticketId: ticketId!, dueAt }, dueAt)
    expect(await now(row)).toMatchObject({ status: 'ERRO', reason: 'ERR_SEND_TIMED_OUT' })
  })

  it('is nothing to one that was given another moment since', async () => {
    const shop = await makeShop()
    const row = await schedule(shop)
    await send(row)
    const { sentAs } = (await now(row))!
    await changeSchedule((await now(row))!, { status: 'PENDENTE', sendAt: row.sendAt + DAY, sentAs: null })
    await acknowledge(shop, sentAs!, 0, 'ERR_SEND_REFUSED')
    expect((await findMessageByWhatsappId(shop.companyId, shop.connectionId, sentAs!))?.error).toBe('ERR_SEND_REFUSED')
    expect((await now(row))?.status).toBe('PENDENTE')
  })
})
