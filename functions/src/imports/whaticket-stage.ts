/** Prepares the staged tables of Whaticket's family for reading in order. */
import { addressOf, isOfOtherChannel } from '@balcao/shared/rules/imports/whaticket-people.ts'
import { WHATICKET_TABLES, type WhaticketRow } from '@balcao/shared/rules/imports/whaticket-tables.ts'
import { LIVE_STATUSES } from '@balcao/shared/rules/imports/whaticket-tickets.ts'
import { type GroupedPerson, groupPeople } from './group-people.ts'
import { makeDoubled, type StagePlan, type Staging, setDoublesApart } from './staging.ts'

const messageColumns: readonly string[] = WHATICKET_TABLES.Messages
const [TYPE, DATA, PARTICIPANT] = ['mediaType', 'dataJson', 'participant'].map(name =>
  messageColumns.indexOf(name),
) as [number, number, number]
/** Kinds of messages of which the protocol's own message tells more than the row. */
const TELLING = /^(audio|image|locationMessage|liveLocationMessage)$/

/** Setting of Ticketz by which quick replies are everybody's (`company`) or their user's. */
export const SHARES_QUICK_MESSAGES = 'quickMessages'

export const WHATICKET_PLAN: StagePlan = {
  prefix: 'w_',
  tables: WHATICKET_TABLES,
  createdColumn: 'createdAt',
  companyColumn: 'companyId',
  past: {
    Contacts: ['updatedAt'],
    Tickets: ['updatedAt'],
    TicketTraking: ['queuedAt', 'startedAt', 'finishedAt'],
  },
  untouched: ['Companies', 'Users', 'Campaigns', 'CampaignShipping', 'Schedules'],
  filtered: ['Messages'],
  trim: {
    // Others are keys of other systems, which nobody needs here.
    Settings(values) {
      if (values[0] !== SHARES_QUICK_MESSAGES) values[1] = null
    },
    Messages(values) {
      const data = values[DATA]
      const isNeeded =
        data && (TELLING.test(values[TYPE] ?? '') || (!values[PARTICIPANT] && data.includes('"participant":"')))
      // Of the others only whether they were forwarded is asked.
      if (!isNeeded) values[DATA] = data?.includes('"isForwarded":true') ? '"isForwarded":true' : null
    },
  },
}

/** Tables whose rows have an id of their own. */
const WITH_ID = [
  'Queues',
  'Users',
  'Tags',
  'Whatsapps',
  'Contacts',
  'QuickMessages',
  'QuickAnswers',
  'ContactLists',
  'ContactListItems',
  'Campaigns',
  'CampaignShipping',
  'Tickets',
  'TicketNotes',
  'Schedules',
] as const

/**
 * Makes indexes, sets rows with a doubled id apart, and finds what belongs together: doubled
 * contacts, reactions and earlier texts of messages, live tickets beside others.
 */
export function prepareWhaticket(staging: Staging, company: string | null): void {
  const owner = company === null ? 'IS NULL' : `= '${company.replaceAll("'", "''")}'`
  makeDoubled(staging)
  for (const table of WITH_ID) setDoublesApart(staging, `w_${table}`, 'id')
  setDoublesApart(staging, 'w_Messages', 'id, ticketId')
  if (company === null) readTimesOfCommunity(staging)
  else adoptRows(staging, company)
  staging.run(`
    CREATE INDEX by_fields ON w_ContactCustomFields (contactId);
    CREATE INDEX by_contact_tags ON w_ContactTags (contactId);
    CREATE INDEX by_lids ON w_WhatsappLidMaps (contactId);
    CREATE INDEX by_trackings ON w_TicketTraking (ticketId);
    CREATE INDEX by_tags ON w_TicketTags (ticketId);
    CREATE INDEX by_ratings ON w_UserRatings (ticketId);
    CREATE INDEX by_notes ON w_TicketNotes (ticketId, at);
    CREATE INDEX by_of_ticket ON w_Messages (ticketId, at);
    CREATE TABLE reactions AS
      SELECT r.rowid AS row, (
        SELECT m.rowid FROM w_Messages m
        WHERE m.id = r.quotedMsgId AND m.mediaType IS NOT 'reactionMessage' AND m.companyId ${owner}
        ORDER BY m.ticketId = r.ticketId DESC LIMIT 1) AS target
      FROM w_Messages r WHERE r.mediaType = 'reactionMessage' AND r.companyId ${owner};
    CREATE INDEX reactions_of ON reactions (target);
    CREATE TABLE earlier AS
      SELECT o.rowid AS row, (
        SELECT m.rowid FROM w_Messages m
        WHERE m.id = o.messageId AND m.mediaType IS NOT 'reactionMessage' AND m.companyId ${owner}
        ORDER BY m.ticketId = o.ticketId DESC LIMIT 1) AS target
      FROM w_OldMessages o LEFT JOIN w_Tickets t ON t.id = o.ticketId
      WHERE t.id IS NULL OR t.companyId ${owner};
    CREATE INDEX earlier_of ON earlier (target);
    CREATE TABLE taken_tickets (id TEXT PRIMARY KEY, createdAt INTEGER, contactId TEXT) WITHOUT ROWID;`)
  groupPeople(staging, peopleOf(staging, company))
  staging.run(`
    CREATE TABLE beside AS SELECT id FROM (
      SELECT t.id, row_number() OVER (
        PARTITION BY p.root, (SELECT w.id FROM w_Whatsapps w WHERE w.id = t.whatsappId)
        ORDER BY t.updatedAt DESC, CAST(t.id AS INTEGER) DESC) AS place
      FROM w_Tickets t JOIN people p ON p.id = t.contactId
      WHERE t.status IN (${LIVE_STATUSES.map(status => `'${status}'`).join(', ')}) AND t.companyId ${owner}) WHERE place > 1;
    CREATE INDEX beside_id ON beside (id);`)
}

/** Tables with their columns. */
const TABLES: [string, readonly string[]][] = Object.entries(WHATICKET_TABLES)

/**
 * Adds its zone to the times of Whaticket Community: it tells its library `timezone: "-03:00"`, and
 * MySQL keeps no zone. PostgreSQL prints one. Users stay, as the first one's time names the place.
 */
function readTimesOfCommunity(staging: Staging): void {
  const sample = staging.first<{ time: string }>(
    "SELECT updatedAt AS time FROM w_Tickets WHERE updatedAt GLOB '[0-9]*' LIMIT 1",
  )
  if (!sample || /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(sample.time.slice(10))) return
  for (const [table, columns] of TABLES) {
    if (table === 'Users') continue
    const times = columns.filter(column => column.endsWith('At'))
    const sets = ['at = at + 10800000', ...times.map(column => `${column} = ${column} || '-03:00'`)]
    staging.run(`UPDATE w_${table} SET ${sets.join(', ')}`)
  }
}

/**
 * Gives rows that name no company to the wanted one: tickets by their contact, messages by their
 * ticket, and all of them if there is no other company. Older versions left the column empty.
 */
function adoptRows(staging: Staging, company: string): void {
  const isAlone = staging.first<{ n: number }>('SELECT count(*) AS n FROM w_Companies')!.n < 2
  const parents: Record<string, string> = {
    Tickets: 'SELECT 1 FROM w_Contacts p WHERE p.id = contactId AND p.companyId = :company',
    Messages: 'SELECT 1 FROM w_Tickets p WHERE p.id = ticketId AND p.companyId = :company',
  }
  for (const [table, columns] of TABLES.toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))) {
    const parent = parents[table]
    if (!columns.includes('companyId') || (!isAlone && !parent)) continue
    const which = isAlone ? '' : ` AND EXISTS (${parent!.replace(':company', '?2')})`
    staging.all(
      `UPDATE w_${table} SET companyId = ?1 WHERE companyId IS NULL${which}`,
      ...(isAlone ? [company] : [company, company]),
    )
  }
}

/** Tables whose companies decide about those of others, in their order. */
const ORDER = ['Contacts', 'Tickets', 'Messages']

/** Yields the contacts with their addresses, the oldest first. */
function* peopleOf(staging: Staging, company: string | null): Generator<GroupedPerson> {
  const rows = staging.each<WhaticketRow<'Contacts'>>(
    `SELECT * FROM w_Contacts WHERE companyId IS ? AND id IS NOT NULL ORDER BY at IS NULL, at, CAST(id AS INTEGER)`,
    company,
  )
  for (const row of rows) {
    const lids = lidsOf(staging, row.id!)
    const address = isOfOtherChannel(row) ? 'otherChannel' : (addressOf(row, lids) ?? 'badNumber')
    yield { id: row.id!, name: row.name, address }
  }
}

/** Returns the LIDs that the map has of a contact, the first one first. */
export const lidsOf = (staging: Staging, contactId: string): string[] =>
  staging
    .all<{ lid: string | null }>('SELECT lid FROM w_WhatsappLidMaps WHERE contactId = ? ORDER BY line', contactId)
    .map(({ lid }) => lid ?? '')
