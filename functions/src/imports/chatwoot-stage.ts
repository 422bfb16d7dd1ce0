/** Prepares the staged tables of Chatwoot for reading in order. */

import { EVOLUTION, isReaction, quotedIdOf, quotedSourceOf } from '@balcao/shared/rules/imports/chatwoot-messages.ts'
import { addressOfContact, channelOf, type InboxRow } from '@balcao/shared/rules/imports/chatwoot-people.ts'
import { CHATWOOT_TABLES, type ChatwootRow } from '@balcao/shared/rules/imports/chatwoot-tables.ts'
import { LIVE_STATUSES } from '@balcao/shared/rules/imports/chatwoot-tickets.ts'
import { groupPeople } from './group-people.ts'
import { makeDoubled, type StagePlan, type Staging, setDoublesApart } from './staging.ts'

export const CHATWOOT_PLAN: StagePlan = {
  prefix: 'c_',
  tables: CHATWOOT_TABLES,
  createdColumn: 'created_at',
  companyColumn: 'account_id',
  past: {
    contacts: ['updated_at'],
    conversations: ['first_reply_created_at', 'last_activity_at', 'agent_last_seen_at', 'updated_at'],
    csat_survey_responses: ['review_notes_updated_at'],
  },
  untouched: ['accounts', 'users', 'campaigns'],
  filtered: ['messages', 'attachments'],
}

const WITH_ID = [
  'users',
  'teams',
  'inboxes',
  'labels',
  'contacts',
  'canned_responses',
  'macros',
  'campaigns',
  'custom_attribute_definitions',
  'conversations',
  'messages',
  'notes',
] as const

/** Inboxes with what their channels' rows say. */
export const inboxesOf = (staging: Staging, account: string | null): InboxRow[] =>
  staging.all<InboxRow>(
    `SELECT i.*, coalesce(w.phone_number, t.phone_number) AS phone, t.medium FROM c_inboxes i
     LEFT JOIN c_channel_whatsapp w ON w.id = i.channel_id AND i.channel_type = 'Channel::Whatsapp'
     LEFT JOIN c_channel_twilio_sms t ON t.id = i.channel_id AND i.channel_type = 'Channel::TwilioSms'
     WHERE i.account_id IS ? ORDER BY CAST(i.id AS INTEGER), i.line`,
    account,
  )

/**
 * Makes indexes, sets rows with a doubled id apart, and finds doubled contacts and live
 * conversations beside others.
 */
export function prepareChatwoot(staging: Staging, account: string | null): void {
  makeDoubled(staging)
  for (const table of WITH_ID) setDoublesApart(staging, `c_${table}`, 'id')
  staging.run(`
    CREATE INDEX c_by_contact ON c_contact_inboxes (contact_id);
    CREATE INDEX c_by_conversation ON c_messages (conversation_id, at);
    CREATE INDEX c_by_source ON c_messages (source_id);
    CREATE INDEX c_by_message ON c_attachments (message_id);
    CREATE INDEX c_by_record ON c_active_storage_attachments (record_id);
    CREATE INDEX c_blobs ON c_active_storage_blobs (id);
    CREATE INDEX c_by_tagged ON c_taggings (taggable_id);
    CREATE INDEX c_ratings ON c_csat_survey_responses (conversation_id);
    CREATE INDEX c_events ON c_reporting_events (conversation_id);
    CREATE INDEX c_notes_of ON c_notes (contact_id);
    CREATE INDEX c_companies_id ON c_companies (id);
    CREATE TABLE c_reactions (row INTEGER PRIMARY KEY, target INTEGER);
    CREATE INDEX c_reactions_of ON c_reactions (target);
    CREATE TABLE taken_tickets (id TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE last_tickets (contactId TEXT PRIMARY KEY, id TEXT, createdAt INTEGER) WITHOUT ROWID;
    CREATE INDEX last_by_ticket ON last_tickets (id);`)
  giveOwnIds(staging)
  findReactions(staging, account)
  groupPeople(staging, peopleOf(staging, account))
  staging.run(`
    CREATE TABLE beside AS SELECT id FROM (
      SELECT t.id, row_number() OVER (
        PARTITION BY p.root, t.inbox_id ORDER BY t.last_activity_at DESC, CAST(t.id AS INTEGER) DESC) AS place
      FROM c_conversations t JOIN people p ON p.id = t.contact_id
      WHERE t.status IN (${LIVE_STATUSES.map(status => `'${status}'`).join(', ')})) WHERE place > 1;
    CREATE INDEX beside_id ON beside (id);`)
}

/**
 * Gives an id of their own to the later ones of messages that share WhatsApp's: Chatwoot makes a row
 * of each contact card of a message, Evolution API one of each edit.
 */
const giveOwnIds = (staging: Staging): void =>
  staging.run(`
    UPDATE c_messages SET source_id = CASE WHEN source_id LIKE '${EVOLUTION}%' THEN '${EVOLUTION}' ELSE '' END
      || 'chatwoot-' || id WHERE rowid IN (
      SELECT row FROM (
        SELECT rowid AS row, row_number() OVER (
          PARTITION BY conversation_id, source_id ORDER BY at, CAST(id AS INTEGER)) AS place
        FROM c_messages WHERE source_id IN (
          SELECT source_id FROM c_messages WHERE source_id <> '' GROUP BY source_id HAVING count(*) > 1))
      WHERE place > 1)`)

/** Finds the messages of bridges that are reactions, each with the message it is to. */
function findReactions(staging: Staging, account: string | null): void {
  const rows = staging.each<ChatwootRow<'messages'> & { row: number }>(
    `SELECT m.*, m.rowid AS row FROM c_messages m
     WHERE m.account_id IS ? AND m.content_attributes LIKE '%is_reaction%'`,
    account,
  )
  for (const row of rows) {
    if (!isReaction(row)) continue
    const id = quotedIdOf(row)
    const [column, value] = id ? ['id', id] : ['source_id', quotedSourceOf(row) ?? null]
    const target = staging.first<{ row: number }>(
      `SELECT rowid AS row FROM c_messages WHERE ${column} = ? AND conversation_id = ? AND rowid <> ?`,
      value,
      row.conversation_id,
      row.row,
    )
    staging.all('INSERT INTO c_reactions VALUES (?, ?)', row.row, target?.row ?? null)
  }
}

function* peopleOf(staging: Staging, account: string | null) {
  const ofWhatsapp = JSON.stringify(
    inboxesOf(staging, account)
      .filter(inbox => channelOf(inbox) !== 'other')
      .map(({ id }) => id),
  )
  const rows = staging.each<ChatwootRow<'contacts'>>(
    'SELECT * FROM c_contacts WHERE account_id IS ? AND id IS NOT NULL ORDER BY at IS NULL, at, CAST(id AS INTEGER)',
    account,
  )
  for (const row of rows) {
    const sources = staging.all<{ source_id: string | null }>(
      'SELECT source_id FROM c_contact_inboxes WHERE contact_id = ? AND inbox_id IN (SELECT value FROM json_each(?)) ORDER BY line',
      row.id,
      ofWhatsapp,
    )
    yield {
      id: row.id!,
      name: row.name,
      address: addressOfContact(
        row,
        sources.map(one => one.source_id ?? ''),
      ),
    }
  }
}
