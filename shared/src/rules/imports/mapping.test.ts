import { expect, it } from 'vitest'
import { IMPORT_SYSTEMS } from './record.ts'
import { mapCampaign, mapContactList, mapContactListItem, mapQuickMessage, mapSchedule } from './whaticket-content.ts'
import { mapConnection, mapQueue, mapTag, mapUser, schedulesIn } from './whaticket-people.ts'
import { WHATICKET_TABLES, type WhaticketRow, type WhaticketTable } from './whaticket-tables.ts'
import { mapNote } from './whaticket-tickets.ts'

const AT = Date.parse('2026-03-01T12:00:00Z')

/** A row of a table with these values; the other columns are null, as of a version without them. */
const row = <T extends WhaticketTable>(table: T, given: Record<string, string>): WhaticketRow<T> =>
  ({
    ...Object.fromEntries(WHATICKET_TABLES[table].map(column => [column, null])),
    id: '7',
    line: 3,
    at: AT,
    ...given,
  }) as unknown as WhaticketRow<T>
const none = () => ({ problem: 'mediaMissing' as const })
const record = <R>(mapped: { record: R } | { refusal: string }): R => {
  if ('refusal' in mapped) throw new Error(mapped.refusal)
  return mapped.record
}

it('names the systems', () => expect(IMPORT_SYSTEMS).toEqual(['ticketz', 'whaticket', 'chatwoot']))

it('maps a queue, with hours and a colour', () => {
  const schedules = JSON.stringify([{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }])
  const queue = record(mapQueue(row('Queues', { name: ' Vendas ', color: '#ABC', schedules })))
  expect(queue).toMatchObject({ name: 'Vendas', color: '#aabbcc', source: { id: '7', line: 3 }, createdAt: AT })
  expect(queue.schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' })
  expect(schedulesIn('{broken', [])).toEqual([])
})

it('maps a user, and refuses the platform’s own and one without an address', () => {
  expect(record(mapUser(row('Users', { name: 'Lívia', email: 'LIVIA@x.com', profile: 'admin' }), ['1']))).toMatchObject(
    {
      email: 'livia@x.com',
      profile: 'admin',
      queueIds: ['1'],
    },
  )
  expect(mapUser(row('Users', { email: 'admin@admin.com' }), [])).toEqual({ refusal: 'platformUser' })
  expect(mapUser(row('Users', { email: 'x' }), [])).toEqual({ refusal: 'badEmail' })
})

it('maps a tag and a connection without its session', () => {
  expect(record(mapTag(row('Tags', { name: 'VIP', kanban: '1' })))).toMatchObject({ name: 'VIP', kanban: true })
  const connection = record(mapConnection(row('Whatsapps', { name: 'Loja', channel: 'whatsapp' }), ['1']))
  expect(connection).toMatchObject({ name: 'Loja', queueIds: ['1'] })
  expect(mapConnection(row('Whatsapps', { name: 'Página', channel: 'facebook' }), [])).toEqual({
    refusal: 'otherChannel',
  })
})

it('maps quick replies, lists and their people', () => {
  const quick = mapQuickMessage(row('QuickMessages', { shortcode: '/oi', message: 'Olá', geral: 't' }), '3', none)
  expect(record(quick)).toMatchObject({ shortcode: 'oi', message: 'Olá', userId: null, file: null })
  expect(mapQuickMessage(row('QuickMessages', { shortcode: 'x' }), null, none)).toEqual({ refusal: 'empty' })
  expect(record(mapContactList(row('ContactLists', { name: 'Bairro' })))).toMatchObject({ name: 'Bairro' })
  const item = mapContactListItem(row('ContactListItems', { contactListId: '1', number: '(11) 97000-0013' }))
  expect(record(item)).toMatchObject({ number: '5511970000013', contactListId: '1' })
  expect(mapContactListItem(row('ContactListItems', { number: '12' }))).toEqual({ refusal: 'badNumber' })
})

it('maps a campaign as history, and only messages still to come', () => {
  const context = { contactListId: null, connectionId: null, findFile: none }
  const stopped = mapCampaign(row('Campaigns', { name: 'Feira', status: 'EM_ANDAMENTO', message2: 'Oi' }), context)
  expect(record(stopped)).toMatchObject({ status: 'CANCELADA', messages: ['Oi'] })
  const schedule = (sendAt: string) =>
    mapSchedule(row('Schedules', { body: 'Oi', sendAt }), {
      contactId: '1',
      userId: null,
      connectionId: null,
      now: AT,
      findFile: none,
    })
  expect(record(schedule('2026-03-02 12:00:00+00'))).toMatchObject({ body: 'Oi', sendAt: AT + 86_400_000 })
  expect(schedule('2026-02-28 12:00:00+00')).toEqual({ refusal: 'notToCome' })
  for (const noTime of ['0000-00-00 00:00:00', '2026-00-15 00:00:00', '2026-02-31 00:00:00', '2026-13-01 00:00:00'])
    expect([noTime, schedule(noTime)]).toEqual([noTime, { refusal: 'badDate' }])
})

it('maps a note, and refuses an empty one', () => {
  const context = { contactId: '1', userId: null, ticketCreatedAt: AT }
  expect(record(mapNote(row('TicketNotes', { note: 'Paga à vista', ticketId: '1' }), context))).toMatchObject({
    note: 'Paga à vista',
    ticketId: '1',
  })
  expect(mapNote(row('TicketNotes', { note: ' ', ticketId: '1' }), context)).toEqual({ refusal: 'empty' })
})
