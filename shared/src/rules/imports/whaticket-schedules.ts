/** Maps scheduled messages of Whaticket's family, also those that forks repeat. */
import type { Recurrence } from '../../entities/schedule.ts'
import type { FoundFile } from './imported-file.ts'
import { whaticketText } from './imported-variables.ts'
import type { ImportedSchedule } from './record.ts'
import { bodyIn, type ChangeNote, instantOf, type Mapped, wholeNumberOf } from './values.ts'
import { attached } from './whaticket-content.ts'
import type { WhaticketRow } from './whaticket-tables.ts'

type Row = WhaticketRow<'Schedules'>
type Context = {
  contactId: string
  userId: string | null
  connectionId: string | null
  now: number
  findFile: (path: string) => FoundFile
}

/**
 * Maps a scheduled message of which something is still to be sent at `now`. Times that follow the
 * next one are further messages, as a repetition here has no end.
 */
export function mapSchedule(row: Row, context: Context): Mapped<ImportedSchedule> & { further?: ImportedSchedule[] } {
  if (!row.id) return { refusal: 'noId' }
  const sendAt = instantOf(row.sendAt)
  if (sendAt === null) return { refusal: 'badDate' }
  const changes: ChangeNote[] = []
  const isOver = row.sentAt !== null || /^(ENVIADA|ERRO|CANCELADA)$/i.test(row.status ?? '')
  const { times, recurrence } = timesOf(row, sendAt, context.now, changes)
  const [first, ...others] = times
  if (isOver || first === undefined) return { refusal: 'notToCome' }
  const file = attached(row.mediaPath, row.mediaName, context.findFile, changes)
  const body = whaticketText(bodyIn((row.body ?? '').trim(), changes), changes)
  if (!body && !file) return { refusal: 'empty' }
  if (row.userId && !context.userId) changes.push({ reason: 'userMissing', detail: row.userId })
  const record: ImportedSchedule = {
    kind: 'schedule',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? context.now,
    contactId: context.contactId,
    body,
    sendAt: first,
    recurrence,
    userId: context.userId,
    connectionId: context.connectionId,
    file,
  }
  const further = others.map((at, i) => ({
    ...record,
    source: { id: `${row.id}-${i + 2}`, line: row.line },
    isFurther: true as const,
    sendAt: at,
  }))
  return { record, changes, further }
}

const DAY_MS = 86_400_000
/** Units by the number of `intervalo`: days, weeks, months (of 30 days there), minutes. */
const UNITS: Readonly<Record<string, number>> = { 1: DAY_MS, 2: 7 * DAY_MS, 3: 30 * DAY_MS, 4: 60_000 }
/** Repetitions of here by their steps there. */
const RECURRENCES: Readonly<Record<number, Recurrence>> = {
  [DAY_MS]: 'daily',
  [7 * DAY_MS]: 'weekly',
  [30 * DAY_MS]: 'monthly',
}
/** Maximum number of times that become messages of their own. */
const TIMES = 24
/** Numbers of `tipoDias` of those that move to a working day: the one before, the one after. */
const [BEFORE, AFTER] = ['5', '6']

/** Returns the times still to come, and how the last of them repeats. */
function timesOf(
  row: Row,
  sendAt: number,
  now: number,
  changes: ChangeNote[],
): { times: number[]; recurrence: Recurrence } {
  const step = (UNITS[row.intervalo ?? ''] ?? 0) * Math.max(0, wholeNumberOf(row.valorIntervalo) ?? 0)
  // The sending is counted afterwards there: one more follows than the counter says.
  const left = (wholeNumberOf(row.enviarQuantasVezes) ?? 0) - (wholeNumberOf(row.contadorEnvio) ?? 0) + 1
  if (step === 0 || left < 2) return { times: sendAt > now ? [sendAt] : [], recurrence: 'none' }
  const passed = sendAt > now ? 0 : Math.floor((now - sendAt) / step) + 1
  const count = Math.max(0, left - passed)
  const from = sendAt + passed * step
  const recurrence = RECURRENCES[step]
  const movesDays = row.tipoDias === BEFORE || row.tipoDias === AFTER
  if (count > TIMES && recurrence && !movesDays) {
    changes.push({ reason: 'recurrenceEndless', detail: String(count) })
    return { times: [from], recurrence }
  }
  if (count > TIMES) changes.push({ reason: 'recurrenceCut', detail: String(count) })
  const times = Array.from({ length: Math.min(count, TIMES) }, (_, n) => onWorkingDay(from + n * step, row.tipoDias))
  return { times: times.filter(time => time > now), recurrence: 'none' }
}

/** Offset (ms) of these systems' days from UTC: that of Brasília. */
const ZONE_MS = -3 * 3_600_000

/** Returns a time moved from a weekend to Friday or Monday, if it is to move. */
function onWorkingDay(at: number, type: string | null): number {
  const day = new Date(at + ZONE_MS).getUTCDay()
  if (day !== 0 && day !== 6) return at
  if (type === BEFORE) return at - (day === 6 ? 1 : 2) * DAY_MS
  return type === AFTER ? at + (day === 6 ? 2 : 1) * DAY_MS : at
}
