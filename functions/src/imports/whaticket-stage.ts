/** Prepares the staged tables of Whaticket's family for reading in order. */
import { addressOf, isOfOtherChannel } from '@balcao/shared/rules/imports/whaticket-people.ts'
import { WHATICKET_TABLES, type WhaticketRow } from '@balcao/shared/rules/imports/whaticket-tables.ts'
import { type GroupedPerson, groupPeople } from './group-people.ts'
import { makeDoubled, type StagePlan, type Staging, setDoublesApart } from './staging.ts'

const messageColumns: readonly string[] = WHATICKET_TABLES.Messages
const [TYPE, DATA, PARTICIPANT] = ['mediaType', 'dataJson', 'participant'].map(name =>
  messageColumns.indexOf(name),
) as [number, number, number]
/** Kinds of messages of which the protocol's own message tells more than the row. */
const TELLING = /^(audio|image|locationMessage|liveLocationMessage)$/

export const WHATICKET_PLAN: StagePlan = {
  prefix: 'w_',
  tables: WHATICKET_TABLES,
  createdColumn: 'createdAt',
  companyColumn: 'companyId',
  filtered: ['Messages'],
  trim: {
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
        PARTITION BY p.root, t.whatsappId ORDER BY t.updatedAt DESC, CAST(t.id AS INTEGER) DESC) AS place
      FROM w_Tickets t JOIN people p ON p.id = t.contactId
      WHERE t.status <> 'closed' AND t.companyId ${owner}) WHERE place > 1;
    CREATE INDEX beside_id ON beside (id);`)
}

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
