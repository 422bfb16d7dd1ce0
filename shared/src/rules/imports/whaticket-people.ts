/** Maps queues, users, tags, connections and contacts of Whaticket's family. */
import { WEEKDAYS, type WeekdaySchedule } from '../../entities/working-hours.ts'
import { normalizeNumber } from '../phone-number.ts'
import type { Address } from './imported-address.ts'
import { documentOf, MAX_FIELDS, tidyFields } from './imported-fields.ts'
import { WEEKDAY_NAMES } from './imported-hours.ts'
import type { ImportedConnection, ImportedContact, ImportedQueue, ImportedTag, ImportedUser } from './record.ts'
import { type ChangeNote, colorIn, emailIn, flagOf, instantOf, jsonOf, type Mapped, nameIn, textIn } from './values.ts'
import type { WhaticketRow } from './whaticket-tables.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d/

/**
 * Reads hours of the week: older versions have `startTime` and `endTime`, newer two spans a day (A
 * and B), which are one here, from the first to the last, as a queue has one span a day.
 */
export function schedulesIn(text: string | null, changes: ChangeNote[]): WeekdaySchedule[] {
  const days = jsonOf(text)
  if (!Array.isArray(days) || days.length === 0) return []
  const found = WEEKDAYS.map((weekdayEn, i): WeekdaySchedule => {
    const day: unknown = days.find(one => textIn(one, 'weekdayEn')?.toLowerCase() === weekdayEn)
    const times = ['startTime', 'startTimeA', 'endTime', 'endTimeA', 'startTimeB', 'endTimeB']
      .map(name => textIn(day, name) ?? '')
      .filter(time => TIME.test(time))
      .map(time => time.slice(0, 5))
    const weekday = WEEKDAY_NAMES[i]!
    if (times.length < 2) return { weekday, weekdayEn, startTime: '00:00', endTime: '00:00' }
    if (textIn(day, 'startTimeB') && textIn(day, 'endTimeB')) changes.push({ reason: 'hoursLeft', detail: weekday })
    return { weekday, weekdayEn, startTime: times[0]!, endTime: times.at(-1)! }
  })
  return found.some(({ startTime, endTime }) => startTime !== endTime) ? found : []
}

export function mapQueue(row: WhaticketRow<'Queues'>): Mapped<ImportedQueue> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const record: ImportedQueue = {
    kind: 'queue',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameIn(row.name) || `Fila ${row.id}`,
    color: colorIn(row.color),
    greetingMessage: row.greetingMessage ?? '',
    outOfHoursMessage: row.outOfHoursMessage ?? '',
    schedules: schedulesIn(row.schedules, changes),
  }
  return { record, changes }
}

/** Addresses of the user that an installation comes with. */
const DEFAULT_ADMINS = new Set(['admin@admin.com', 'admin@ticketz.host', 'admin@whaticket.com'])

export function mapUser(row: WhaticketRow<'Users'>, queueIds: string[]): Mapped<ImportedUser> {
  if (!row.id) return { refusal: 'noId' }
  const email = emailIn(row.email)
  if (DEFAULT_ADMINS.has(email)) return { refusal: 'platformUser' }
  if (!email) return { refusal: 'badEmail' }
  const profile = row.profile === 'admin' || row.profile === 'supervisor' ? row.profile : 'user'
  const changes: ChangeNote[] =
    row.profile === null || ['admin', 'user', 'supervisor'].includes(row.profile)
      ? []
      : [{ reason: 'badValue', detail: row.profile.slice(0, 40) }]
  const record: ImportedUser = {
    kind: 'user',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameIn(row.name) || email,
    email,
    profile: flagOf(row.super) ? 'admin' : profile,
    queueIds,
  }
  return { record, changes }
}

export function mapTag(row: WhaticketRow<'Tags'>): Mapped<ImportedTag> {
  if (!row.id) return { refusal: 'noId' }
  const record: ImportedTag = {
    kind: 'tag',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameIn(row.name) || `Tag ${row.id}`,
    color: colorIn(row.color),
    kanban: flagOf(row.kanban),
  }
  return { record, changes: [] }
}

const isOtherChannel = (channel: string | null): boolean =>
  channel !== null && channel !== '' && !channel.toLowerCase().startsWith('whatsapp')

export function mapConnection(row: WhaticketRow<'Whatsapps'>, queueIds: string[]): Mapped<ImportedConnection> {
  if (!row.id) return { refusal: 'noId' }
  if (isOtherChannel(row.channel)) return { refusal: 'otherChannel' }
  const number = normalizeNumber(row.number ?? '')
  const record: ImportedConnection = {
    kind: 'connection',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameIn(row.name) || `Conexão ${row.id}`,
    number: /^\d{8,15}$/.test(number) ? number : null,
    isDefault: flagOf(row.isDefault),
    greetingMessage: row.greetingMessage ?? '',
    // Older versions call the farewell so.
    complationMessage: row.complationMessage || (row.farewellMessage ?? ''),
    outOfHoursMessage: row.outOfHoursMessage ?? '',
    ratingMessage: row.ratingMessage ?? '',
    schedules: [],
    queueIds,
  }
  return { record, changes: [] }
}

/** Reads the address of a contact; `lids` are those of the LID map. */
export function addressOf(
  row: Pick<WhaticketRow<'Contacts'>, 'number' | 'lid' | 'isGroup'>,
  lids: readonly string[],
): Address | undefined {
  const given = (row.number ?? '').trim()
  const domain = /@(.+)$/.exec(given)?.[1]
  const bare = given.replace(/@.*$/, '')
  if (flagOf(row.isGroup) || domain === 'g.us') {
    return /^\d{6,25}(-\d{6,14})?$/.test(bare) ? { isGroup: true, number: bare, lid: null } : undefined
  }
  const lid = [domain === 'lid' ? bare : '', row.lid ?? '', ...lids]
    .map(one => one.replace(/@.*$/, ''))
    .find(one => /^\d{6,20}$/.test(one))
  const digits = domain === 'lid' ? '' : bare.replace(/:.*$/, '').replace(/\D/g, '')
  // Some versions keep a LID where the number should be.
  const number = /^\d{8,15}$/.test(digits) && digits !== lid ? digits : ''
  return number || lid ? { isGroup: false, number, lid: lid ?? null } : undefined
}

/** Row of a contact with its other rows, and those of its doubles. */
export type ContactRows = {
  row: WhaticketRow<'Contacts'>
  address: Address
  fields: WhaticketRow<'ContactCustomFields'>[]
  tagIds: string[]
}

/** Maps a contact and its doubles; the first is the one whose id stays. */
export function mapContact([first, ...doubles]: [ContactRows, ...ContactRows[]]): Mapped<ImportedContact> {
  const all = [first, ...doubles]
  const changes: ChangeNote[] = []
  const rows = all.flatMap(({ fields }) => fields)
  const extraInfo = tidyFields(rows, changes)
  const group = all.some(({ address }) => address.isGroup)
  const number = all.find(({ address }) => address.number)?.address.number ?? ''
  const lid = all.find(({ address }) => address.lid)?.address.lid ?? null
  const isPlaceholder = (name: string) => /^[\d+@.:\s-]*$/.test(name) || name.endsWith('@lid')
  const names = all.map(({ row }) => nameIn(row.name)).filter(Boolean)
  const name = names.find(one => !isPlaceholder(one)) ?? (number || names[0] || lid || '')
  if (name.includes('\ufffd')) changes.push({ reason: 'badText' })
  const record: ImportedContact = {
    kind: 'contact',
    source: { id: first.row.id!, line: first.row.line },
    createdAt: first.row.at ?? instantOf(first.row.updatedAt) ?? 0,
    contains: { field: rows.length },
    name,
    number,
    lid,
    isGroup: group,
    email: all.map(({ row }) => emailIn(row.email)).find(Boolean) ?? '',
    extraInfo: extraInfo.slice(0, MAX_FIELDS),
    document: documentOf(extraInfo),
    tagIds: [...new Set(all.flatMap(({ tagIds }) => tagIds))],
    alsoIds: doubles.map(({ row }) => row.id!),
    updatedAt: Math.max(...all.map(({ row }) => instantOf(row.updatedAt) ?? row.at ?? 0)),
  }
  return { record, changes }
}

/** Returns whether a contact is of another channel than WhatsApp. */
export const isOfOtherChannel = (row: Pick<WhaticketRow<'Contacts'>, 'channel'>): boolean => isOtherChannel(row.channel)
