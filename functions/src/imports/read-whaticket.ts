/** Reads the staged tables of Whaticket's family as neutral records, in the order of the stream. */
import { type Imported, type ImportKind, NO_CONNECTION, type Refusal } from '@balcao/shared/rules/imports/record.ts'
import { nameIn } from '@balcao/shared/rules/imports/values.ts'
import {
  mapCampaign,
  mapCampaignRecipient,
  mapContactList,
  mapContactListItem,
  mapQuickAnswer,
  mapQuickMessage,
} from '@balcao/shared/rules/imports/whaticket-content.ts'
import {
  isPrivate,
  isReaction,
  mapMessage,
  type Person,
  signedBy,
} from '@balcao/shared/rules/imports/whaticket-messages.ts'
import {
  addressOf,
  type ContactRows,
  mapConnection,
  mapContact,
  mapQueue,
  mapTag,
  mapUser,
} from '@balcao/shared/rules/imports/whaticket-people.ts'
import { mapSchedule } from '@balcao/shared/rules/imports/whaticket-schedules.ts'
import type { WhaticketRow, WhaticketTable } from '@balcao/shared/rules/imports/whaticket-tables.ts'
import { mapNote, mapTicket } from '@balcao/shared/rules/imports/whaticket-tickets.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import type { FindFile } from './media-folder.ts'
import { knownId, type ReadContext } from './read-context.ts'
import { type Staging, unreadableRows } from './staging.ts'
import { elements } from './stream-elements.ts'
import { lidsOf, SHARES_QUICK_MESSAGES } from './whaticket-stage.ts'

/** Kinds by table, for rows that are refused before they are looked at. */
const KIND_OF: Record<Exclude<WhaticketTable, 'Companies' | 'Settings'>, ImportKind> = {
  Queues: 'queue',
  Users: 'user',
  UserQueues: 'user',
  Tags: 'tag',
  Whatsapps: 'connection',
  WhatsappQueues: 'connection',
  Contacts: 'contact',
  ContactTags: 'contact',
  WhatsappLidMaps: 'contact',
  ContactCustomFields: 'field',
  QuickMessages: 'quickMessage',
  QuickAnswers: 'quickMessage',
  ContactLists: 'contactList',
  ContactListItems: 'contactListItem',
  Campaigns: 'campaign',
  CampaignShipping: 'campaignRecipient',
  Tickets: 'ticket',
  TicketTraking: 'ticket',
  TicketTags: 'ticket',
  UserRatings: 'rating',
  TicketNotes: 'note',
  Messages: 'message',
  OldMessages: 'earlierText',
  Schedules: 'schedule',
}

type Ids = Set<string>

/** Condition in SQL for messages that are notes, the same as `isPrivate`. */
const IS_PRIVATE = "lower(coalesce(isPrivate, 'f')) IN ('t', 'true', '1', 'y', 'yes', 'on', 'enabled')"

export function* readWhaticket({ findFile, ...given }: ReadContext): Generator<Imported> {
  const context = { ...given, findFile: inFoldersOf(given.company, findFile) }
  context.staging.run('DELETE FROM taken_tickets')
  yield* unreadableRows(context.staging, 'w_', KIND_OF)
  const queues: Ids = new Set()
  const users: Ids = new Set()
  const tags: Ids = new Set()
  const connections: Ids = new Set()
  yield* readQueues(context, queues)
  yield* readUsers(context, queues, users)
  yield* readTags(context, tags)
  yield* readConnections(context, queues, connections)
  yield* readContacts(context, tags)
  yield* readQuickMessages(context, users)
  yield* readCampaigns(context, connections)
  yield* readTickets(context, { queues, users, tags, connections })
  yield* readOrphans(context)
  yield* readSchedules(context, users, connections)
}

/**
 * Returns a search that also looks into the folder that SaaS versions have for each company, and
 * into those of quick replies, whose rows name the file alone.
 */
function inFoldersOf(company: string | null, findFile: FindFile): FindFile {
  const own = company === null ? [] : [`company${company}`, `company${company}/quickMessage`]
  const folders = [...own, 'quickMessage']
  return path => {
    const found = findFile(path)
    if ('path' in found || found.problem === 'mediaOutside') return found
    for (const folder of folders) {
      const below = findFile(`${folder}/${path}`)
      if ('path' in below) return below
    }
    return found
  }
}

const rowsOf = <T extends WhaticketTable>(
  { staging, company }: ReadContext,
  table: T,
): IterableIterator<WhaticketRow<T>> =>
  staging.each(`SELECT * FROM w_${table} WHERE companyId IS ? ORDER BY CAST(id AS INTEGER), line`, company)

function* readQueues(context: ReadContext, queues: Ids): Generator<Imported> {
  for (const row of rowsOf(context, 'Queues')) yield* elements.mapped('queue', row, mapQueue(row), queues)
}

function* readUsers(context: ReadContext, queues: Ids, users: Ids): Generator<Imported> {
  const emails: Ids = new Set()
  for (const row of rowsOf(context, 'Users')) {
    const queueIds = linked(context, 'SELECT queueId AS id FROM w_UserQueues WHERE userId = ?', row.id, queues)
    const mapped = mapUser(row, queueIds)
    if ('record' in mapped && emails.has(mapped.record.email)) yield elements.refused('user', row, 'doubledEmail')
    else yield* elements.mapped('user', row, mapped, users)
    if ('record' in mapped) emails.add(mapped.record.email)
  }
}

/** Returns the ids that a linking table names and that were taken. */
const linked = ({ staging }: ReadContext, sql: string, id: string | null, taken: Ids): string[] => [
  ...new Set(
    staging
      .all<{ id: string | null }>(sql, id)
      .map(one => one.id ?? '')
      .filter(one => taken.has(one)),
  ),
]

/** Returns the tags that a linking table names, and those that did not come. */
function tagsOf(
  { staging }: ReadContext,
  sql: string,
  id: string | null,
  tags: Ids,
): { tagIds: string[]; lostTags: string[] } {
  const all = [...new Set(staging.all<{ id: string | null }>(sql, id).map(one => one.id ?? ''))]
  return { tagIds: all.filter(one => tags.has(one)), lostTags: all.filter(one => !tags.has(one)) }
}

function* readTags(context: ReadContext, tags: Ids): Generator<Imported> {
  for (const row of rowsOf(context, 'Tags')) yield* elements.mapped('tag', row, mapTag(row), tags)
}

function* readConnections(context: ReadContext, queues: Ids, connections: Ids): Generator<Imported> {
  for (const row of rowsOf(context, 'Whatsapps')) {
    const queueIds = linked(context, 'SELECT queueId AS id FROM w_WhatsappQueues WHERE whatsappId = ?', row.id, queues)
    yield* elements.mapped('connection', row, mapConnection(row, queueIds), connections)
  }
  const stray = context.staging.first(
    `SELECT 1 FROM w_Tickets WHERE companyId IS ? AND (whatsappId IS NULL OR whatsappId NOT IN
      (SELECT value FROM json_each(?))) LIMIT 1`,
    context.company,
    JSON.stringify([...connections]),
  )
  if (stray) yield elements.noConnection()
}

function* readContacts(context: ReadContext, tags: Ids): Generator<Imported> {
  const { staging, company } = context
  for (const row of staging.each<WhaticketRow<'Contacts'> & { root: string | null; refusal: Refusal | null }>(
    `SELECT c.*, p.root, p.refusal FROM w_Contacts c LEFT JOIN people p ON p.id = c.id
     WHERE c.companyId IS ? AND (p.root IS NULL OR p.root = c.id) ORDER BY CAST(c.id AS INTEGER), c.line`,
    company,
  )) {
    if (row.root === null) {
      yield elements.refused('contact', row, row.refusal ?? 'noId')
      for (const field of fieldsOf(staging, row.id)) yield elements.refused('field', field, 'contactMissing')
      continue
    }
    const doubles = staging.all<WhaticketRow<'Contacts'>>(
      'SELECT c.* FROM people p JOIN w_Contacts c ON c.id = p.id WHERE p.root = ? AND p.id <> p.root ORDER BY CAST(c.id AS INTEGER)',
      row.id,
    )
    const [first, ...others] = [row, ...doubles].map(one => contactRows(context, one, tags))
    yield* elements.mapped('contact', row, mapContact([first!, ...others], context.now))
    for (const double of doubles) yield elements.joined('contact', double, 'doubled', row.id!)
  }
  const strays = staging.each<WhaticketRow<'ContactCustomFields'>>(
    'SELECT f.* FROM w_ContactCustomFields f WHERE NOT EXISTS (SELECT 1 FROM w_Contacts c WHERE c.id = f.contactId) ORDER BY f.line',
  )
  for (const field of strays) yield elements.refused('field', field, 'contactMissing')
}

const fieldsOf = (staging: Staging, contactId: string | null): WhaticketRow<'ContactCustomFields'>[] =>
  staging.all('SELECT * FROM w_ContactCustomFields WHERE contactId = ? ORDER BY CAST(id AS INTEGER)', contactId)

function contactRows(context: ReadContext, row: WhaticketRow<'Contacts'>, tags: Ids): ContactRows {
  const { staging } = context
  return {
    row,
    address: addressOf(row, lidsOf(staging, row.id!))!,
    fields: fieldsOf(staging, row.id),
    ...tagsOf(context, 'SELECT tagId AS id FROM w_ContactTags WHERE contactId = ?', row.id, tags),
  }
}

function* readQuickMessages(context: ReadContext, users: Ids): Generator<Imported> {
  const isShared = context.staging.first(
    "SELECT 1 FROM w_Settings WHERE key = ? AND value = 'company' AND companyId IS ?",
    SHARES_QUICK_MESSAGES,
    context.company,
  )
  for (const row of rowsOf(context, 'QuickMessages')) {
    const given = isShared ? { ...row, geral: 't' } : row
    yield* elements.mapped('quickMessage', row, mapQuickMessage(given, knownId(row.userId, users), context.findFile))
  }
  for (const row of context.staging.each<WhaticketRow<'QuickAnswers'>>('SELECT * FROM w_QuickAnswers ORDER BY line'))
    yield* elements.mapped('quickMessage', row, mapQuickAnswer(row, context.findFile))
}

function* readCampaigns(context: ReadContext, connections: Ids): Generator<Imported> {
  const { staging } = context
  const lists: Ids = new Set()
  const campaigns: Ids = new Set()
  for (const row of rowsOf(context, 'ContactLists'))
    yield* elements.mapped('contactList', row, mapContactList(row), lists)
  for (const row of rowsOf(context, 'ContactListItems'))
    if (!knownId(row.contactListId, lists)) yield elements.refused('contactListItem', row, 'contactListMissing')
    else yield* elements.mapped('contactListItem', row, mapContactListItem(row))
  for (const row of rowsOf(context, 'Campaigns')) {
    const mapped = mapCampaign(row, {
      contactListId: knownId(row.contactListId, lists),
      connectionId: knownId(row.whatsappId, connections),
      findFile: context.findFile,
    })
    yield* elements.mapped('campaign', row, mapped, campaigns)
  }
  const recipients = staging.each<WhaticketRow<'CampaignShipping'> & { itemName: string | null }>(
    `SELECT s.*, i.name AS itemName FROM w_CampaignShipping s
     LEFT JOIN w_Campaigns c ON c.id = s.campaignId
     LEFT JOIN w_ContactListItems i ON i.id = s.contactId
     WHERE c.id IS NULL OR c.companyId IS ? ORDER BY CAST(s.campaignId AS INTEGER), CAST(s.id AS INTEGER), s.line`,
    context.company,
  )
  for (const row of recipients)
    if (!knownId(row.campaignId, campaigns)) yield elements.refused('campaignRecipient', row, 'campaignMissing')
    else yield* elements.mapped('campaignRecipient', row, mapCampaignRecipient(row, row.itemName))
}

type Taken = { queues: Ids; users: Ids; tags: Ids; connections: Ids }
type TicketRow = WhaticketRow<'Tickets'> & { root: string | null; isBeside: number }

function* readTickets(context: ReadContext, taken: Taken): Generator<Imported> {
  const { staging, company } = context
  const highestRating =
    staging.first<{ rate: number | null }>(
      'SELECT max(CAST(rate AS INTEGER)) AS rate FROM w_UserRatings WHERE companyId IS ?',
      company,
    )?.rate ?? 3
  const userIds = usersByName(context, taken.users)
  // Whaticket Community has whatsapp-web.js, whose acks end at 4 (played).
  const hasLowAcks =
    company === null &&
    (staging.first<{ ack: number | null }>('SELECT max(CAST(ack AS INTEGER)) AS ack FROM w_Messages')?.ack ?? 0) < 5
  const tickets = staging.each<TicketRow>(
    `SELECT t.*, p.root, EXISTS (SELECT 1 FROM beside b WHERE b.id = t.id) AS isBeside
     FROM w_Tickets t LEFT JOIN people p ON p.id = t.contactId
     WHERE t.companyId IS ? ORDER BY t.at, CAST(t.id AS INTEGER), t.line`,
    company,
  )
  for (const row of tickets) {
    const ratings = staging.all<WhaticketRow<'UserRatings'>>(
      'SELECT * FROM w_UserRatings WHERE ticketId = ? ORDER BY at, CAST(id AS INTEGER)',
      row.id,
    )
    const refuse = function* (reason: Refusal): Generator<Imported> {
      yield elements.refused('ticket', row, reason)
      for (const rating of ratings) yield elements.refused('rating', rating, 'ticketMissing')
    }
    const channel = row.channel?.toLowerCase() ?? ''
    if (channel && !channel.startsWith('whatsapp')) {
      yield* refuse('otherChannel')
      continue
    }
    if (row.root === null) {
      yield* refuse('contactMissing')
      continue
    }
    const connectionId = knownId(row.whatsappId, taken.connections)
    const mapped = mapTicket(row, {
      contactId: row.root,
      connectionId: connectionId ?? NO_CONNECTION,
      queueId: knownId(row.queueId, taken.queues),
      userId: knownId(row.userId, taken.users),
      ...tagsOf(context, 'SELECT tagId AS id FROM w_TicketTags WHERE ticketId = ?', row.id, taken.tags),
      isBeside: row.isBeside === 1,
      trackings: staging.all('SELECT * FROM w_TicketTraking WHERE ticketId = ?', row.id),
      ratings,
      highestRating,
      now: context.now,
    })
    if ('refusal' in mapped) {
      yield* refuse(mapped.refusal)
      continue
    }
    if (!connectionId) mapped.changes.push({ reason: 'connectionMissing', detail: row.whatsappId ?? '' })
    yield* elements.mapped('ticket', row, mapped)
    const { createdAt } = mapped.record
    staging.all('INSERT INTO taken_tickets VALUES (?, ?, ?)', row.id, createdAt, row.root)
    yield* readMessages(context, { row, createdAt, users: taken.users, userIds, hasLowAcks })
    const notes = staging.all<WhaticketRow<'TicketNotes'>>(
      'SELECT * FROM w_TicketNotes WHERE ticketId = ? ORDER BY at, line',
      row.id,
    )
    for (const note of notes) {
      const userId = knownId(note.userId, taken.users)
      yield* elements.mapped('note', note, mapNote(note, { contactId: row.root, userId, ticketCreatedAt: createdAt }))
    }
  }
}

/** Returns the users by folded name; a name that two have leads to nobody. */
function usersByName(context: ReadContext, users: Ids): Map<string, string> {
  const found = new Map<string, string>()
  for (const { id, name } of rowsOf(context, 'Users')) {
    const key = normalizeName(name ?? '')
    if (id && users.has(id)) found.set(key, found.has(key) ? '' : id)
  }
  return found
}

type MessageRow = WhaticketRow<'Messages'> & { row: number; quotedRow: number | null }
type Attached<T> = T & { target: number }

function* readMessages(
  { staging, findFile }: ReadContext,
  {
    row: ticket,
    createdAt,
    users,
    userIds,
    hasLowAcks,
  }: { row: TicketRow; createdAt: number; users: Ids; userIds: Map<string, string>; hasLowAcks: boolean },
): Generator<Imported> {
  const isGroup = /^(t|1|true)$/i.test(ticket.isGroup ?? '')
  const attached = <T>(table: string, rows: string): Map<number, Attached<T>[]> =>
    Map.groupBy(
      staging.all<Attached<T>>(
        `SELECT a.target, r.* FROM w_Messages m JOIN ${table} a ON a.target = m.rowid JOIN ${rows} r ON r.rowid = a.row
         WHERE m.ticketId = ? ORDER BY r.at, r.line`,
        ticket.id,
      ),
      one => one.target,
    )
  const reactions = attached<WhaticketRow<'Messages'>>('reactions', 'w_Messages')
  const earlier = attached<WhaticketRow<'OldMessages'>>('earlier', 'w_OldMessages')
  const contact = personOf(staging, ticket.contactId) ?? { name: '', number: '', lid: null }
  const rows = staging.each<MessageRow>(
    `SELECT m.rowid AS row, m.*, (SELECT q.rowid FROM w_Messages q WHERE q.id = m.quotedMsgId ORDER BY q.ticketId = m.ticketId DESC LIMIT 1) AS quotedRow
     FROM w_Messages m WHERE m.ticketId = ? AND m.companyId IS ? AND m.mediaType IS NOT 'reactionMessage' ORDER BY m.at, m.line`,
    ticket.id,
    ticket.companyId,
  )
  for (const row of rows) {
    const own = { reactions: reactions.get(row.row) ?? [], earlier: earlier.get(row.row) ?? [] }
    if (isPrivate(row)) {
      const { name, text } = signedBy(row.body ?? '')
      const author = (name && userIds.get(normalizeName(name))) || null
      const note = { line: row.line, at: row.at, note: author ? text : row.body, contactId: null, ticketId: ticket.id }
      const mapped = mapNote(
        { ...note, id: row.id && `message-${row.id}`, userId: null },
        {
          contactId: ticket.root!,
          userId: knownId(row.userId, users) ?? author,
          ticketCreatedAt: createdAt,
          files: row.mediaUrl ? 1 : 0,
        },
      )
      yield* elements.mapped('note', row, mapped)
      yield* refuseAttached(own)
      continue
    }
    const mapped = mapMessage(row, {
      ticket: { id: ticket.id!, createdAt, isGroup, userId: ticket.userId, contact },
      author: isGroup ? personOf(staging, row.contactId) : null,
      quoted: row.quotedRow === null ? null : quotedOf(staging, row.quotedRow, createdAt),
      earlier: own.earlier,
      reactions: own.reactions.map(one => ({ row: one, author: isGroup ? personOf(staging, one.contactId) : null })),
      hasUser: id => users.has(id),
      userIdByName: name => userIds.get(normalizeName(name)) || undefined,
      hasLowAcks,
      findFile,
    })
    yield* elements.mapped('message', row, mapped)
    if ('refusal' in mapped) yield* refuseAttached(own)
    for (const one of mapped.replaced ?? []) yield elements.joined('reaction', one, 'replaced', row.id!)
  }
}

type Source = { line: number; id: string | null }

function* refuseAttached({ reactions, earlier }: { reactions: Source[]; earlier: Source[] }): Generator<Imported> {
  for (const one of reactions) yield elements.refused('reaction', one, 'messageMissing')
  for (const one of earlier) yield elements.refused('earlierText', one, 'messageMissing')
}

function personOf(staging: Staging, contactId: string | null): Person | null {
  if (contactId === null) return null
  const row = staging.first<{ name: string | null; number: string | null; lid: string | null }>(
    'SELECT name, number, lid FROM people WHERE id = ?',
    contactId,
  )
  return row ? { name: nameIn(row.name, 50), number: row.number ?? '', lid: row.lid } : null
}

/** Returns a quoted row if its ticket is taken, or is taken later. */
function quotedOf(staging: Staging, rowid: number, ticketCreatedAt: number) {
  const row = staging.first<WhaticketRow<'Messages'>>('SELECT * FROM w_Messages WHERE rowid = ?', rowid)
  if (!row || isReaction(row) || isPrivate(row)) return null
  return { row, createdAt: row.at ?? ticketCreatedAt, author: personOf(staging, row.contactId) }
}

/** Yields the rows whose ticket, message or company is not there. */
function* readOrphans({ staging, company }: ReadContext): Generator<Imported> {
  const messages = staging.each<{ row: number; line: number; id: string | null; isPrivate: string | null }>(
    `SELECT m.rowid AS row, m.line, m.id, m.isPrivate FROM w_Messages m
     WHERE m.companyId IS ? AND m.mediaType IS NOT 'reactionMessage'
       AND NOT EXISTS (SELECT 1 FROM taken_tickets t WHERE t.id = m.ticketId) ORDER BY m.line`,
    company,
  )
  for (const row of messages) {
    yield elements.refused(isPrivate(row) ? 'note' : 'message', row, 'ticketMissing')
    yield* refuseAttached({
      reactions: staging.all(
        'SELECT r.line, r.id FROM reactions a JOIN w_Messages r ON r.rowid = a.row WHERE a.target = ?',
        row.row,
      ),
      earlier: staging.all(
        'SELECT r.line, r.id FROM earlier a JOIN w_OldMessages r ON r.rowid = a.row WHERE a.target = ?',
        row.row,
      ),
    })
  }
  for (const row of staging.each<{ line: number; id: string }>(
    'SELECT r.line, r.id FROM reactions a JOIN w_Messages r ON r.rowid = a.row WHERE a.target IS NULL ORDER BY r.line',
  ))
    yield elements.refused('reaction', row, 'messageMissing')
  for (const row of staging.each<{ line: number; id: string }>(
    'SELECT r.line, r.id FROM earlier a JOIN w_OldMessages r ON r.rowid = a.row WHERE a.target IS NULL ORDER BY r.line',
  ))
    yield elements.refused('earlierText', row, 'messageMissing')
  for (const row of staging.each<{ line: number; id: string }>(
    `SELECT n.line, n.id FROM w_TicketNotes n LEFT JOIN w_Tickets t ON t.id = n.ticketId
     WHERE (t.id IS NULL OR t.companyId IS ?) AND NOT EXISTS (SELECT 1 FROM taken_tickets k WHERE k.id = n.ticketId) ORDER BY n.line`,
    company,
  ))
    yield elements.refused('note', row, 'ticketMissing')
  for (const row of staging.each<{ line: number; id: string }>(
    `SELECT r.line, r.id FROM w_UserRatings r LEFT JOIN w_Tickets t ON t.id = r.ticketId
     WHERE t.id IS NULL AND r.companyId IS ? ORDER BY r.line`,
    company,
  ))
    yield elements.refused('rating', row, 'ticketMissing')
}

function* readSchedules(context: ReadContext, users: Ids, connections: Ids): Generator<Imported> {
  const { staging, company, now, findFile } = context
  const rows = staging.each<WhaticketRow<'Schedules'> & { root: string | null }>(
    `SELECT s.*, p.root FROM w_Schedules s LEFT JOIN people p ON p.id = s.contactId
     WHERE s.companyId IS ? ORDER BY CAST(s.id AS INTEGER), s.line`,
    company,
  )
  for (const row of rows) {
    const mapped = mapSchedule(row, {
      contactId: row.root ?? '',
      userId: knownId(row.userId, users),
      connectionId: knownId(row.whatsappId, connections),
      now,
      findFile,
    })
    if ('record' in mapped && row.root === null) yield elements.refused('schedule', row, 'contactMissing')
    else {
      yield* elements.mapped('schedule', row, mapped)
      for (const record of mapped.further ?? []) yield { record }
    }
  }
}

/** Returns the number of rows of each kind that the staged tables hold for the company. */
export function countWhaticket({ staging, company }: ReadContext): Map<ImportKind, number> {
  const counts = new Map<ImportKind, number>()
  const add = (kind: ImportKind, sql: string, ...values: (string | null)[]) =>
    counts.set(
      kind,
      (counts.get(kind) ?? 0) + staging.first<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values)!.n,
    )
  for (const table of [
    'Queues',
    'Users',
    'Tags',
    'Whatsapps',
    'Contacts',
    'QuickMessages',
    'ContactLists',
    'ContactListItems',
    'Campaigns',
    'Tickets',
    'Schedules',
  ] as const)
    add(KIND_OF[table]!, `w_${table} WHERE companyId IS ?`, company)
  add('quickMessage', 'w_QuickAnswers')
  add(
    'field',
    'w_ContactCustomFields f LEFT JOIN w_Contacts c ON c.id = f.contactId WHERE c.id IS NULL OR c.companyId IS ?',
    company,
  )
  add(
    'campaignRecipient',
    'w_CampaignShipping s LEFT JOIN w_Campaigns c ON c.id = s.campaignId WHERE c.id IS NULL OR c.companyId IS ?',
    company,
  )
  const said = "w_Messages WHERE companyId IS ? AND mediaType IS NOT 'reactionMessage'"
  add('message', `${said} AND NOT ${IS_PRIVATE}`, company)
  add('note', `${said} AND ${IS_PRIVATE}`, company)
  add('reaction', "w_Messages WHERE companyId IS ? AND mediaType = 'reactionMessage'", company)
  add(
    'earlierText',
    'w_OldMessages o LEFT JOIN w_Tickets t ON t.id = o.ticketId WHERE t.id IS NULL OR t.companyId IS ?',
    company,
  )
  add(
    'note',
    'w_TicketNotes n LEFT JOIN w_Tickets t ON t.id = n.ticketId WHERE t.id IS NULL OR t.companyId IS ?',
    company,
  )
  add(
    'rating',
    'w_UserRatings r LEFT JOIN w_Tickets t ON t.id = r.ticketId WHERE (t.id IS NULL AND r.companyId IS ?) OR t.companyId IS ?',
    company,
    company,
  )
  for (const [table, kind] of Object.entries(KIND_OF)) {
    add(kind, 'broken_rows WHERE tab = ?', `w_${table}`)
    add(kind, 'doubled_rows WHERE tab = ?', `w_${table}`)
  }
  return counts
}
