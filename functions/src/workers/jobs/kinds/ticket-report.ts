import type { ReportTicket } from '@balcao/shared/api/reports/ticketreport.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { TICKET_PRIORITY_NAMES } from '@balcao/shared/rules/ticket-priority-names.ts'
import { TICKET_STATUS_NAMES } from '@balcao/shared/rules/ticket-status-names.ts'
import { wallClocks } from '@balcao/shared/rules/wall-clock.ts'
import { fieldCells } from '../../../data/fields/field-columns.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { toReportTickets } from '../../../data/reports/report-page.ts'
import { reportedTickets } from '../../../data/reports/report-row.ts'
import { getTickets } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { putObject, removeObjects } from '../../../integrations/storage.ts'
import type { Work } from '../run-step.ts'
import { joinPieces, linesIn, partKey, pieceKeys, putPieces } from './export-objects.ts'
import { type Cell, spreadsheet } from './spreadsheet.ts'

/** Tickets of a step: a second or two of reading, some megabytes. */
const BATCH_SIZE = 5000
/** Ticket rows read at once. */
const ROW_BATCH_SIZE = 250
/** Characters of an object of rows after which a step ends: last messages may be long. */
const PART_CHARACTERS = 8_000_000

const NAME = 'relatorio-de-atendimentos.xlsx'
const SHEET = 'RelatorioDeAtendimentos'

type Job = JobRow<'ticketReport'>
type State = Job['state']

const HEADERS: Record<Language, readonly string[]> = {
  pt: [
    'Conexão',
    'Contato',
    'Atendente',
    'Fila',
    'Status',
    'Última mensagem',
    'Criado em',
    'Resolvido em',
    'Tempo de atendimento',
    'NPS',
    'Origem',
    'Prioridade',
  ],
  en: [
    'Connection',
    'Contact',
    'Attendant',
    'Queue',
    'Status',
    'Last message',
    'Created',
    'Resolved',
    'Handling time',
    'NPS',
    'Origin',
    'Priority',
  ],
  es: [
    'Conexión',
    'Contacto',
    'Agente',
    'Cola',
    'Estado',
    'Último mensaje',
    'Creada el',
    'Resuelta el',
    'Tiempo de atención',
    'NPS',
    'Origen',
    'Prioridad',
  ],
}

const WHEN = 'dd/mm/yyyy hh:mm'
const DURATION = '[h]:mm:ss'
const WIDTHS = [20, 28, 24, 20, 16, 48, 18, 18, 22, 8, 32, 14]
const FIELD_WIDTH = 24
const FORMATS: Record<number, string> = { 6: WHEN, 7: WHEN, 8: DURATION }

const DAY_SECONDS = 86_400

/**
 * Makes the tickets report as a spreadsheet, newest ticket first. A spreadsheet is a compressed
 * archive, which another process cannot continue; so steps read some tickets each and put their
 * rows into an object, one step makes the spreadsheet from these, object by object, and the last
 * one joins its pieces. After a cut-off only that step is repeated, and none holds more than some
 * megabytes, however many tickets there are.
 */
export const ticketReport: Work<'ticketReport'> = {
  async step(job) {
    switch (job.state.stage) {
      case 'count':
        return countRows(job)
      case 'read':
        return readSome(job)
      case 'make':
        return makeSpreadsheet(job)
      case 'join':
        return { file: await joinPieces(job, NAME, job.state.pieces!) }
    }
  },
  clean: job => removeObjects([...keysOf(job), ...pieceKeys(job, job.state.pieces)]),
}

/** Returns the keys of the objects with the rows, in order. */
const keysOf = (job: Job): string[] => job.state.parts.map(version => partKey(job, version))

/** Row of the report as a step puts it into its object. */
type Line = ReportTicket & Pick<TicketRow, 'fields'>

const next = (job: Job, changes: Partial<State>): { next: State } => ({ next: { ...job.state, ...changes } })

async function countRows(job: Job) {
  const { range, filter } = job.state
  let total = 0
  for await (const ids of reportedTickets(job.companyId, range, filter)) total += ids.length
  return { ...next(job, { stage: 'read' }), total }
}

async function readSome(job: Job) {
  const { companyId, state } = job
  const ids: string[] = []
  for await (const found of reportedTickets(companyId, state.range, state.filter, {
    below: state.read,
    enough: BATCH_SIZE,
  })) {
    ids.push(...found.slice(0, BATCH_SIZE - ids.length))
    if (ids.length >= BATCH_SIZE) break
  }
  let lines = ''
  let looked = 0
  while (looked < ids.length && lines.length < PART_CHARACTERS) {
    const some = ids.slice(looked, looked + ROW_BATCH_SIZE)
    const rows = await getTickets(companyId, some)
    for (const [i, ticket] of (await toReportTickets(rows)).entries())
      lines += `${JSON.stringify({ ...ticket, fields: rows[i]!.fields } satisfies Line)}\n`
    looked += some.length
  }
  if (lines !== '') await putObject(partKey(job, job.version), Buffer.from(lines), 'application/octet-stream')
  const done = job.done + looked
  const isLast = looked < BATCH_SIZE && looked === ids.length
  return {
    ...next(job, {
      stage: isLast ? 'make' : 'read',
      read: ids[looked - 1] ?? state.read,
      parts: lines === '' ? state.parts : [...state.parts, job.version],
    }),
    done,
    // Tickets are added, removed and changed while they are read.
    total: isLast ? done : Math.max(done, job.total ?? 0),
  }
}

async function makeSpreadsheet(job: Job) {
  const { language, fields = [] } = job.state
  const own = HEADERS[language].map((header, i) => {
    const format = FORMATS[i]
    return { header, width: WIDTHS[i]!, ...(format ? { format } : {}) }
  })
  const columns = [...own, ...fields.map(({ name }) => ({ header: name, width: FIELD_WIDTH }))]
  return next(job, { stage: 'join', pieces: await putPieces(job, spreadsheet(SHEET, columns, rowsOf(job))) })
}

/** Returns the stored rows as cells. */
async function* rowsOf(job: Job): AsyncGenerator<Cell[]> {
  const { language, timezone, fields = [] } = job.state
  const clock = wallClocks(timezone)
  const statuses = TICKET_STATUS_NAMES[language]
  const priorities = TICKET_PRIORITY_NAMES[language]
  for await (const ticket of linesIn<Line>(keysOf(job)))
    yield [
      ticket.whatsappName,
      ticket.contactName,
      ticket.userName,
      ticket.queueName,
      statuses[ticket.status],
      ticket.lastMessage,
      clock(Date.parse(ticket.createdAt)),
      ticket.closedAt === null ? null : clock(Date.parse(ticket.closedAt)),
      ticket.supportTime === null ? null : ticket.supportTime / DAY_SECONDS,
      ticket.NPS,
      // Rows that a job began to read before these columns lack them.
      ticket.origin ?? null,
      ticket.priority ? (priorities[ticket.priority] ?? null) : null,
      ...fieldCells(fields, ticket.fields, { format: 'xlsx', language }),
    ]
}
