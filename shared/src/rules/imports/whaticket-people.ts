/** Maps queues, users, tags, connections and contacts of Whaticket's family. */
import { WEEKDAYS, type WeekdaySchedule } from '../../entities/working-hours.ts'
import { normalizeNumber } from '../phone-number.ts'
import type { Address } from './imported-address.ts'
import { documentOf, MAX_FIELDS, tidyFields } from './imported-fields.ts'
import { WEEKDAY_NAMES } from './imported-hours.ts'
import { whaticketText } from './imported-variables.ts'
import type { ImportedConnection, ImportedContact, ImportedQueue, ImportedTag, ImportedUser } from './record.ts'
import { type ChangeNote, colorIn, emailIn, flagOf, instantOf, type Mapped, nameWith } from './values.ts'
import { schedulesIn, timeIn } from './whaticket-hours.ts'
import type { WhaticketRow } from './whaticket-tables.ts'

export function mapQueue(row: WhaticketRow<'Queues'>): Mapped<ImportedQueue> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const record: ImportedQueue = {
    kind: 'queue',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.name, changes) || `Fila ${row.id}`,
    color: colorIn(row.color, changes),
    greetingMessage: whaticketText(row.greetingMessage ?? '', changes),
    outOfHoursMessage: whaticketText(row.outOfHoursMessage ?? '', changes),
    schedules: schedulesIn(row.schedules, changes),
  }
  return { record, changes }
}

/**
 * Reads the hours in which a user works, the same each day, in which forks of Whaticket let them in.
 * A day from end to end is none.
 */
function workIn({ startWork, endWork }: WhaticketRow<'Users'>): WeekdaySchedule[] {
  const [start, end] = [timeIn(startWork), timeIn(endWork)]
  if (start === '' || end === '' || start === end || (start === '00:00' && end === '23:59')) return []
  return WEEKDAYS.map((weekdayEn, i) => ({ weekday: WEEKDAY_NAMES[i]!, weekdayEn, startTime: start, endTime: end }))
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
    name: nameWith(row.name, changes) || email,
    email,
    profile: flagOf(row.super) ? 'admin' : profile,
    queueIds,
    allTicket: flagOf(row.allTicket),
    accessHours: profile === 'admin' || flagOf(row.super) ? [] : workIn(row),
  }
  return { record, changes }
}

export function mapTag(row: WhaticketRow<'Tags'>): Mapped<ImportedTag> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const record: ImportedTag = {
    kind: 'tag',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.name, changes) || `Tag ${row.id}`,
    color: colorIn(row.color, changes),
    kanban: flagOf(row.kanban),
  }
  return { record, changes }
}

const isOtherChannel = (channel: string | null): boolean =>
  channel !== null && channel !== '' && !channel.toLowerCase().startsWith('whatsapp')

export function mapConnection(row: WhaticketRow<'Whatsapps'>, queueIds: string[]): Mapped<ImportedConnection> {
  if (!row.id) return { refusal: 'noId' }
  if (isOtherChannel(row.channel)) return { refusal: 'otherChannel' }
  const changes: ChangeNote[] = []
  const text = (written: string | null) => whaticketText(written ?? '', changes)
  // Whaticket has it from WhatsApp, with its country code.
  const number = normalizeNumber(`+${row.number ?? ''}`)
  const record: ImportedConnection = {
    kind: 'connection',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.name, changes) || `Conexão ${row.id}`,
    number: /^\d{8,15}$/.test(number) ? number : null,
    isDefault: flagOf(row.isDefault),
    greetingMessage: text(row.greetingMessage),
    // Older versions call the farewell so.
    complationMessage: text(row.complationMessage || row.farewellMessage),
    outOfHoursMessage: text(row.outOfHoursMessage),
    ratingMessage: text(row.ratingMessage),
    schedules: [],
    queueIds,
  }
  return { record, changes }
}

const JID = /^\d[\d:-]*@(s\.whatsapp\.net|c\.us|lid|g\.us)$/

/** Reads the address of a contact; `lids` are those of the LID map. */
export function addressOf(
  row: Pick<WhaticketRow<'Contacts'>, 'number' | 'lid' | 'isGroup'> & {
    remoteJid?: string | null
    numberLid?: string | null
  },
  lids: readonly string[],
): Address | undefined {
  const jid = JID.test(row.remoteJid ?? '') ? row.remoteJid! : ''
  const given = (row.number ?? '').trim() || jid
  const domain = /@(.+)$/.exec(given)?.[1]
  const bare = given.replace(/@.*$/, '')
  if (flagOf(row.isGroup) || domain === 'g.us') {
    return /^\d{6,25}(-\d{6,14})?$/.test(bare) ? { isGroup: true, number: bare, lid: null } : undefined
  }
  const lid = [
    domain === 'lid' ? bare : '',
    row.lid ?? '',
    row.numberLid ?? '',
    jid.endsWith('@lid') ? jid : '',
    ...lids,
  ]
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
  /** Ids of tags that did not come. */
  lostTags: string[]
}

/**
 * Maps a contact and its doubles; the first is the one whose id stays.
 * @param now time of the import (epoch ms), for a row without a date
 */
export function mapContact([first, ...doubles]: [ContactRows, ...ContactRows[]], now: number): Mapped<ImportedContact> {
  const all = [first, ...doubles]
  const changes: ChangeNote[] = []
  const rows = all.flatMap(({ fields }) => fields)
  const cpfs = all.flatMap(({ row }) => (row.cpf ? [{ name: 'CPF', value: row.cpf }] : []))
  const extraInfo = tidyFields([...cpfs, ...rows], changes)
  for (const detail of new Set(all.flatMap(({ lostTags }) => lostTags))) changes.push({ reason: 'tagMissing', detail })
  const group = all.some(({ address }) => address.isGroup)
  const number = all.find(({ address }) => address.number)?.address.number ?? ''
  const lid = all.find(({ address }) => address.lid)?.address.lid ?? null
  const isPlaceholder = (name: string) => /^[\d+@.:\s-]*$/.test(name) || name.endsWith('@lid')
  const names = all.map(({ row }) => row.name?.trim() ?? '').filter(Boolean)
  const name = nameWith(names.find(one => !isPlaceholder(one)) ?? (number || names[0] || lid || ''), changes)
  for (const { row } of all)
    if (row.email?.trim() && !emailIn(row.email))
      changes.push({ reason: 'badValue', detail: `email ${row.email.slice(0, 40)}` })
  if (first.row.at === null) changes.push({ reason: 'dateReplaced' })
  const createdAt = first.row.at ?? instantOf(first.row.updatedAt) ?? now
  const record: ImportedContact = {
    kind: 'contact',
    source: { id: first.row.id!, line: first.row.line },
    createdAt,
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
    isBlocked: all.some(({ row }) => row.active !== null && !flagOf(row.active)),
    updatedAt: Math.max(...all.map(({ row }) => instantOf(row.updatedAt) ?? row.at ?? createdAt)),
  }
  return { record, changes }
}

/** Returns whether a contact is of another channel than WhatsApp. */
export const isOfOtherChannel = (row: Pick<WhaticketRow<'Contacts'>, 'channel'>): boolean => isOtherChannel(row.channel)
