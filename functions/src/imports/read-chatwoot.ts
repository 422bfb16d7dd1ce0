/** Reads the staged tables of Chatwoot as neutral records, in the order of the stream. */
import { mapCannedResponse, mapChatwootCampaign } from '@balcao/shared/rules/imports/chatwoot-content.ts'
import { mapTicketField, OF_CONTACT, OF_CONVERSATION } from '@balcao/shared/rules/imports/chatwoot-fields.ts'
import { mapMacro } from '@balcao/shared/rules/imports/chatwoot-macros.ts'
import {
  type AttachmentRow,
  fileKindOf,
  isPrivate,
  isReaction,
  mapChatwootMessage,
  quotedIdOf,
  quotedSourceOf,
} from '@balcao/shared/rules/imports/chatwoot-messages.ts'
import { mapChatwootNote } from '@balcao/shared/rules/imports/chatwoot-notes.ts'
import {
  type ContactRows,
  channelOf,
  mapAgent,
  mapChatwootContact,
  mapInbox,
  mapLabel,
  mapTeam,
} from '@balcao/shared/rules/imports/chatwoot-people.ts'
import type { ChatwootRow, ChatwootTable } from '@balcao/shared/rules/imports/chatwoot-tables.ts'
import { beganAt, mapConversation } from '@balcao/shared/rules/imports/chatwoot-tickets.ts'
import type {
  Imported,
  ImportedTicket,
  ImportedTicketField,
  ImportKind,
  Refusal,
} from '@balcao/shared/rules/imports/record.ts'
import { instantOf } from '@balcao/shared/rules/imports/values.ts'
import { fieldVariable } from '@balcao/shared/rules/variables.ts'
import { inboxesOf } from './chatwoot-stage.ts'
import { knownId, type ReadContext } from './read-context.ts'
import { unreadableRows } from './staging.ts'
import { elements } from './stream-elements.ts'

/** Kinds by table, for rows that are refused before they are looked at. */
const KIND_OF: Record<Exclude<ChatwootTable, 'accounts'>, ImportKind> = {
  teams: 'queue',
  users: 'user',
  account_users: 'user',
  team_members: 'user',
  labels: 'tag',
  tags: 'tag',
  taggings: 'tag',
  inboxes: 'connection',
  channel_whatsapp: 'connection',
  channel_twilio_sms: 'connection',
  working_hours: 'connection',
  contacts: 'contact',
  companies: 'contact',
  contact_inboxes: 'contact',
  custom_attribute_definitions: 'field',
  canned_responses: 'quickMessage',
  macros: 'macro',
  campaigns: 'campaign',
  conversations: 'ticket',
  reporting_events: 'ticket',
  messages: 'message',
  attachments: 'message',
  active_storage_attachments: 'message',
  active_storage_blobs: 'message',
  notes: 'note',
  csat_survey_responses: 'rating',
}

type Ids = Set<string>
type Taken = {
  queues: Ids
  users: Ids
  connections: Map<string, 'whatsapp' | 'api'>
  /** Labels by their names in lower case. */
  labels: Map<string, string>
  /** Fields of tickets by the key of their attribute. */
  fields: Map<string, ImportedTicketField>
}

export function* readChatwoot(context: ReadContext): Generator<Imported> {
  context.staging.run('DELETE FROM taken_tickets')
  yield* unreadableRows(context.staging, 'c_', KIND_OF)
  const taken: Taken = {
    queues: new Set(),
    users: new Set(),
    connections: new Map(),
    labels: new Map(),
    fields: new Map(),
  }
  for (const row of rowsOf(context, 'teams')) yield* elements.mapped('queue', row, mapTeam(row), taken.queues)
  yield* readAgents(context, taken)
  for (const row of rowsOf(context, 'labels')) {
    yield* elements.mapped('tag', row, mapLabel(row))
    if (row.id && row.title) taken.labels.set(row.title.toLowerCase(), row.id)
  }
  yield* readTicketFields(context, taken)
  yield* readInboxes(context, taken)
  yield* readContacts(context, taken)
  for (const row of rowsOf(context, 'canned_responses'))
    yield* elements.mapped('quickMessage', row, mapCannedResponse(row, variableOf(taken)))
  for (const row of rowsOf(context, 'macros')) {
    const mapped = mapMacro(row, {
      userId: knownId(row.created_by_id, taken.users),
      tagOf: name => taken.labels.get(name),
      hasQueue: id => taken.queues.has(id),
      hasUser: id => taken.users.has(id),
      fieldOf: variableOf(taken),
    })
    yield* elements.mapped('macro', row, mapped)
  }
  for (const row of rowsOf(context, 'campaigns')) {
    const connectionId = row.inbox_id !== null && taken.connections.has(row.inbox_id) ? row.inbox_id : null
    yield* elements.mapped('campaign', row, mapChatwootCampaign(row, connectionId))
  }
  yield* readConversations(context, taken)
  yield* readOrphans(context)
}

const rowsOf = <T extends ChatwootTable>(
  { staging, company }: ReadContext,
  table: T,
): IterableIterator<ChatwootRow<T>> =>
  staging.each(`SELECT * FROM c_${table} WHERE account_id IS ? ORDER BY CAST(id AS INTEGER), line`, company)

function* readAgents({ staging, company }: ReadContext, { queues, users }: Taken): Generator<Imported> {
  const rows = staging.each<ChatwootRow<'users'> & { role: string | null }>(
    `SELECT u.*, a.role FROM c_users u JOIN c_account_users a ON a.user_id = u.id
     WHERE a.account_id IS ? ORDER BY CAST(u.id AS INTEGER)`,
    company,
  )
  for (const row of rows) {
    const teams = staging.all<{ id: string }>('SELECT team_id AS id FROM c_team_members WHERE user_id = ?', row.id)
    yield* elements.mapped(
      'user',
      row,
      mapAgent(
        row,
        teams.map(({ id }) => id).filter(id => queues.has(id)),
      ),
      users,
    )
  }
}

function* readTicketFields({ staging, company }: ReadContext, { fields }: Taken): Generator<Imported> {
  const names = new Set<string>()
  const rows = staging.each<ChatwootRow<'custom_attribute_definitions'>>(
    `SELECT * FROM c_custom_attribute_definitions WHERE account_id IS ? AND attribute_model = '${OF_CONVERSATION}'
     ORDER BY CAST(id AS INTEGER), line`,
    company,
  )
  for (const row of rows) {
    const mapped = mapTicketField(row, names)
    yield* elements.mapped('ticketField', row, mapped)
    if ('record' in mapped) fields.set(row.attribute_key!, mapped.record)
  }
}

/** Returns a function that names the variable of an attribute of conversations. */
const variableOf =
  ({ fields }: Taken) =>
  (key: string): string | undefined => {
    const field = fields.get(key)
    return field && fieldVariable(field.name)
  }

function* readInboxes({ staging, company }: ReadContext, { connections }: Taken): Generator<Imported> {
  for (const row of inboxesOf(staging, company)) {
    const hours = staging.all<ChatwootRow<'working_hours'>>('SELECT * FROM c_working_hours WHERE inbox_id = ?', row.id)
    const mapped = mapInbox(row, hours)
    yield* elements.mapped('connection', row, mapped)
    const channel = channelOf(row)
    if ('record' in mapped && channel !== 'other') connections.set(row.id!, channel)
  }
}

/** Returns the ids of the labels of a contact or a conversation, and the names of those that did not come. */
function labelsOf(
  { staging }: ReadContext,
  { labels }: Taken,
  type: 'Contact' | 'Conversation',
  id: string | null,
): { tagIds: string[]; lostTags: string[] } {
  const names = staging
    .all<{ name: string | null }>(
      `SELECT t.name FROM c_taggings g LEFT JOIN c_tags t ON t.id = g.tag_id
       WHERE g.taggable_id = ? AND g.taggable_type = ? AND g.context = 'labels'`,
      id,
      type,
    )
    .map(({ name }) => name ?? '?')
  return {
    tagIds: names.flatMap(name => labels.get(name.toLowerCase()) ?? []),
    lostTags: names.filter(name => !labels.has(name.toLowerCase())),
  }
}

function* readContacts(context: ReadContext, taken: Taken): Generator<Imported> {
  const { staging, company } = context
  const names = new Map(
    staging
      .all<ChatwootRow<'custom_attribute_definitions'>>(
        `SELECT * FROM c_custom_attribute_definitions WHERE account_id IS ? AND attribute_model = '${OF_CONTACT}'`,
        company,
      )
      .map(row => [row.attribute_key, row.attribute_display_name ?? undefined] as const),
  )
  type Row = ChatwootRow<'contacts'>
  const rowsOfContact = (row: Row): ContactRows => {
    const { number, lid, isGroup } = staging.first<{ number: string; lid: string | null; isGroup: number }>(
      'SELECT number, lid, isGroup FROM people WHERE id = ?',
      row.id,
    )!
    return {
      row,
      address: { number, lid, isGroup: isGroup === 1 },
      ...labelsOf(context, taken, 'Contact', row.id),
      company:
        staging.first<{ name: string | null }>('SELECT name FROM c_companies WHERE id = ?', row.company_id)?.name ??
        null,
    }
  }
  const rows = staging.each<Row & { root: string | null; refusal: Refusal | null }>(
    `SELECT c.*, p.root, p.refusal FROM c_contacts c LEFT JOIN people p ON p.id = c.id
     WHERE c.account_id IS ? AND (p.root IS NULL OR p.root = c.id) ORDER BY CAST(c.id AS INTEGER), c.line`,
    company,
  )
  for (const row of rows) {
    if (row.root === null) {
      yield elements.refused('contact', row, row.refusal ?? 'noId')
      continue
    }
    const doubles = staging.all<Row>(
      `SELECT c.* FROM people p JOIN c_contacts c ON c.id = p.id
       WHERE p.root = ? AND p.id <> p.root ORDER BY CAST(c.id AS INTEGER)`,
      row.id,
    )
    const all = [rowsOfContact(row), ...doubles.map(rowsOfContact)] as [ContactRows, ...ContactRows[]]
    yield* elements.mapped(
      'contact',
      row,
      mapChatwootContact(all, key => names.get(key)),
    )
    for (const double of doubles) yield elements.joined('contact', double, 'doubled', row.id!)
  }
}

type ConversationRow = ChatwootRow<'conversations'> & {
  root: string | null
  number: string | null
  isGroup: number
  isBeside: number
}

function* readConversations(context: ReadContext, taken: Taken): Generator<Imported> {
  const { staging, company } = context
  findLastTickets(context, taken)
  const rows = staging.each<ConversationRow>(
    `SELECT t.*, p.root, p.isGroup, EXISTS (SELECT 1 FROM beside b WHERE b.id = t.id) AS isBeside
     FROM c_conversations t LEFT JOIN people p ON p.id = t.contact_id
     WHERE t.account_id IS ? ORDER BY t.at, CAST(t.id AS INTEGER), t.line`,
    company,
  )
  for (const row of rows) {
    const ratings = staging.all<ChatwootRow<'csat_survey_responses'>>(
      'SELECT * FROM c_csat_survey_responses WHERE conversation_id = ? ORDER BY at, line',
      row.id,
    )
    const isOther = row.inbox_id === null || !taken.connections.has(row.inbox_id)
    const refusal: Refusal | undefined = isOther ? 'otherChannel' : row.root === null ? 'contactMissing' : undefined
    const mapped: ReturnType<typeof mapConversation> = refusal
      ? { refusal }
      : mapConversation(row, surroundings(context, taken, row, ratings))
    yield* elements.mapped('ticket', row, mapped)
    if ('refusal' in mapped) {
      for (const rating of ratings) yield elements.refused('rating', rating, 'ticketMissing')
      continue
    }
    const { createdAt } = mapped.record
    staging.all('INSERT INTO taken_tickets VALUES (?)', row.id)
    yield* readMessages(context, taken, row, createdAt)
    for (const record of mapped.notes ?? []) yield { record }
    yield* readContactNotes(context, taken, mapped.record)
  }
}

function surroundings(
  context: ReadContext,
  taken: Taken,
  row: ConversationRow,
  ratings: ChatwootRow<'csat_survey_responses'>[],
): Parameters<typeof mapConversation>[1] {
  const { staging } = context
  return {
    contactId: row.root!,
    isGroup: row.isGroup === 1,
    connectionId: row.inbox_id!,
    queueId: knownId(row.team_id, taken.queues),
    userId: knownId(row.assignee_id, taken.users),
    ...labelsOf(context, taken, 'Conversation', row.id),
    isBeside: row.isBeside === 1,
    unread: staging.first<{ n: number }>(
      `SELECT count(*) AS n FROM c_messages WHERE conversation_id = ? AND message_type = '0'
       AND at > coalesce(?, 0)`,
      row.id,
      instantOf(row.agent_last_seen_at),
    )!.n,
    resolvedAt:
      staging.first<{ at: number | null }>(
        "SELECT max(at) AS at FROM c_reporting_events WHERE conversation_id = ? AND name = 'conversation_resolved'",
        row.id,
      )?.at ?? null,
    ratings,
    fields: taken.fields,
    hasUser: id => taken.users.has(id),
    now: context.now,
  }
}

function* readMessages(
  context: ReadContext,
  taken: Taken,
  ticket: ConversationRow,
  createdAt: number,
): Generator<Imported> {
  const { staging, findFile } = context
  const rows = staging.each<ChatwootRow<'messages'> & { row: number }>(
    `SELECT m.*, m.rowid AS row FROM c_messages m WHERE m.conversation_id = ? AND m.account_id IS ?
       AND m.rowid NOT IN (SELECT row FROM c_reactions) ORDER BY m.at, CAST(m.id AS INTEGER)`,
    ticket.id,
    ticket.account_id,
  )
  const reactions = Map.groupBy(
    staging.all<ChatwootRow<'messages'> & { target: number }>(
      `SELECT a.target, r.* FROM c_messages m JOIN c_reactions a ON a.target = m.rowid JOIN c_messages r ON r.rowid = a.row
       WHERE m.conversation_id = ? ORDER BY r.at, CAST(r.id AS INTEGER)`,
      ticket.id,
    ),
    one => one.target,
  )
  const attachments = Map.groupBy(
    staging.all<AttachmentRow>(
      `SELECT a.*, b.key, b.filename, b.content_type FROM c_messages m JOIN c_attachments a ON a.message_id = m.id
       LEFT JOIN c_active_storage_attachments s ON s.record_id = a.id AND s.record_type = 'Attachment' AND s.name = 'file'
       LEFT JOIN c_active_storage_blobs b ON b.id = s.blob_id
       WHERE m.conversation_id = ? ORDER BY CAST(a.id AS INTEGER)`,
      ticket.id,
    ),
    one => one.message_id,
  )
  for (const row of rows) {
    if (isPrivate(row) && (row.message_type === '0' || row.message_type === '1')) {
      const authorId = row.sender_type === 'User' ? row.sender_id : null
      const note = {
        id: `message-${row.id}`,
        ticketId: ticket.id!,
        contactId: ticket.root!,
        authorId,
        userId: knownId(authorId, taken.users),
        ticketCreatedAt: createdAt,
        files: attachments.get(row.id)?.length ?? 0,
      }
      yield* elements.mapped('note', row, mapChatwootNote(row, note))
      yield* refuseReactions(reactions.get(row.row))
      continue
    }
    const { mapped, further, replaced } = mapChatwootMessage(row, {
      ticket: { id: ticket.id!, createdAt, isGroup: ticket.isGroup === 1 },
      attachments: attachments.get(row.id) ?? [],
      quoted: quotedOf(context, row, createdAt),
      hasUser: id => taken.users.has(id),
      personOf: id => personOf(context, id),
      findFile,
      reactions: reactions.get(row.row) ?? [],
    })
    yield* elements.mapped('message', row, mapped)
    if ('refusal' in mapped) yield* refuseReactions(reactions.get(row.row))
    for (const one of replaced) yield elements.joined('reaction', one, 'replaced', row.id!)
    for (const record of further) yield { record }
  }
}

function* refuseReactions(rows: readonly { line: number; id: string | null }[] = []): Generator<Imported> {
  for (const row of rows) yield elements.refused('reaction', row, 'messageMissing')
}

/** Returns who a contact is; null for a group, as whose messages Evolution API writes those in it. */
const personOf = ({ staging }: ReadContext, id: string) => {
  const row = staging.first<{ name: string | null; number: string | null; lid: string | null }>(
    'SELECT name, number, lid FROM people WHERE id = ? AND isGroup = 0',
    id,
  )
  return row ? { name: row.name ?? '', number: row.number ?? '', lid: row.lid } : null
}

function quotedOf(context: ReadContext, row: ChatwootRow<'messages'>, ticketCreatedAt: number) {
  const { staging } = context
  const id = quotedIdOf(row)
  const source = id ? undefined : quotedSourceOf(row)
  type Row = ChatwootRow<'messages'>
  const quoted = id
    ? staging.first<Row>('SELECT * FROM c_messages WHERE id = ? AND conversation_id = ?', id, row.conversation_id)
    : source
      ? staging.first<Row>(
          'SELECT * FROM c_messages WHERE source_id = ? AND conversation_id = ?',
          source,
          row.conversation_id,
        )
      : undefined
  if (!quoted || isPrivate(quoted) || isReaction(quoted)) return null
  const file = staging.first<{ type: string | null }>(
    'SELECT file_type AS type FROM c_attachments WHERE message_id = ?',
    quoted.id,
  )
  const name =
    quoted.sender_id && quoted.sender_type === 'Contact' ? (personOf(context, quoted.sender_id)?.name ?? null) : null
  return { row: quoted, createdAt: quoted.at ?? ticketCreatedAt, kind: file ? fileKindOf(file.type) : null, name }
}

/**
 * Finds the last conversation that is taken of each contact with notes: the notes are in its ticket.
 */
function findLastTickets({ staging, company, now }: ReadContext, { connections }: Taken): void {
  staging.run('DELETE FROM last_tickets')
  const rows = staging.each<ChatwootRow<'conversations'> & { root: string }>(
    `SELECT t.*, p.root FROM c_conversations t JOIN people p ON p.id = t.contact_id
     WHERE t.account_id IS ? AND t.id IS NOT NULL
       AND p.root IN (SELECT q.root FROM c_notes n JOIN people q ON q.id = n.contact_id WHERE n.account_id IS ?)`,
    company,
    company,
  )
  for (const row of rows) {
    const createdAt = beganAt(row, now)
    if (createdAt === null || row.inbox_id === null || !connections.has(row.inbox_id)) continue
    staging.all(
      `INSERT INTO last_tickets VALUES (?1, ?2, ?3)
       ON CONFLICT DO UPDATE SET id = ?2, createdAt = ?3 WHERE ?3 >= createdAt`,
      row.root,
      row.id,
      createdAt,
    )
  }
}

/** Yields the notes at a contact, whose last ticket this is. */
function* readContactNotes({ staging }: ReadContext, { users }: Taken, ticket: ImportedTicket): Generator<Imported> {
  const rows = staging.each<ChatwootRow<'notes'>>(
    `SELECT n.* FROM last_tickets k JOIN people p ON p.root = k.contactId JOIN c_notes n ON n.contact_id = p.id
     WHERE k.id = ? ORDER BY CAST(n.id AS INTEGER), n.line`,
    ticket.source.id,
  )
  for (const row of rows) {
    const note = {
      id: row.id ?? '',
      ticketId: ticket.source.id,
      contactId: ticket.contactId,
      authorId: row.user_id,
      userId: knownId(row.user_id, users),
      ticketCreatedAt: ticket.createdAt,
      files: 0,
    }
    yield* elements.mapped('note', row, mapChatwootNote(row, note))
  }
}

/** Yields the messages, ratings and notes whose conversation is not taken. */
function* readOrphans({ staging, company }: ReadContext): Generator<Imported> {
  const messages = staging.each<{
    line: number
    id: string | null
    private: string | null
    message_type: string | null
  }>(
    `SELECT m.line, m.id, m.private, m.message_type FROM c_messages m
     WHERE m.account_id IS ? AND m.rowid NOT IN (SELECT row FROM c_reactions)
       AND NOT EXISTS (SELECT 1 FROM taken_tickets t WHERE t.id = m.conversation_id) ORDER BY m.line`,
    company,
  )
  for (const row of messages) {
    const isNote = isPrivate(row) && (row.message_type === '0' || row.message_type === '1')
    yield elements.refused(isNote ? 'note' : 'message', row, 'ticketMissing')
  }
  const reactions = staging.each<{ line: number; id: string | null }>(
    `SELECT r.line, r.id FROM c_reactions a JOIN c_messages r ON r.rowid = a.row LEFT JOIN c_messages m ON m.rowid = a.target
     WHERE r.account_id IS ? AND NOT EXISTS (SELECT 1 FROM taken_tickets t WHERE t.id = m.conversation_id) ORDER BY r.line`,
    company,
  )
  yield* refuseReactions([...reactions])
  const ratings = staging.each<{ line: number; id: string | null }>(
    `SELECT r.line, r.id FROM c_csat_survey_responses r
     WHERE r.account_id IS ? AND NOT EXISTS (SELECT 1 FROM c_conversations t WHERE t.id = r.conversation_id) ORDER BY r.line`,
    company,
  )
  for (const row of ratings) yield elements.refused('rating', row, 'ticketMissing')
  const notes = staging.each<{ line: number; id: string | null }>(
    `SELECT n.line, n.id FROM c_notes n LEFT JOIN people p ON p.id = n.contact_id
     WHERE n.account_id IS ? AND NOT EXISTS (SELECT 1 FROM last_tickets k WHERE k.contactId = p.root) ORDER BY n.line`,
    company,
  )
  for (const row of notes) yield elements.refused('note', row, 'ticketMissing')
}

/** Returns the number of rows of each kind that the staged tables hold for the account. */
export function countChatwoot({ staging, company }: ReadContext): Map<ImportKind, number> {
  const counts = new Map<ImportKind, number>()
  const add = (kind: ImportKind, sql: string, ...values: (string | null)[]) =>
    counts.set(
      kind,
      (counts.get(kind) ?? 0) + staging.first<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values)!.n,
    )
  for (const table of [
    'teams',
    'labels',
    'inboxes',
    'contacts',
    'canned_responses',
    'macros',
    'campaigns',
    'conversations',
    'notes',
    'csat_survey_responses',
  ] as const)
    add(KIND_OF[table]!, `c_${table} WHERE account_id IS ?`, company)
  add(
    'ticketField',
    `c_custom_attribute_definitions WHERE account_id IS ? AND attribute_model = '${OF_CONVERSATION}'`,
    company,
  )
  add('user', 'c_users u JOIN c_account_users a ON a.user_id = u.id WHERE a.account_id IS ?', company)
  const isReaction = 'rowid IN (SELECT row FROM c_reactions)'
  add('reaction', `c_messages WHERE account_id IS ? AND ${isReaction}`, company)
  const isNote = "(coalesce(private, 'f') IN ('t', 'true', '1') AND message_type IN ('0', '1'))"
  add('note', `c_messages WHERE account_id IS ? AND ${isNote} AND NOT ${isReaction}`, company)
  add('message', `c_messages WHERE account_id IS ? AND NOT coalesce(${isNote}, 0) AND NOT ${isReaction}`, company)
  for (const [table, kind] of Object.entries(KIND_OF)) {
    add(kind, 'broken_rows WHERE tab = ?', `c_${table}`)
    add(kind, 'doubled_rows WHERE tab = ?', `c_${table}`)
  }
  return counts
}
