/** Maps teams, agents, labels, inboxes and contacts of Chatwoot. */
import { WEEKDAYS, type WeekdaySchedule } from '../../entities/working-hours.ts'
import { normalizeNumber } from '../phone-number.ts'
import { whatsappMarks } from './chatwoot-markdown.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import type { Address } from './imported-address.ts'
import { documentOf, MAX_FIELDS, tidyFields } from './imported-fields.ts'
import { WEEKDAY_NAMES } from './imported-hours.ts'
import { chatwootText } from './imported-variables.ts'
import type { ImportedConnection, ImportedContact, ImportedQueue, ImportedTag, ImportedUser } from './record.ts'
import {
  type ChangeNote,
  colorIn,
  emailIn,
  flagOf,
  instantOf,
  jsonOf,
  type Mapped,
  nameWith,
  textIn,
  wholeNumberOf,
} from './values.ts'

/** Maps a team: what is a queue here. */
export function mapTeam(row: ChatwootRow<'teams'>): Mapped<ImportedQueue> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const record: ImportedQueue = {
    kind: 'queue',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.name, changes) || `Fila ${row.id}`,
    color: colorIn(null, changes),
    greetingMessage: '',
    outOfHoursMessage: '',
    schedules: [],
  }
  return { record, changes }
}

/** Maps an agent; role 1 is an administrator. */
export function mapAgent(
  row: ChatwootRow<'users'> & { role: string | null },
  queueIds: string[],
): Mapped<ImportedUser> {
  if (!row.id) return { refusal: 'noId' }
  const email = emailIn(row.email)
  if (!email) return { refusal: 'badEmail' }
  const changes: ChangeNote[] = []
  const record: ImportedUser = {
    kind: 'user',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.name, changes) || email,
    email,
    profile: row.role === '1' ? 'admin' : 'user',
    queueIds,
    allTicket: false,
    accessHours: [],
  }
  return { record, changes }
}

export function mapLabel(row: ChatwootRow<'labels'>): Mapped<ImportedTag> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const record: ImportedTag = {
    kind: 'tag',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.title, changes) || `Tag ${row.id}`,
    color: colorIn(row.color, changes),
    kanban: false,
  }
  return { record, changes }
}

/** Inbox with what its channel's row says. */
export type InboxRow = ChatwootRow<'inboxes'> & { phone: string | null; medium: string | null }

/**
 * Returns whether conversations of an inbox are WhatsApp's. Bridges to a linked device use inboxes
 * of the API: there it depends on the contact.
 */
export function channelOf({
  channel_type: type,
  medium,
}: Pick<InboxRow, 'channel_type' | 'medium'>): 'whatsapp' | 'api' | 'other' {
  if (type === 'Channel::Whatsapp' || (type === 'Channel::TwilioSms' && medium === '1')) return 'whatsapp'
  return type === 'Channel::Api' ? 'api' : 'other'
}

export function mapInbox(row: InboxRow, hours: ChatwootRow<'working_hours'>[]): Mapped<ImportedConnection> {
  if (!row.id) return { refusal: 'noId' }
  if (channelOf(row) === 'other') return { refusal: 'otherChannel' }
  const changes: ChangeNote[] = []
  const text = (flag: string | null, written: string | null) =>
    flagOf(flag) ? chatwootText(whatsappMarks(written ?? ''), () => undefined, changes) : ''
  const number = normalizeNumber(row.phone ?? '')
  const record: ImportedConnection = {
    kind: 'connection',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameWith(row.name, changes) || `Conexão ${row.id}`,
    number: /^\d{8,15}$/.test(number) ? number : null,
    isDefault: false,
    greetingMessage: text(row.greeting_enabled, row.greeting_message),
    complationMessage: '',
    outOfHoursMessage: text(row.working_hours_enabled, row.out_of_office_message),
    ratingMessage: '',
    schedules: flagOf(row.working_hours_enabled) ? weekIn(hours) : [],
    queueIds: [],
  }
  return { record, changes }
}

/** Reads hours of the week; day 0 is Sunday. */
function weekIn(hours: ChatwootRow<'working_hours'>[]): WeekdaySchedule[] {
  const time = (hour: string | null, minute: string | null) =>
    `${String(wholeNumberOf(hour) ?? 0).padStart(2, '0')}:${String(wholeNumberOf(minute) ?? 0).padStart(2, '0')}`
  return WEEKDAYS.map((weekdayEn, i): WeekdaySchedule => {
    const weekday = WEEKDAY_NAMES[i]!
    const day = hours.find(row => Number(row.day_of_week) === (i + 1) % 7)
    if (!day || flagOf(day.closed_all_day)) return { weekday, weekdayEn, startTime: '00:00', endTime: '00:00' }
    if (flagOf(day.open_all_day)) return { weekday, weekdayEn, startTime: '00:00', endTime: '24:00' }
    return {
      weekday,
      weekdayEn,
      startTime: time(day.open_hour, day.open_minutes),
      endTime: time(day.close_hour, day.close_minutes),
    }
  })
}

const JID = /^(?<id>\d[\d-]*)(?::\d+)?@(?<domain>s\.whatsapp\.net|c\.us|lid|g\.us)$/

/**
 * Reads the address of a contact: its number, else what bridges keep as its identifier, else its id
 * in an inbox of WhatsApp.
 * @returns a refusal if it has none: it came by e-mail or the web
 */
export function addressOfContact(
  row: Pick<ChatwootRow<'contacts'>, 'phone_number' | 'identifier'>,
  sourceIds: readonly string[],
): Address | 'badNumber' | 'otherChannel' {
  const jids = [row.identifier ?? '', ...sourceIds].map(text => JID.exec(text.trim())?.groups).filter(Boolean)
  const group = jids.find(jid => jid!.domain === 'g.us')
  if (group) return { isGroup: true, number: group.id!, lid: null }
  const lid = jids.find(jid => jid!.domain === 'lid')?.id ?? null
  const candidates = [
    row.phone_number ?? '',
    // WhatsApp's own ids have their country code.
    ...jids.filter(jid => jid!.domain !== 'lid').map(jid => `+${jid!.id}`),
    ...sourceIds.map(text => text.replace(/^whatsapp:/, '')).filter(text => /^\+?\d{8,15}$/.test(text)),
    // Bridges to linked devices give the LID's digits as the id in the inbox, and as the phone.
  ].filter(text => text && text.replace(/^\+/, '') !== lid)
  const number = candidates.map(normalizeNumber).find(one => /^\d{8,15}$/.test(one)) ?? ''
  if (number || lid) return { isGroup: false, number, lid }
  return candidates.length > 0 ? 'badNumber' : 'otherChannel'
}

/** Row of a contact with its address, and the ids of its labels. */
export type ContactRows = {
  row: ChatwootRow<'contacts'>
  address: Address
  tagIds: string[]
  /** Names of labels that did not come. */
  lostTags: string[]
  /** Name of the company where the contact works. */
  company: string | null
}

/** Facts that the form of a contact asks for, and programs that write it, by their names here. */
const PROFILE: readonly [name: string, ...path: string[]][] = [
  ['Cidade', 'city'],
  ['País', 'country'],
  ['Descrição', 'description'],
  ...['Facebook', 'Instagram', 'LinkedIn', 'Twitter', 'GitHub', 'Telegram', 'TikTok'].map(
    name => [name, 'social_profiles', name.toLowerCase()] as [string, ...string[]],
  ),
]

/** Returns what a contact's form says besides its attributes. */
function profileOf(
  { additional_attributes }: Pick<ChatwootRow<'contacts'>, 'additional_attributes'>,
  company: string | null,
): { name: string; value: string }[] {
  const facts = jsonOf(additional_attributes)
  return [
    { name: 'Empresa', value: company ?? textIn(facts, 'company_name') ?? '' },
    ...PROFILE.map(([name, ...path]) => ({ name, value: textIn(facts, ...path) ?? '' })),
  ]
}

/**
 * Maps a contact and its doubles; the first is the one whose id stays.
 * @param nameOfField names of custom attributes by their keys
 */
export function mapChatwootContact(
  [first, ...doubles]: [ContactRows, ...ContactRows[]],
  nameOfField: (key: string) => string | undefined,
): Mapped<ImportedContact> {
  const all = [first, ...doubles]
  const changes: ChangeNote[] = []
  const fields = tidyFields(
    all.flatMap(({ row, company }) => [
      ...Object.entries(jsonOf(row.custom_attributes) ?? {}).map(([key, value]) => ({
        name: nameOfField(key) ?? key,
        value: value === null || typeof value === 'object' ? '' : String(value),
      })),
      ...profileOf(row, company),
    ]),
    changes,
  )
  for (const name of new Set(all.flatMap(({ lostTags }) => lostTags)))
    changes.push({ reason: 'tagMissing', detail: name })
  const number = all.find(({ address }) => address.number)?.address.number ?? ''
  const lid = all.find(({ address }) => address.lid)?.address.lid ?? null
  const fullName = ({ row }: ContactRows) => [row.name, row.middle_name, row.last_name].filter(Boolean).join(' ').trim()
  if (first.row.at === null) changes.push({ reason: 'dateReplaced' })
  const record: ImportedContact = {
    kind: 'contact',
    source: { id: first.row.id!, line: first.row.line },
    createdAt: first.row.at ?? instantOf(first.row.updated_at) ?? 0,
    name: nameWith(all.map(fullName).find(Boolean) ?? null, changes) || number || lid || '',
    number,
    lid,
    isGroup: all.some(({ address }) => address.isGroup),
    email: all.map(({ row }) => emailIn(row.email)).find(Boolean) ?? '',
    extraInfo: fields.slice(0, MAX_FIELDS),
    document: documentOf(fields),
    tagIds: [...new Set(all.flatMap(({ tagIds }) => tagIds))],
    alsoIds: doubles.map(({ row }) => row.id!),
    isBlocked: all.some(({ row }) => flagOf(row.blocked)),
    updatedAt: Math.max(...all.map(({ row }) => instantOf(row.updated_at) ?? row.at ?? 0)),
  }
  return { record, changes }
}
