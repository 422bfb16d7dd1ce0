/**
 * Entries of users' bells about tickets: a row per user, with an index of the unread ones and one
 * of those of a ticket, by which they go with it (decision 0095).
 */
import { MAX_UNREAD_NOTICES, NOTICE_DAYS, NOTICE_KINDS, type Notice } from '@balcao/shared/entities/notice.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { batchItems } from '../table/batch-items.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { fromQuery, type Source } from '../table/page.ts'
import { everyItem, queryItems } from '../table/query-items.ts'
import { isWritten } from '../table/refused.ts'
import { removeKeys, removePartition } from '../table/remove-keys.ts'
import { updateOne } from '../table/single-write.ts'
import { put, type Write } from '../table/transact.ts'

const KEPT_SECONDS = NOTICE_DAYS * 86_400
/** Maximum length of the text that a bell shows. */
const MAX_TEXT = 300

const NOTICES = defineRow({
  kind: 'notice',
  key: { pk: '${companyId}#notices#${userId}', sk: '${id}' },
  indexes: {
    gsi1: { pk: '${companyId}#unread-notices#${unreadBy}', sk: '${id}' },
    gsi2: { pk: '${companyId}#notices-of#${ticketId}', sk: '${id}' },
  },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    ticketId: z.string(),
    by: z.custom<UserRef>(),
    text: z.string(),
    /** The user, while the notice is unread. */
    unreadBy: z.string().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Notice without what only its ticket knows. */
export type StoredNotice = Omit<Notice, 'contactName'>

const ATTRIBUTES = ['id', 'kind', 'ticketId', 'by', 'text', 'unreadBy'] as const
const toNotice = ({
  id,
  kind,
  ticketId,
  by,
  text,
  unreadBy,
}: Pick<RowOf<typeof NOTICES>, (typeof ATTRIBUTES)[number]>) => ({
  ...{ id, kind, ticketId, by, text, read: unreadBy === undefined },
  createdAt: instant(timeOfId(id)),
})

export type NewNotice = Pick<StoredNotice, 'id' | 'kind' | 'ticketId' | 'by' | 'text'>

/**
 * Returns a new notice, and the writes, labelled `notice`, that put it into each user's bell; each
 * is refused where it is: who has read it would have it unread again.
 */
export function newNotice(
  companyId: string,
  { text, ...given }: NewNotice,
  userIds: readonly string[],
): { notice: StoredNotice; writes: Write[] } {
  const expiresAt = Math.floor(Date.now() / 1000) + KEPT_SECONDS
  const row = { ...given, companyId, text: cutText(text, MAX_TEXT, '…'), expiresAt }
  return {
    notice: toNotice({ ...row, unreadBy: '' }),
    writes: userIds.map(userId => put('notice', NOTICES.create({ ...row, userId, unreadBy: userId }))),
  }
}

/** Returns whether users have read a notice, of those in whose bells it is; consistent. */
export async function readersOf(
  companyId: string,
  id: string,
  userIds: readonly string[],
): Promise<Map<string, boolean>> {
  const keys = userIds.map(userId => NOTICES.key({ companyId, userId, id }))
  const rows = await batchItems<Pick<RowOf<typeof NOTICES>, 'userId' | 'unreadBy'>>(keys, ['userId', 'unreadBy'], true)
  return new Map(rows.map(({ userId, unreadBy }) => [userId, unreadBy === undefined]))
}

/** Reads the notices of a user, newest first. */
export const noticesOf = (companyId: string, userId: string): Source<StoredNotice> =>
  fromQuery(from => NOTICES.query({ companyId, userId }, from ? { below: from as string } : undefined), {
    attributes: ATTRIBUTES,
    toRow: toNotice,
    positionOf: ({ id }) => id,
  })

/** Reads the newest unread notices of a user. */
export async function unreadNoticesOf(companyId: string, userId: string): Promise<StoredNotice[]> {
  const query = NOTICES.queryIndex('gsi1', { companyId, unreadBy: userId })
  const { items } = await queryItems<Parameters<typeof toNotice>[0]>(query, MAX_UNREAD_NOTICES, {
    attributes: ATTRIBUTES,
    order: 'desc',
  })
  return items.map(toNotice)
}

export async function getNotice(companyId: string, userId: string, id: string): Promise<StoredNotice | undefined> {
  const row = await NOTICES.get({ companyId, userId, id })
  return row && toNotice(row)
}

/** Marks a notice as read; returns false if it was read already, or is gone. */
export const readNotice = (companyId: string, userId: string, id: string): Promise<boolean> =>
  isWritten(
    updateOne(
      NOTICES.change({ companyId, userId, id }, { remove: ['unreadBy'], when: is => [is.present('unreadBy')] }),
    ),
  )

/** Removes a notice from users' bells. */
export const removeNotice = (companyId: string, id: string, userIds: readonly string[]): Promise<void> =>
  removeKeys(userIds.map(userId => NOTICES.key({ companyId, userId, id })))

/** Removes the notices about a ticket from all bells. */
export async function removeNoticesOfTicket(companyId: string, ticketId: string): Promise<void> {
  const keys: TableKey[] = []
  const query = NOTICES.queryIndex('gsi2', { companyId, ticketId })
  for await (const item of everyItem(query, { attributes: ['pk', 'sk'] })) keys.push(item as TableKey)
  await removeKeys(keys)
}

/** Removes a deleted user's notices. */
export const removeNoticesOfUser = (companyId: string, userId: string): Promise<void> =>
  removePartition(NOTICES.query({ companyId, userId }))
