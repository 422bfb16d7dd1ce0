/**
 * Audit log of a company: one row per entry, by time, kept for half a year (decision 0039). No call
 * changes or deletes an entry. An entry is one item and one index entry: two write units. The index
 * has a partition for each subject, and for sign-ins one for each user, since these are most of the
 * entries. If neither partition nor days narrow a search (a user, a word), a page examines a fixed
 * number of rows; where that ends, the answer says so and its cursor continues.
 */
import type { AuditAction } from '@balcao/shared/entities/audit-action.ts'
import { AUDIT_DAYS, type AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { idsFrom, idsUntil, newId, timeOfId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { decodeCursor, encodeCursor } from '../table/cursor.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { normalizeName } from '../table/normalize.ts'
import { queryItems } from '../table/query-items.ts'
import { isWritten } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'

/** Audited action. Names are stored as they were at the time; secrets must never be included. */
export type Audited = {
  action: AuditAction
  subjectId?: string | undefined
  /** Second row that the entry names; never shown. */
  otherId?: string | undefined
  name?: string | undefined
  /** User who acted; absent if the product itself did. */
  user?: UserRef | undefined
  support?: boolean | undefined
  address?: string | undefined
  browser?: string | undefined
  changes?: readonly FieldChange[] | undefined
}

/** Maximum length of a stored name: a page's cost depends on the size of its rows. */
const MAX_NAME_LENGTH = 120

const PREFIX = 'audit#'

const AUDIT = defineRow({
  kind: 'audit',
  key: { pk: '${companyId}#audit', sk: 'audit#${id}' },
  indexes: { gsi1: { pk: '${companyId}#audit#${lane}', sk: '${id}' } },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    /** Subject of the entry, and for sign-ins its user. */
    lane: z.string().optional(),
    action: z.custom<AuditAction>(),
    subjectId: z.string().optional(),
    otherId: z.string().optional(),
    name: z.string().optional(),
    userId: z.string().optional(),
    userName: z.string().optional(),
    support: z.boolean().optional(),
    address: z.string().optional(),
    browser: z.string().optional(),
    /** JSON of the changed fields. */
    changes: z.string().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'id', 'lane'],
  unmarked: true,
})
type Stored = RowOf<typeof AUDIT>

const auditPartition = (subject: string, userId: string | undefined): string =>
  subject === 'session' ? `session#${userId ?? 'nobody'}` : subject

const toStored = (
  companyId: string,
  { action, subjectId, otherId, address, browser, support, user, name, changes = [] }: Audited,
  id = newId(),
): Stored => ({
  ...{ companyId, id, action, subjectId, address, browser },
  lane: auditPartition(action.split('.')[0]!, user?.id),
  ...(otherId ? { otherId } : {}),
  ...(support ? { support } : {}),
  ...(changes.length > 0 ? { changes: JSON.stringify(changes) } : {}),
  ...(name ? { name: cutText(name, MAX_NAME_LENGTH) } : {}),
  ...(user ? { userId: user.id, userName: user.name } : {}),
  expiresAt: Math.ceil(timeOfId(id) / 1000) + AUDIT_DAYS * DAY_SECONDS,
})

/**
 * Returns the write of an entry, labelled `audit`, for the transaction of the action it records.
 * Costs four write units.
 */
export const auditWrite = (companyId: string, given: Audited): Write =>
  put('audit', AUDIT.create(toStored(companyId, given)))

/**
 * Writes an entry about a completed action. Costs two write units.
 * @param id id of an entry; an existing one with this id is replaced
 */
export async function recordAudit(companyId: string, given: Audited, id?: string): Promise<void> {
  await putOne(AUDIT.put(toStored(companyId, given, id)))
}

const parsed = (item: object): Stored => AUDIT.parse(item as Record<string, unknown>)!

function toEntry(stored: Stored): AuditEntry {
  const { id, action, subjectId, name, userId, userName, support, address, browser, changes } = stored
  const [subject, verb] = action.split('.') as [AuditEntry['subject'], AuditEntry['verb']]
  return {
    ...{ id, at: instant(timeOfId(id)), subject, verb },
    subjectId: subjectId ?? null,
    name: name ?? null,
    user: userId ? { id: userId, name: userName ?? '' } : null,
    support: support ?? false,
    address: address ?? null,
    browser: browser ?? null,
    ...(changes ? { changes: JSON.parse(changes) as FieldChange[] } : {}),
  }
}

export type AuditFilter = {
  userId?: string | undefined
  subject?: AuditEntry['subject'] | undefined
  verb?: AuditEntry['verb'] | undefined
  /** Epoch milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
  /** Text to find in the names of things and people of an entry, ignoring accents and case. */
  searchParam?: string
}

export type AuditPage = {
  entries: AuditEntry[]
  hasMore: boolean
  nextCursor: string | null
  /** Time (ISO 8601) of the last entry examined; null if there was none. */
  lookedTo: string | null
}

/** Number of entries examined for a page that shows only some of them: about seven read units. */
const MAX_EXAMINED = 120
const DAY_SECONDS = 86_400

/**
 * Reads entries, newest first. Entries older than the retention are left out, even if the table
 * still has them. A page may be short, or empty, and still continue. Throws ERR_INVALID_CURSOR.
 */
export async function listAudit(
  companyId: string,
  filter: AuditFilter,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<AuditPage> {
  const { userId, subject, verb, searchParam = '' } = filter
  const now = Date.now()
  const from = Math.max(filter.from ?? 0, now - AUDIT_DAYS * DAY_SECONDS * 1000)
  const to = filter.to ?? now + DAY_SECONDS * 1000
  const wanted = normalizeName(searchParam)
  const list = `audit|${JSON.stringify([userId, subject, verb, filter.from, filter.to, wanted])}`
  const position = cursor === undefined ? undefined : decodeCursor<string>(companyId, list, cursor)

  const partition = subject !== undefined && (subject !== 'session' || userId !== undefined)
  const [low, high] = [idsFrom(from), position ?? idsUntil(to)]
  if (low > high) return { entries: [], hasMore: false, nextCursor: null, lookedTo: null }
  const query = partition
    ? AUDIT.queryIndex('gsi1', { companyId, lane: auditPartition(subject, userId) }, { from: low, to: high })
    : AUDIT.query({ companyId }, { from: PREFIX + low, to: PREFIX + high })
  const accepts = (entry: AuditEntry): boolean =>
    (userId === undefined || entry.user?.id === userId) &&
    (subject === undefined || entry.subject === subject) &&
    (verb === undefined || entry.verb === verb) &&
    (wanted === '' || normalizeName(`${entry.name ?? ''} ${entry.user?.name ?? ''}`).includes(wanted))
  const isNarrowed =
    verb !== undefined ||
    wanted !== '' ||
    (userId !== undefined && subject !== 'session') ||
    (subject !== undefined && !partition)

  // One more entry shows whether another follows, and one is the entry at the position, already
  // shown.
  const most = isNarrowed ? Math.max(MAX_EXAMINED, limit) : limit
  const { attributes } = AUDIT
  const { items } = await queryItems(query, most + (position === undefined ? 1 : 2), { attributes })
  const looked = items
    .map(parsed)
    .map(toEntry)
    .filter(({ id }) => id !== position)
  const entries: AuditEntry[] = []
  let last = position
  for (const entry of looked.slice(0, most)) {
    if (entries.length === limit) break
    if (accepts(entry)) entries.push(entry)
    last = entry.id
  }
  const hasMore = looked.length > 0 && looked.at(-1)!.id !== last
  return {
    entries,
    hasMore,
    nextCursor: hasMore && last !== undefined ? encodeCursor(companyId, list, last) : null,
    lookedTo: last === undefined ? null : instant(timeOfId(last)),
  }
}

/** Number of entries read at once when looking for those of one row. */
const ERASE_BATCH_SIZE = 1000

/**
 * Removes the name and the changed values from the entries that name a row, so that a person's name
 * is not kept. Reads all entries of the row: half a year at most.
 */
export async function forgetName(companyId: string, subjectId: string): Promise<void> {
  const { attributes } = AUDIT
  for (let after = PREFIX; ; ) {
    const query = AUDIT.query({ companyId }, { above: after })
    const { items, more } = await queryItems(query, ERASE_BATCH_SIZE, { attributes, order: 'asc' })
    const rows = items.map(parsed)
    // An entry that expired meanwhile has no name any more.
    for (const row of rows.filter(each => each.subjectId === subjectId || each.otherId === subjectId))
      await isWritten(updateOne(AUDIT.change({ companyId, id: row.id }, { remove: ['name', 'changes'] })))
    const last = rows.at(-1)
    if (!last || (!more && rows.length < ERASE_BATCH_SIZE)) return
    after = PREFIX + last.id
  }
}
