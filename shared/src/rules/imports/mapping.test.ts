import { expect, it } from 'vitest'
import { whatsappMarks } from './chatwoot-markdown.ts'
import { storedPath } from './imported-file.ts'
import { chatwootText, whaticketText } from './imported-variables.ts'
import { IMPORT_SYSTEMS } from './record.ts'
import { type ChangeNote, instantOf, withoutAhead } from './values.ts'
import { mapCampaign, mapContactList, mapContactListItem, mapQuickMessage } from './whaticket-content.ts'
import { schedulesIn } from './whaticket-hours.ts'
import { mapConnection, mapContact, mapQueue, mapTag, mapUser } from './whaticket-people.ts'
import { mapSchedule } from './whaticket-schedules.ts'
import { WHATICKET_TABLES, type WhaticketRow, type WhaticketTable } from './whaticket-tables.ts'
import { mapNote, mapTicket } from './whaticket-tickets.ts'

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

it('reads the path of a file, also as a server on Windows wrote it', () => {
  const stored = ['media\\1\\a.jpg', '/public/a.jpg', 'https://x.com/public/company1/a%20b.jpg', 'https://x.com/a.jpg']
  expect(stored.map(storedPath)).toEqual(['media/1/a.jpg', 'a.jpg', 'company1/a b.jpg', undefined])
  // What leads out still does: the folder refuses it.
  expect(storedPath('..\\..\\secret')).toBe('../../secret')
  expect(storedPath('C:\\secret')).toBe('C:/secret')
})

it('maps a queue, with hours and a colour', () => {
  const schedules = JSON.stringify([{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }])
  const queue = record(mapQueue(row('Queues', { name: ' Vendas ', color: '#ABC', schedules })))
  expect(queue).toMatchObject({ name: 'Vendas', color: '#aabbcc', source: { id: '7', line: 3 }, createdAt: AT })
  expect(queue.schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' })
  const changes: ChangeNote[] = []
  expect(['{broken', 'null', '""', '', null].map(one => schedulesIn(one, changes))).toEqual([[], [], [], [], []])
  expect(changes).toEqual([{ reason: 'hoursLeft', detail: '{broken' }])
})

it('says of names, colours and dates what is lost', () => {
  const long = 'n'.repeat(5000)
  const changesOf = (mapped: { changes: ChangeNote[] } | { refusal: string }) =>
    'refusal' in mapped ? mapped.refusal : mapped.changes
  const cut = { reason: 'textCut', detail: '5000' }
  expect(changesOf(mapQueue(row('Queues', { name: long, color: 'red' })))).toEqual([
    cut,
    { reason: 'badValue', detail: 'color red' },
  ])
  expect(changesOf(mapTag(row('Tags', { name: long })))).toEqual([cut])
  expect(changesOf(mapUser(row('Users', { name: long, email: 'a@b.com' }), []))).toEqual([cut])
  expect(changesOf(mapConnection(row('Whatsapps', { name: long }), []))).toEqual([cut])
  const address = { isGroup: false, number: '5511988887777', lid: null }
  const contact = (given: object) => ({
    ...{ address, fields: [], tagIds: [], lostTags: [] },
    row: { ...row('Contacts', { name: 'Ana' }), ...given },
  })
  expect(changesOf(mapContact([contact({})], 0))).toEqual([])
  expect(changesOf(mapContact([contact({ name: long, at: null })], 0))).toEqual([cut, { reason: 'dateReplaced' }])
  expect(changesOf(mapContact([contact({ name: 'Jos\ufffd' })], 0))).toEqual([{ reason: 'badText' }])
})

it('maps hours by rules of days, of newer versions, and names the days that are of their own', () => {
  const changes: ChangeNote[] = []
  const hours = {
    timezone: 'America/Sao_Paulo',
    weeklyRules: [
      {
        days: ['mon', 'tue'],
        hours: [
          { from: '13:00', to: '18:00' },
          { from: '08:00', to: '12:00' },
        ],
      },
      { days: ['sat'], hours: [{ from: '08:00', to: '24:00' }] },
      { days: ['sun'], hours: [] },
    ],
    overrides: [
      { date: '2026-12-25', repeat: 'yearly', closed: true, label: 'Natal' },
      { date: '2026-11-20', hours: [] },
    ],
  }
  const found = schedulesIn(JSON.stringify(hours), changes).map(day => `${day.startTime}-${day.endTime}`)
  const closed = '00:00-00:00'
  expect(found).toEqual(['08:00-18:00', '08:00-18:00', closed, closed, closed, '08:00-24:00', closed])
  expect(changes.map(({ detail }) => detail)).toEqual(['Segunda-feira', 'Terça-feira', '2026-12-25 Natal, 2026-11-20'])
  const old = [{ weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '17:30' }]
  expect(schedulesIn(JSON.stringify(old), changes)[0]).toMatchObject({ startTime: '08:00', endTime: '17:30' })
  const noLunch = [{ weekdayEn: 'monday', startTimeA: '08:00', endTimeA: '', startTimeB: '', endTimeB: '18:00' }]
  expect(schedulesIn(JSON.stringify(noLunch), changes)[0]).toMatchObject({ startTime: '08:00', endTime: '18:00' })
  const night = { weeklyRules: [{ days: ['fri'], hours: [{ from: '22:00', to: '02:00' }] }] }
  expect(schedulesIn(JSON.stringify(night), [])[4]).toMatchObject({ startTime: '22:00', endTime: '02:00' })
  expect(schedulesIn('[]', changes)).toEqual([])
  expect(schedulesIn('{"weeklyRules":[]}', changes)).toEqual([])
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
  const peruvian = mapConnection(row('Whatsapps', { name: 'Lima', number: '51987654321' }), [])
  expect(record(peruvian)).toMatchObject({ number: '51987654321' })
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

it('maps repeated messages of forks to the times still to come, or to a repetition of here', () => {
  const context = { contactId: '1', userId: null, connectionId: null, now: AT, findFile: none }
  const day = 86_400_000
  const timesOf = (given: Record<string, string>) => {
    const mapped = mapSchedule(row('Schedules', { body: 'Oi', sendAt: '2026-03-02 12:00:00+00', ...given }), context)
    if ('refusal' in mapped) return mapped.refusal
    const all = [mapped.record, ...mapped.further!]
    const days = all.map(({ sendAt }) => (sendAt - AT) / day)
    const ids = all.map(({ source, isFurther }) => [source.id, isFurther ?? false])
    expect(ids).toEqual(all.map((_, i) => (i === 0 ? ['7', false] : [`7-${i + 1}`, true])))
    return [days, mapped.record.recurrence, mapped.changes]
  }
  const weekly = { intervalo: '2', valorIntervalo: '1' }
  expect(timesOf({ intervalo: '2', valorIntervalo: '0', enviarQuantasVezes: '5' })).toEqual([[1], 'none', []])
  expect(timesOf({ ...weekly, enviarQuantasVezes: '4', contadorEnvio: '2' })).toEqual([[1, 8, 15], 'none', []])
  // Its next time is past, others are still to come.
  const late = { ...weekly, enviarQuantasVezes: '3', sendAt: '2026-02-20 12:00:00+00' }
  expect(timesOf(late)).toEqual([[5, 12], 'none', []])
  expect(timesOf({ ...late, enviarQuantasVezes: '1' })).toBe('notToCome')
  expect(timesOf({ ...weekly, enviarQuantasVezes: '999' })).toEqual([
    [1],
    'weekly',
    [{ reason: 'recurrenceEndless', detail: '1000' }],
  ])
  const odd = timesOf({ intervalo: '1', valorIntervalo: '3', enviarQuantasVezes: '99' })
  expect([odd[0]!.length, odd[1], odd[2]]).toEqual([24, 'none', [{ reason: 'recurrenceCut', detail: '100' }]])
  // 7 March 2026 is a Saturday.
  const saturday = { sendAt: '2026-03-07 12:00:00+00', intervalo: '1', valorIntervalo: '7', enviarQuantasVezes: '1' }
  expect(timesOf({ ...saturday, tipoDias: '5' })).toEqual([[5, 12], 'none', []])
  expect(timesOf({ ...saturday, tipoDias: '6' })).toEqual([[8, 15], 'none', []])
  expect(timesOf({ ...weekly, enviarQuantasVezes: '9', status: 'ERRO' })).toBe('notToCome')
})

it('maps the hours in which a user works, also over midnight, but not of admins or of the whole day', () => {
  const hoursOf = (given: Record<string, string>) => {
    const mapped = mapUser(row('Users', { email: 'a@x.com', profile: 'user', ...given }), [])
    return 'record' in mapped ? [mapped.record.accessHours.map(day => day.startTime + day.endTime), mapped.changes] : []
  }
  expect(hoursOf({ startWork: '08:00', endWork: '18:00' })).toEqual([Array(7).fill('08:0018:00'), []])
  expect(hoursOf({ startWork: '00:00', endWork: '23:59' })).toEqual([[], []])
  expect(hoursOf({ startWork: '08:00' })).toEqual([[], []])
  expect(hoursOf({ startWork: '08:00', endWork: '18:00', profile: 'admin' })).toEqual([[], []])
  expect(hoursOf({ startWork: '22:00', endWork: '06:00' })).toEqual([Array(7).fill('22:0006:00'), []])
})

it('maps a note, and refuses an empty one', () => {
  const context = { contactId: '1', userId: null, ticketCreatedAt: AT }
  expect(record(mapNote(row('TicketNotes', { note: 'Paga à vista', ticketId: '1' }), context))).toMatchObject({
    note: 'Paga à vista',
    ticketId: '1',
  })
  expect(mapNote(row('TicketNotes', { note: ' ', ticketId: '1' }), context)).toEqual({ refusal: 'empty' })
})

it('writes variables as they are called here, and names those that do not exist', () => {
  const changes: ChangeNote[] = []
  const told = whaticketText('{{ms}} {{ firstname }}, {{{name}}}! {{user}} {{fila}} {{hora}} {{protocol}}', changes)
  expect(told).toBe('{{greeting}} {{firstName}}, {{name}}! {{user}} {{queue}} {{hour}} {{protocol}}')
  expect(changes).toEqual([])
  expect(whaticketText('{{email}} {{ticket}} {{constructor}} {nome}', changes)).toBe(
    '{{email}} {{ticket}} {{constructor}} {nome}',
  )
  expect(changes).toEqual([{ reason: 'variableUnknown', detail: 'email, ticket, constructor' }])
  const fieldOf = (key: string) => (key === 'plano' ? 'field.plano' : undefined)
  const liquid =
    'Oi {{contact.first_name | default: "cliente"}}, aqui é {{ agent.name }}. {{conversation.custom_attribute.plano}}'
  expect(chatwootText(liquid, fieldOf, changes)).toBe('Oi {{firstName}}, aqui é {{user}}. {{field.plano}}')
  expect(chatwootText('{{inbox.name}}', fieldOf, changes)).toBe('{{inbox.name}}')
  expect(changes.at(-1)).toEqual({ reason: 'variableUnknown', detail: 'inbox.name' })
})

it('writes the texts of automatic messages of connections and queues with variables of here', () => {
  const texts = { greetingMessage: 'Oi {{firstname}}', outOfHoursMessage: '{{ms}}' }
  expect(record(mapQueue(row('Queues', texts)))).toMatchObject({
    greetingMessage: 'Oi {{firstName}}',
    outOfHoursMessage: '{{greeting}}',
  })
  const more = { ...texts, farewellMessage: 'Tchau {{firstname}}', ratingMessage: '{{x}}' }
  const mapped = mapConnection(row('Whatsapps', more), [])
  expect(record(mapped)).toMatchObject({
    greetingMessage: 'Oi {{firstName}}',
    complationMessage: 'Tchau {{firstName}}',
  })
  expect(mapped).toMatchObject({ changes: [{ reason: 'variableUnknown', detail: 'x' }] })
  const later = { body: 'Oi {{firstname}}', sendAt: '2026-03-02 12:00:00+00' }
  const context = { contactId: '1', userId: null, connectionId: null, now: AT, findFile: none }
  expect(record(mapSchedule(row('Schedules', later), context)).body).toBe('Oi {{firstName}}')
})

it('writes the Markdown of Chatwoot as WhatsApp shows it', () => {
  expect(whatsappMarks('**Olá**, ~~não~~ _sim_\\\n1\\. um `a**b**`')).toBe('*Olá*, ~não~ _sim_\n1. um `a**b**`')
  expect(whatsappMarks('[site](https://x.com/a) [https://x.com](https://x.com) [@Ana](mention://user/1/Ana)')).toBe(
    'site (https://x.com/a) https://x.com @Ana',
  )
  const plain = 'R$ 2 * 3 * 4, a_b_c, 5 ** 2 ** 1 e [1](2)'
  expect(whatsappMarks(plain)).toBe(plain)
})

it('writes a text of marks without an end as fast as any', () => {
  const begun = performance.now()
  for (const mark of ['**a ', '~~a ', '[@a](mention://', '[a](http://', '[a', '`'])
    expect(whatsappMarks(mark.repeat(150_000 / mark.length))).toMatch(/^.{1000}/)
  expect(performance.now() - begun).toBeLessThan(3000)
})

it('knows no status by the name of what every object has', () => {
  const context = {
    ...{ contactId: '1', connectionId: '1', queueId: null, userId: null, tagIds: [], lostTags: [], isBeside: false },
    ...{ trackings: [], ratings: [], highestRating: 3, now: AT },
  }
  const mapped = mapTicket(row('Tickets', { status: 'constructor' }), context)
  expect(record(mapped).status).toBe('closed')
  expect(mapped).toMatchObject({ changes: [{ reason: 'badValue', detail: 'status constructor' }] })
})

it('takes no date of what was that lies more than a day ahead, and says so', () => {
  const [tolerable, ahead] = ['2026-03-02 11:59:59+00', '2099-01-01 00:00:00+00']
  const dates = [tolerable, ahead, '0000-00-00 00:00:00', null]
  expect(dates.map(date => withoutAhead(date, AT))).toEqual([tolerable, `!${ahead}`, '0000-00-00 00:00:00', null])
  expect(instantOf(`!${ahead}`)).toBeNull()
  const context = {
    ...{ contactId: '1', connectionId: '1', queueId: null, userId: null, tagIds: [], lostTags: [], isBeside: false },
    ...{ trackings: [], ratings: [], highestRating: 3, now: AT },
  }
  const given = { status: 'closed', updatedAt: withoutAhead(ahead, AT)! }
  const mapped = mapTicket(row('Tickets', given), context)
  expect(mapped).toMatchObject({ changes: [{ reason: 'dateReplaced', detail: 'updatedAt' }] })
  expect(record(mapped)).toMatchObject({ createdAt: AT, updatedAt: AT, closedAt: AT })
  // With no other date it is as old as its import.
  const without = mapTicket({ ...row('Tickets', given), at: null }, { ...context, now: AT + 5 })
  expect(record(without)).toMatchObject({ createdAt: AT + 5, updatedAt: AT + 5 })
  expect(mapTicket({ ...row('Tickets', { status: 'closed' }), at: null }, context)).toEqual({ refusal: 'badDate' })
})
