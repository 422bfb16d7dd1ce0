/**
 * Audit log of a company: one row per entry, by time, kept for half a year (decision 0039). No call
 * changes or deletes an entry.
 *
 * An entry is one item and one index entry, two write units. The index has a lane for each subject, and of sign-ins one for each user, since
 * these are most of what there is. What neither lane nor days narrow down (a user, a word) is looked for in the rows of a page's budget; where
 * that ends, the page says so and its cursor goes on.
 */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { AUDIT_DAYS, type AuditAction, type AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { instant } from '../instant.ts'
import { documentClient, tableName } from '../table/client.ts'
import { decodeCursor, encodeCursor } from '../table/cursor.ts'
import { foldName } from '../table/fold.ts'
import { keyQuery } from '../table/key-query.ts'
import { FIELDS, IF_NEW } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { put, type Write } from '../table/transact.ts'

/** What happened. Names are kept as they were then; nothing secret goes in here. */
export type Audited = {
  action: AuditAction
  subjectId?: string | undefined
  name?: string | undefined
  /** Absent: the product itself. */
  user?: UserRef | undefined
  support?: boolean | undefined
  address?: string | undefined
  browser?: string | undefined
  changes?: readonly FieldChange[] | undefined
}

/** As much of a name as a sentence needs: a page's cost is that of its rows. */
const LONGEST_NAME = 120

const PREFIX = 'audit#'
const partitionOf = (companyId: string): string => `${companyId}#audit`
const laneOf = (companyId: string, subject: string, userId: string | undefined): string =>
  `${companyId}#audit#${subject === 'session' ? `session#${userId ?? 'nobody'}` : subject}`

function paramsOf(companyId: string, { user, name, changes = [], ...given }: Audited, id = newId()) {
  const subject = given.action.split('.')[0]!
  const { pk, sk } = FIELDS.main
  const lane = FIELDS.gsi1
  return {
    TableName: tableName(),
    Item: {
      [pk]: partitionOf(companyId),
      [sk]: PREFIX + id,
      [lane.pk]: laneOf(companyId, subject, user?.id),
      [lane.sk]: id,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== false)),
      ...(changes.length > 0 ? { changes: JSON.stringify(changes) } : {}),
      ...(name ? { name: name.slice(0, LONGEST_NAME) } : {}),
      ...(user ? { userId: user.id, userName: user.name } : {}),
      expiresAt: Math.ceil(timeOfId(id) / 1000) + AUDIT_DAYS * DAY_SECONDS,
    },
  }
}

/** The write of an entry, for the transaction of what it tells of; labelled `audit`. Four write units. */
export const auditWrite = (companyId: string, given: Audited): Write =>
  put('audit', { ...paramsOf(companyId, given), ...IF_NEW })

/**
 * Writes an entry of what has been done. Two write units.
 * @param id of an entry that takes the place of the one of this id
 */
export async function recordAudit(companyId: string, given: Audited, id?: string): Promise<void> {
  await documentClient().send(new PutCommand(paramsOf(companyId, given, id)))
}

const ATTRIBUTES = [
  FIELDS.main.sk,
  'action',
  'subjectId',
  'name',
  'userId',
  'userName',
  'support',
  'address',
  'browser',
  'changes',
] as const

type Item = { [name in (typeof ATTRIBUTES)[number]]?: string } & { support?: boolean }

function toEntry({
  sk,
  action,
  subjectId,
  name,
  userId,
  userName,
  support,
  address,
  browser,
  changes,
}: Item): AuditEntry {
  const id = sk!.slice(PREFIX.length)
  const [subject, verb] = action!.split('.') as [AuditEntry['subject'], AuditEntry['verb']]
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
  /** Epoch ms, both taken in. */
  from?: number | undefined
  to?: number | undefined
  /** Looked for in what the entry calls things and people, accents and case aside. */
  searchParam?: string
}

export type AuditPage = {
  entries: AuditEntry[]
  hasMore: boolean
  nextCursor: string | null
  /** The moment of the last entry that was looked at (ISO 8601); null where there was none. */
  lookedTo: string | null
}

/** Entries looked at for a page that shows only some of them: some seven read units. */
const MOST_LOOKED = 120
const DAY_SECONDS = 86_400

/** Before, and behind, every id of a moment (epoch ms). */
const idsFrom = (at: number): string => {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
const idsUntil = (at: number): string => `${idsFrom(at)}~`

/**
 * Entries, the newest first; what is older than the log is long is not there any more, even where the table still has it. A page may be short,
 * or empty, and go on. Throws ERR_INVALID_CURSOR.
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
  const wanted = foldName(searchParam)
  const list = `audit|${JSON.stringify([userId, subject, verb, filter.from, filter.to, wanted])}`
  const position = cursor === undefined ? undefined : decodeCursor<string>(companyId, list, cursor)

  const lane = subject !== undefined && (subject !== 'session' || userId !== undefined)
  const [low, high] = [idsFrom(from), position ?? idsUntil(to)]
  if (low > high) return { entries: [], hasMore: false, nextCursor: null, lookedTo: null }
  const query = lane
    ? keyQuery('gsi1', laneOf(companyId, subject, userId), { from: low, to: high })
    : keyQuery('main', partitionOf(companyId), { from: PREFIX + low, to: PREFIX + high })
  const accepts = (entry: AuditEntry): boolean =>
    (userId === undefined || entry.user?.id === userId) &&
    (subject === undefined || entry.subject === subject) &&
    (verb === undefined || entry.verb === verb) &&
    (wanted === '' || foldName(`${entry.name ?? ''} ${entry.user?.name ?? ''}`).includes(wanted))
  const isNarrowed =
    verb !== undefined ||
    wanted !== '' ||
    (userId !== undefined && subject !== 'session') ||
    (subject !== undefined && !lane)

  // One more tells whether there is another, and one is that of the position, which was shown.
  const most = isNarrowed ? Math.max(MOST_LOOKED, limit) : limit
  const { items } = await queryItems<Item>(query, most + (position === undefined ? 1 : 2), { attributes: ATTRIBUTES })
  const looked = items.map(toEntry).filter(({ id }) => id !== position)
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

/** Entries read at once to look for those of one row. */
const FORGOTTEN_AT_ONCE = 1000

/** Takes what it was called, and what was changed of it, out of the entries about a row: somebody's name is not to be kept. Reads all of them, half a year at most. */
export async function forgetName(companyId: string, subjectId: string): Promise<void> {
  const { pk, sk } = FIELDS.main
  for (let after = PREFIX; ; ) {
    const query = keyQuery('main', partitionOf(companyId), { above: after })
    const { items, more } = await queryItems<Item>(query, FORGOTTEN_AT_ONCE, { attributes: ATTRIBUTES, order: 'asc' })
    for (const item of items.filter(each => each.subjectId === subjectId))
      await documentClient().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { [pk]: partitionOf(companyId), [sk]: item.sk },
          UpdateExpression: 'REMOVE #name, changes',
          ExpressionAttributeNames: { '#name': 'name' },
        }),
      )
    const last = items.at(-1)
    if (!last || (!more && items.length < FORGOTTEN_AT_ONCE)) return
    after = last.sk!
  }
}
