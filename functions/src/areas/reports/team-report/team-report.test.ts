import { type TeamDimension, teamReport } from '@balcao/shared/api/reports/team-report.ts'
import { queue as queues } from '@balcao/shared/api/team/queue.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay, localTime } from '@balcao/shared/rules/working-hours.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { recountDays } from '../../../data/reports/recount-days.ts'
import { teamReportOf } from '../../../data/reports/team-report.ts'
import { tableName } from '../../../data/table/client.ts'
import { metered } from '../../../data/table/meter.ts'
import { deleteOne } from '../../../data/table/single-write.ts'
import { changeTicket, requireTicket, storeMessage, type TicketChanges } from '../../../data/tickets/ticket.ts'
import { NO_BOT, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import { readObject } from '../../../integrations/storage.ts'
import { handler } from '../../../workers/jobs/handler.ts'

const ZONE = 'America/Sao_Paulo'
const MINUTE = 60_000
const today = localDay(Date.now(), ZONE)

let gate: Gate
let company: TestCompany
let bia: TestUser
beforeAll(async () => {
  gate = await openGate()
  company = await makeCompany()
  bia = await makeUser(company.id, { name: 'Bia' })
})
afterAll(() => gate.close())

const of = (by: TeamDimension, { as = company.admin, days = 7 } = {}) =>
  call(teamReport.get, { as, query: { by, date_from: addDays(today, 1 - days), date_to: addDays(today, 1) } })

const set = (ticket: Pick<TicketRow, 'id' | 'companyId'>, changes: TicketChanges) =>
  changeTicket(ticket.companyId, ticket.id, () => ({ set: changes }))

/** Returns a ticket that a person answers and closes so many minutes after it began. */
async function serve(by: TestUser, changes: TicketChanges, answerMinutes: number, closeMinutes: number) {
  const ticket = await makeTicket(by.user.companyId)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(ticket.createdAt + answerMinutes * MINUTE)
    const { ticket: taken } = await set(ticket, { status: 'open', user: by.user })
    const whatsappMessageId = newId()
    await storeMessage(taken, {
      id: await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now()),
      ...{ connectionId: ticket.whatsapp.id, whatsappMessageId, body: 'Olá', fromMe: true, mediaType: 'chat' },
      ...{ origin: 'attendant', user: by.user },
    })
    vi.setSystemTime(ticket.createdAt + closeMinutes * MINUTE)
    await set(ticket, { ...changes, status: 'closed', closedAt: ticket.createdAt + 1000 })
  } finally {
    vi.useRealTimers()
  }
  return requireTicket(ticket.companyId, ticket.id)
}

describe('the report by team', () => {
  let sales: Awaited<ReturnType<typeof makeQueue>>
  /** Hours in which the tickets were made: each after the last change of the one before. */
  let began: { closed: string[]; open: string[] }

  beforeAll(async () => {
    sales = await makeQueue(company.id, { name: 'Vendas' })
    const queue = { id: sales.id, name: sales.name, color: sales.color }
    const vip = { id: newId(), name: 'VIP', color: '#112233' }
    const referral = { sourceType: 'ad', sourceId: '77', sourceUrl: '', headline: 'Bolo no pote', body: '', at: 1 }
    const first = await serve(bia, { queue, tags: [vip], referral }, 4, 10)
    const second = await serve(bia, { queue }, 8, 20)
    await set(first, { rating: 3 })
    // A week ago.
    const early = await serve(bia, {}, 6, 60)
    await set(early, { status: 'pending' })
    await set(early, { status: 'closed', closedAt: Date.now() - 8 * 24 * 60 * MINUTE })
    // With a bot, and with nobody.
    const ticket = await makeTicket(company.id)
    await set(ticket, { chatbot: true })
    await set(ticket, { status: 'closed' })
    const hourOf = ({ createdAt }: TicketRow) => localTime(createdAt, ZONE).slice(0, 2)
    began = { closed: [first, second, ticket].map(hourOf), open: [hourOf(early)] }
  })

  it('has figures by queue, with totals and those of the days before', async () => {
    const { status, body } = await of('queue')
    expect(status).toBe(200)
    expect(body.isComplete).toBe(true)
    expect(body.previous.last).toBe(addDays(body.range.first, -1))
    const [row, none] = body.rows
    expect(row).toMatchObject({ key: sales.id, name: 'Vendas', isGone: false })
    expect(row?.now).toMatchObject({ closed: 2, firstAnswer: 6, answered: 2, rating: 3, rated: 1, abandoned: 0 })
    expect(none).toMatchObject({
      key: null,
      now: { closed: 1, abandoned: 1, firstAnswer: null },
      before: { closed: 1 },
    })
    expect(body.totals.now).toMatchObject({ opened: 4, closed: 3, reopened: 0, abandoned: 1 })
    expect(body.totals.before).toMatchObject({ closed: 1, reopened: 1, resolution: 0 })
  })

  it.each([
    [
      'user',
      () => [
        ['Bia', 2],
        ['', 1],
        ['Ana Admin', 0],
      ],
    ],
    ['tag', () => [['VIP', 1]]],
    [
      'origin',
      () => [
        ['', 2],
        ['Bolo no pote', 1],
      ],
    ],
    ['goal', () => []],
  ] as const)('is by %s', async (by, expected) => {
    const { body } = await of(by)
    expect(body.rows.map(({ name, now }) => [name, now.closed])).toEqual(expected())
    expect(body.totals.now.closed).toBe(3)
  })

  it('has every hour, with the tickets that began in it', async () => {
    const { rows } = (await of('hour')).body
    expect(rows.map(({ key }) => key)).toEqual(Array.from({ length: 24 }, (_, i) => String(i).padStart(2, '0')))
    const figures = rows.flatMap(({ key, now }) => (now.opened || now.closed ? [[key, now.opened, now.closed]] : []))
    const times = (hours: string[], hour: string) => hours.filter(each => each === hour).length
    const hours = [...new Set([...began.closed, ...began.open])].sort()
    expect(figures).toEqual(
      hours.map(hour => [hour, times([...began.closed, ...began.open], hour), times(began.closed, hour)]),
    )
  })

  it('keeps a deleted queue in its figures, and reads no more for more tickets', async () => {
    const own = await makeCompany()
    const { id, name, color } = await makeQueue(own.id, { name: 'Antiga' })
    await serve(own.admin, { queue: { id, name, color } }, 1, 2)
    const cost = async () =>
      (await metered(() => teamReportOf(own.id, 'queue', { first: today, last: today }))).units.read
    const before = await cost()
    await serve(own.admin, { queue: { id, name, color } }, 1, 2)
    expect(await cost()).toBe(before)
    expect((await call(queues.remove, { as: own.admin, params: { id } })).status).toBe(204)
    const { body } = await of('queue', { as: own.admin })
    expect(body.rows).toMatchObject([{ key: id, isGone: true, now: { closed: 2 } }])
  })

  it('shows no other company’s figures', async () => {
    const other = await makeCompany()
    const { body } = await of('user', { as: other.admin })
    expect(body.rows.map(({ name, now }) => [name, now.closed])).toEqual([['Ana Admin', 0]])
    expect(body.totals).toMatchObject({ now: { closed: 0, opened: 0 }, before: null })
  })

  it('refuses what it cannot read, and whoever is not an admin', async () => {
    for (const query of [{}, { by: 'queue' }, { by: 'moon', date_from: '2026-01-01', date_to: '2026-01-02' }])
      expect((await call(teamReport.get, { as: company.admin, query: query as never })).error).toBe('ERR_VALIDATION')
    const days = (date_from: string, date_to: string) =>
      call(teamReport.get, { as: company.admin, query: { by: 'queue', date_from, date_to } })
    expect((await days('2026-03-02', '2026-03-01')).error).toBe('ERR_VALIDATION')
    expect((await days('2025-01-01', '2026-01-02')).error).toBe('ERR_PERIOD_TOO_LONG')
    expect((await days('9999-12-05', '9999-12-31')).status).toBe(200)
    expect((await days('0000-01-01', '0000-12-31')).status).toBe(200)
    expect((await of('queue', { as: bia })).error).toBe('ERR_NO_PERMISSION')
  })

  it('has tickets from before it existed counted once', async () => {
    const old = await makeCompany()
    await serve(old.admin, {}, 1, 2)
    await deleteOne({ TableName: tableName(), Key: { pk: `${old.id}#days`, sk: 'complete' } })
    gate.sent()
    expect((await of('queue', { as: old.admin })).body.isComplete).toBe(false)
    expect((await of('queue', { as: old.admin })).body.isComplete).toBe(false)
    expect(gate.sent()).toEqual([{ type: 'recountDays', companyId: old.id }])
    await recountDays(old.id)
    expect((await of('queue', { as: old.admin })).body).toMatchObject({
      ...{ isComplete: true, totals: { now: { closed: 1 } } },
    })
  })
})

describe('a ticket is abandoned in the bot', () => {
  const companyId = newId()
  const closed = async (...steps: TicketChanges[]) => {
    const ticket = await makeTicket(companyId)
    for (const step of steps) await set(ticket, step)
    return (await requireTicket(companyId, ticket.id)).abandoned ?? false
  }
  const close = { status: 'closed' } as const
  const agent = { useIntegration: true, promptId: newId() }

  it.each<[string, TicketChanges[], boolean]>([
    ['in a menu', [{ chatbot: true }, close], true],
    ['with an agent', [agent, close], true],
    ['with nobody', [close], false],
    ['after the bot handed it over', [agent, { ...NO_BOT }, close], false],
    ['by the bot itself', [agent, { ...close, abandoned: false }], false],
    ['once it is reopened', [agent, close, { status: 'pending' }], false],
  ])('%s', async (_, steps, expected) => {
    expect(await closed(...steps)).toBe(expected)
  })

  it('but not if a person ever took it', async () => {
    const user = { id: bia.user.id, name: bia.user.name }
    expect(await closed({ status: 'open', user }, { status: 'pending', user: null, ...agent }, close)).toBe(false)
  })
})

describe('the export of the report by team', () => {
  async function fileOf(format: 'csv' | 'xlsx', by: TeamDimension, { id, admin } = company) {
    gate.sent()
    const body = { by, date_from: addDays(today, -6), date_to: addDays(today, 1), format }
    const { status, body: begun } = await call(teamReport.export, { as: admin, body })
    expect(status).toBe(202)
    const again = await call(teamReport.export, { as: admin, body })
    expect(again.body.jobId).toBe(begun.jobId)
    const waiting: JobMessage[] = gate.sent().slice(0, 1)
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      expect((await handler(batchOf([JSON.stringify(next)]))).batchItemFailures).toEqual([])
      waiting.push(...gate.sent())
    }
    const job = (await getJob(id, begun.jobId, true))!
    expect([job.status, job.error]).toEqual(['done', null])
    const pieces: Uint8Array[] = []
    for await (const piece of readObject(job.file!.key)) pieces.push(piece)
    return { name: job.file!.name, bytes: Buffer.concat(pieces) }
  }

  it('is CSV with a line for each row, and one of the totals', async () => {
    const { name, bytes } = await fileOf('csv', 'queue')
    const lines = bytes.toString().trim().split('\r\n')
    expect(name).toBe('relatorio-por-equipe.csv')
    expect(lines[0]).toMatch(/Fila.Iniciados.Resolvidos/)
    expect(lines.map(line => line.split(/[;,]/)[0]?.replaceAll('"', ''))).toEqual([
      expect.stringContaining('Fila'),
      ...['Vendas', '(sem)', 'Total'],
    ])
  })

  it('says of a queue that it was deleted', async () => {
    const own = await makeCompany()
    const { id, name, color } = await makeQueue(own.id, { name: 'Antiga' })
    await serve(own.admin, { queue: { id, name, color } }, 1, 2)
    expect((await call(queues.remove, { as: own.admin, params: { id } })).status).toBe(204)
    expect((await fileOf('csv', 'queue', own)).bytes.toString()).toContain('\n(excluída);')
  })

  it('is a spreadsheet too', async () => {
    const { name, bytes } = await fileOf('xlsx', 'hour')
    expect([name, bytes.subarray(0, 2).toString()]).toEqual(['relatorio-por-equipe.xlsx', 'PK'])
  })
})
