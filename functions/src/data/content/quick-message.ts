/**
 * Quick messages, in lists by visibility: `geral` for the company's, and one per user. Each
 * shortcode (ignoring accents and case) has one row with its holders, written in the transaction of
 * the quick message, so that no user ever sees two with the same shortcode. `company` is the
 * company's quick message that has it, `users` are those who have it for themselves; never both. A
 * private quick message requires that there is no `company` and that its user is not among `users`.
 * One of the company requires that there is neither; one that becomes the company's, that its user
 * was the only holder. When nobody has the shortcode any more, the row stays, with neither.
 */
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { AppError } from '@balcao/shared/errors.ts'
import {
  isOfferedIn,
  maySeeQuickMessage,
  type QuickMessageViewer,
} from '@balcao/shared/rules/quick-message-visibility.ts'
import { z } from 'zod'
import { defineRow, type Change as RowChange, type RowOf } from '../table/define-row.ts'
import type { KeepsFile } from '../table/kept-file.ts'
import { normalizeName } from '../table/normalize.ts'
import {
  changeRow,
  createRow,
  deleteRow,
  everyRow,
  newRow,
  requireRow,
  type SmallList,
  type SmallRow,
  sideChange,
} from '../table/small-list.ts'
import { update, type Write } from '../table/transact.ts'
import { userExists } from '../team/user.ts'

/** Quick message as stored: its file is an object key, not a link. */
export type QuickMessageRow = KeepsFile &
  Pick<QuickMessage, 'shortcode' | 'message' | 'geral' | 'status' | 'userId' | 'queueIds'>
export type QuickMessageChanges = Partial<Omit<QuickMessageRow, keyof SmallRow>>

/** List with the company's quick messages. */
const COMPANY = 'geral'

export const QUICK_MESSAGES: SmallList<QuickMessageRow> = {
  kind: 'quickMessage',
  missing: 'ERR_NO_QUICK_MESSAGE_FOUND',
  text: row => row.shortcode,
  unique: () => ({}),
  taken: { shortcode: 'ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS' },
  owner: row => (row.geral ? COMPANY : row.userId),
  // Rows of an earlier version have no queues.
  read: row => ({ ...row, queueIds: row.queueIds ?? [] }),
}

/** Returns the company's quick messages and the user's own, by shortcode; eventually consistent. */
async function usableQuickMessages(companyId: string, userId: string): Promise<QuickMessageRow[]> {
  const lists = await Promise.all([COMPANY, userId].map(of => everyRow(companyId, QUICK_MESSAGES, { of })))
  const rows = lists.flat().map(row => ({ row, text: normalizeName(row.shortcode) }))
  return rows.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ row }) => row)
}

/** Returns the quick messages that a user sees, by shortcode; eventually consistent. */
export const visibleQuickMessages = async (companyId: string, viewer: QuickMessageViewer): Promise<QuickMessageRow[]> =>
  (await usableQuickMessages(companyId, viewer.userId)).filter(row => maySeeQuickMessage(row, viewer))

/** Returns the quick messages that a user is offered in tickets of a queue, whosever it is. */
export const offeredQuickMessages = async (
  companyId: string,
  userId: string,
  queueId: string | null,
): Promise<QuickMessageRow[]> => (await usableQuickMessages(companyId, userId)).filter(row => isOfferedIn(row, queueId))

/** Returns a quick message that the user sees. Throws ERR_NO_QUICK_MESSAGE_FOUND. */
export async function requireVisibleQuickMessage(
  companyId: string,
  id: string,
  viewer: QuickMessageViewer,
): Promise<QuickMessageRow> {
  const row = await requireRow(companyId, QUICK_MESSAGES, id, true)
  if (!maySeeQuickMessage(row, viewer)) throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND')
  return row
}

/**
 * Returns a quick message of the company, of any queue, or the user's own: macros that name one go
 * on working when its queues change. Throws ERR_NO_QUICK_MESSAGE_FOUND.
 */
export async function requireUsableQuickMessage(
  companyId: string,
  id: string,
  userId: string,
): Promise<QuickMessageRow> {
  const row = await requireRow(companyId, QUICK_MESSAGES, id, true)
  if (!row.geral && row.userId !== userId) throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND')
  return row
}

/**
 * Creates a quick message. Throws ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS, and ERR_UNAUTHORIZED
 * if its user was deleted.
 */
export const createQuickMessage = (
  companyId: string,
  fields: Omit<QuickMessageRow, keyof SmallRow>,
): Promise<QuickMessageRow> => {
  const row = newRow<QuickMessageRow>(fields)
  return createRow(companyId, QUICK_MESSAGES, row, {
    writes: [...claims(companyId, undefined, row), userExists(companyId, row.userId)],
    refusals: { user: 'ERR_UNAUTHORIZED' },
  })
}

/**
 * Changes a quick message. Throws ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS,
 * ERR_NO_QUICK_MESSAGE_FOUND, and ERR_CONFLICT if it was changed since it was read as `before`, or
 * its new user was deleted.
 */
export const changeQuickMessage = (
  companyId: string,
  before: QuickMessageRow,
  changes: QuickMessageChanges,
): Promise<QuickMessageRow> => {
  const after = { ...before, ...changes }
  const isReturned = before.geral && !after.geral
  return changeRow(companyId, QUICK_MESSAGES, before, changes, {
    writes: [...claims(companyId, before, after), ...(isReturned ? [userExists(companyId, after.userId)] : [])],
    refusals: { user: 'ERR_CONFLICT' },
  })
}

/**
 * Deletes a quick message; returns false if it was already deleted. Throws ERR_CONFLICT if it was
 * changed since.
 */
export const deleteQuickMessage = (companyId: string, before: QuickMessageRow): Promise<boolean> =>
  deleteRow(companyId, QUICK_MESSAGES, before, { writes: claims(companyId, before, undefined) })

/**
 * Deletes the private quick messages of a deleted user. Idempotent: a second run deletes what the
 * first has left.
 */
export async function deleteQuickMessagesOf(companyId: string, userId: string): Promise<void> {
  for (const row of await everyRow(companyId, QUICK_MESSAGES, { of: userId })) await deleteQuickMessage(companyId, row)
}

/**
 * Creates a quick message whose user need not exist yet, together with
 * `writes`. Throws WriteConflict.
 */
export const restoreQuickMessage = (
  companyId: string,
  row: QuickMessageRow,
  writes: readonly Write[],
): Promise<QuickMessageRow> =>
  createRow(companyId, { ...QUICK_MESSAGES, taken: {} }, row, {
    writes: [...claims(companyId, undefined, row), ...writes],
  })

/**
 * Returns the write, labelled `quickMessage`, that gives a quick message a file of its import, or
 * takes it; refused if it was changed since it was read. Its times stay.
 */
export const quickMessageFileWrite = (
  companyId: string,
  row: QuickMessageRow,
  media: QuickMessageRow['media'],
): Write =>
  update(
    'quickMessage',
    sideChange(companyId, QUICK_MESSAGES, row.id, {
      set: { media },
      when: is => [
        is.equal('updatedAt', row.updatedAt),
        row.media ? is.equal('media.key', row.media.key) : is.absent('media.key'),
      ],
    }),
  )

type Holder = Pick<QuickMessageRow, 'id' | 'shortcode' | 'geral' | 'userId'>

const SHORTCODES = defineRow({
  kind: 'shortcode',
  key: { pk: '${companyId}#shortcode', sk: 'shortcode#${shortcode}' },
  content: z.object({
    companyId: z.string(),
    shortcode: z.string(),
    company: z.string().optional(),
    users: z.set(z.string()).optional(),
  }),
  keyOnly: ['companyId', 'shortcode'],
  unmarked: true,
})
type Change = RowChange<RowOf<typeof SHORTCODES>>

const take = ({ geral, id, userId }: Holder): Change =>
  geral
    ? { set: { company: id }, when: is => [is.absent('company'), is.absent('users')] }
    : {
        add: { users: new Set([userId]) },
        when: is => [is.absent('company'), is.not(is.contains('users', userId))],
      }

const leave = ({ geral, userId }: Holder): Change =>
  geral ? { remove: ['company'] } : { take: { users: new Set([userId]) } }

const becomeCompanys = ({ id, userId }: Holder): Change => ({
  set: { company: id },
  remove: ['users'],
  when: is => [is.absent('company'), is.fewer('users', 2), is.contains('users', userId)],
})

const becomePrivate = ({ id, userId }: Holder): Change => ({
  remove: ['company'],
  add: { users: new Set([userId]) },
  when: is => [is.equal('company', id)],
})

const write = (companyId: string, shortcode: string, change: Change): Write =>
  update('shortcode', SHORTCODES.upsert({ companyId, shortcode }, change))

/**
 * Returns the writes that claim and release shortcodes; `undefined` stands for a quick message that
 * is created or deleted.
 */
function claims(companyId: string, before: Holder | undefined, after: Holder | undefined): Write[] {
  const from = before && normalizeName(before.shortcode)
  const to = after && normalizeName(after.shortcode)
  if (before && after && from === to) {
    if (before.geral === after.geral) return []
    return [write(companyId, to!, after.geral ? becomeCompanys(before) : becomePrivate(after))]
  }
  return [
    ...(before ? [write(companyId, from!, leave(before))] : []),
    ...(after ? [write(companyId, to!, take(after))] : []),
  ]
}
