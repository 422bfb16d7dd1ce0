/**
 * Internal chats. A chat is one row with its members, the number of messages (`count`), and for
 * each member how many messages they sent and how many of the others' they have read. A message
 * thus writes the same two rows however many members there are; a member's unread messages are
 * `count - sent - seen` of one row read at once; and reading is one update computed by the table.
 * The members' chats are listed by one row each, written in the same transaction. `edition` counts
 * changes of title, members and owner, each based on the edition that was read; `version` counts
 * every change, for realtime events.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { type JobRow, newJob } from '../jobs/job.ts'
import { batchItems } from '../table/batch-items.ts'
import { defineRow, type Change as RowChange, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { normalizeName } from '../table/normalize.ts'
import { type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { isRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import {
  MAX_WRITES,
  put,
  remove,
  retryUntilWritten,
  transact,
  update,
  type Write,
  type WriteConflict,
} from '../table/transact.ts'
import { userExists } from '../team/user.ts'

/**
 * Member of a chat since `since` (epoch ms): number of messages sent, and of others' messages read.
 */
type Member = { name: string; since: number; sent: number; seen: number }

/** Chat as the server stores it. Times are epoch milliseconds. */
export type ChatRow = {
  companyId: string
  id: string
  title: string
  ownerId: string
  edition: number
  version: number
  /** Number of messages so far. */
  count: number
  /** Members by user id. */
  people: Record<string, Member>
  /** Id of the newest message, and its beginning; '' before the first. */
  lastId: string
  lastText: string
  createdAt: number
  updatedAt: number
}

export const CHATS = defineRow({
  kind: 'chat',
  key: { pk: '${companyId}#chat#${id}', sk: 'chat' },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    title: z.string(),
    ownerId: z.string(),
    edition: z.number(),
    version: z.number(),
    count: z.number(),
    people: z.custom<Record<string, Member>>(),
    lastId: z.string(),
    lastText: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
  }),
  keyOnly: ['companyId', 'id'],
  unmarked: true,
})
type Stored = RowOf<typeof CHATS>

/** Chats of a user. */
const PLACES = defineRow({
  kind: 'chatPlace',
  key: { pk: '${companyId}#chats-of#${userId}', sk: '${id}' },
  content: z.object({ companyId: z.string(), userId: z.string(), id: z.string() }),
  keyOnly: ['companyId', 'userId', 'id'],
  unmarked: true,
})

export const chatKey = (companyId: string, id: string): TableKey => CHATS.key({ companyId, id })

const toRow = (item: Record<string, unknown>): ChatRow => CHATS.parse(item)!

/** Returns the ids of the members, in the order in which they joined. */
export const membersOf = ({ people }: ChatRow): string[] =>
  Object.entries(people)
    .sort(([a, one], [b, other]) => one.since - other.since || (a < b ? -1 : 1))
    .map(([id]) => id)

const isIn = ({ people }: ChatRow, userId: string): boolean => Object.hasOwn(people, userId)

/** Returns the number of others' messages that a member has not read. */
export const unreadsOf = ({ count, people }: ChatRow, userId: string): number => {
  const member = people[userId]
  return member ? Math.max(0, count - member.sent - member.seen) : 0
}

export const getChat = (companyId: string, id: string): Promise<ChatRow | undefined> =>
  CHATS.get({ companyId, id }, { consistent: true })

/** Returns a chat of which the user is a member. Throws ERR_NO_CHAT_FOUND. */
export async function requireChat(companyId: string, id: string, userId: string): Promise<ChatRow> {
  const chat = await getChat(companyId, id)
  if (!chat || !isIn(chat, userId)) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** Returns the ids of a user's chats. */
async function placesOf(companyId: string, userId: string, consistent: boolean): Promise<string[]> {
  return (await PLACES.every(PLACES.query({ companyId, userId }), { consistent })).map(({ id }) => id)
}

/**
 * Returns every chat of a user, the most recently active first. Costs half a read unit each (for
 * about forty members), or one if consistent.
 */
export async function chatsOf(companyId: string, userId: string, consistent = false): Promise<ChatRow[]> {
  const ids = await placesOf(companyId, userId, consistent)
  const items = await batchItems<Record<string, unknown>>(
    ids.map(id => chatKey(companyId, id)),
    CHATS.attributes,
    consistent,
  )
  return items
    .map(toRow)
    .filter(chat => isIn(chat, userId))
    .sort((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1))
}

/**
 * Returns the position of a chat in a list. It only rises: a chat that moves up while a user pages
 * is not listed again, and none is skipped because of it.
 */
const rankOf = ({ updatedAt, id }: ChatRow): string => `${updatedAt}#${id}`

/** Reads a page of a user's chats whose title contains `searchParam`. Throws ERR_INVALID_CURSOR. */
export async function pageOfChats(
  companyId: string,
  userId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<ChatRow>> {
  const wanted = normalizeName(searchParam)
  const found = (await chatsOf(companyId, userId)).filter(({ title }) => normalizeName(title).includes(wanted))
  const source: Source<ChatRow> = async (count, from) => {
    const left = from === null ? found : found.filter(chat => rankOf(chat) < String(from))
    const rows = left.slice(0, count).map(row => ({ row, position: rankOf(row) }))
    return { rows, end: rows.at(-1)?.position ?? from, more: left.length > count }
  }
  return pageOf(companyId, `chats|${userId}|${wanted}`, source, options)
}

const putPlace = (companyId: string, userId: string, id: string): Write =>
  put('place', PLACES.put({ companyId, userId, id }))
const removePlace = (companyId: string, userId: string, id: string): Write =>
  remove('place', PLACES.delete({ companyId, userId, id }))

/**
 * Returns the conditions that all users exist. The maximum number of members is such that the
 * chat's row, and a list row and a condition for each, are the hundred writes of a transaction.
 */
const allIn = (companyId: string, users: readonly UserRef[]): Write[] =>
  users.map(({ id }) => userExists(companyId, id))

const REFUSALS = { user: 'ERR_NO_USER_FOUND' } as const

/**
 * Creates a chat of its owner with other users, none of them the owner. Throws ERR_NO_USER_FOUND if
 * one was deleted.
 */
export async function createChat(
  companyId: string,
  { title, owner, others }: { title: string; owner: UserRef; others: readonly UserRef[] },
): Promise<ChatRow> {
  const now = Date.now()
  const everyone = [owner, ...others]
  const chat: ChatRow = {
    companyId,
    id: newId(),
    title,
    ownerId: owner.id,
    edition: 1,
    version: 1,
    count: 0,
    people: Object.fromEntries(everyone.map(({ id, name }) => [id, { name, since: now, sent: 0, seen: 0 }])),
    lastId: '',
    lastText: '',
    createdAt: now,
    updatedAt: now,
  }
  const { id } = chat
  await transact(
    [
      put('chat', CHATS.create(chat)),
      ...everyone.map(user => putPlace(companyId, user.id, id)),
      ...allIn(companyId, others),
    ],
    REFUSALS,
  )
  return chat
}

type Change = {
  title?: string
  ownerId?: string
  added?: readonly UserRef[]
  gone?: readonly string[]
  /** True to move the chat up in the lists. */
  touch?: boolean
}

/**
 * Returns the writes of a change to the chat read as `before`, with the list rows of joining and
 * leaving members.
 */
function changeWrites(before: ChatRow, { title, ownerId, added = [], gone = [], touch = false }: Change): Write[] {
  const { companyId, id } = before
  const now = Date.now()
  // A new member has missed nothing: earlier messages are readable, and do not count as unread.
  const joining = ({ name }: UserRef): Member => ({ name, since: now, sent: 0, seen: before.count })
  return [
    update(
      'chat',
      CHATS.change(before, {
        set: { title, ownerId, updatedAt: touch ? Math.max(now, before.updatedAt + 1) : undefined },
        add: { version: 1, edition: 1 },
        inside: Object.fromEntries(added.map(user => [`people.${user.id}`, joining(user)])),
        remove: gone.map(userId => `people.${userId}` as const),
        when: is => [is.equal('edition', before.edition)],
      }),
    ),
    ...gone.map(userId => removePlace(companyId, userId, id)),
    ...added.map(user => putPlace(companyId, user.id, id)),
    ...allIn(companyId, added),
  ]
}

export type Changed = { chat: ChatRow; added: string[]; gone: string[] }

async function requireOwn(companyId: string, id: string, userId: string): Promise<ChatRow> {
  const chat = await requireChat(companyId, id, userId)
  if (chat.ownerId !== userId) throw new AppError('ERR_NO_PERMISSION')
  return chat
}

/**
 * Changes the title of a chat, its members beside the owner, or both. If one transaction cannot
 * hold all changes of members, those who leave are removed first. Throws ERR_NO_CHAT_FOUND,
 * ERR_NO_PERMISSION if the caller is not the owner, ERR_NO_USER_FOUND if a user was deleted,
 * ERR_CONFLICT if other writers come first in every attempt.
 */
export async function changeChat(
  companyId: string,
  id: string,
  userId: string,
  { title, others }: { title?: string | undefined; others?: readonly UserRef[] | undefined },
): Promise<Changed> {
  const gone = new Set<string>()
  const added = new Set<string>()
  await retryUntilWritten(async () => {
    const before = await requireOwn(companyId, id, userId)
    const wanted = others && new Set([userId, ...others.map(user => user.id)])
    const leaving = wanted ? membersOf(before).filter(member => !wanted.has(member)) : []
    const coming = others?.filter(user => user.id !== userId && !isIn(before, user.id)) ?? []
    const change: Change = { touch: true, ...(title === undefined ? {} : { title }) }
    if (1 + leaving.length + 2 * coming.length <= MAX_WRITES) {
      await transact(changeWrites(before, { ...change, gone: leaving, added: coming }), REFUSALS)
    } else {
      await transact(changeWrites(before, { gone: leaving }))
      for (const member of leaving) gone.add(member)
      const between = { ...before, edition: before.edition + 1 }
      await transact(changeWrites(between, { ...change, added: coming }), REFUSALS)
    }
    for (const member of leaving) gone.add(member)
    for (const user of coming) added.add(user.id)
  })
  return { chat: await requireChat(companyId, id, userId), added: [...added], gone: [...gone] }
}

/** Returns the writes that delete a chat, and the job that deletes its messages. */
function removal(chat: ChatRow, by: UserRef): { job: JobRow; writes: Write[] } {
  const { companyId, id } = chat
  const { job, writes } = newJob(companyId, {
    kind: 'chatRemoval',
    user: by,
    subject: chat.title,
    listed: false,
    state: { chatId: id },
  })
  const row = remove('chat', CHATS.delete(chat, { when: is => [is.equal('edition', chat.edition)] }))
  return { job, writes: [row, ...membersOf(chat).map(userId => removePlace(companyId, userId, id)), ...writes] }
}

/**
 * Deletes a chat: no member sees it from then on. Returns it with the job to begin. Throws
 * ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION if the caller is not the owner, ERR_CONFLICT.
 */
export function deleteChat(companyId: string, id: string, by: UserRef): Promise<{ chat: ChatRow; job: JobRow }> {
  return retryUntilWritten(async () => {
    const chat = await requireOwn(companyId, id, by.id)
    const { job, writes } = removal(chat, by)
    await transact(writes)
    return { chat, job }
  })
}

/**
 * Result of leaving: the chat as it is then, or, after the last member, the job that deletes it.
 */
export type Left = { chat?: ChatRow; job?: JobRow }

/**
 * Removes a member. If the owner leaves, the longest-standing member becomes the owner; the last
 * one deletes the chat. Throws ERR_NO_CHAT_FOUND if the user is not a member, ERR_CONFLICT.
 */
export async function leaveChat(companyId: string, id: string, by: UserRef): Promise<Left> {
  const job = await retryUntilWritten(async () => {
    const before = await requireChat(companyId, id, by.id)
    const [newOwner] = membersOf(before).filter(member => member !== by.id)
    if (newOwner === undefined) {
      const gone = removal(before, by)
      await transact(gone.writes)
      return gone.job
    }
    await transact(changeWrites(before, { gone: [by.id], ...(before.ownerId === by.id ? { ownerId: newOwner } : {}) }))
    return undefined
  })
  if (job) return { job }
  // If another call deletes the chat at this moment, there is nothing to publish.
  const chat = await getChat(companyId, id)
  return chat ? { chat } : {}
}

const ROUNDS = 8
const pause = (round: number) => new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** round))

/**
 * Updates a member; retries while the row is part of a transaction in progress, which refuses the
 * update.
 */
async function updateMember(
  companyId: string,
  id: string,
  userId: string,
  change: Pick<RowChange<Stored>, 'inside' | 'computed'>,
): Promise<ChatRow | undefined> {
  const when: RowChange<Stored>['when'] = is => [is.present(`people.${userId}`)]
  for (let round = 0; ; round++) {
    try {
      return toRow(await updateOne(CHATS.change({ companyId, id }, { ...change, add: { version: 1 }, when })))
    } catch (error) {
      if (isRefused(error)) return undefined
      if ((error as Error).name !== 'TransactionConflictException' || round >= ROUNDS) throw error
      await pause(round)
    }
  }
}

/**
 * Marks all messages sent up to this moment as read. The table computes the number, so that a
 * message sent at the same time is either read or unread, never lost. Returns the chat as it is
 * then. Throws ERR_NO_CHAT_FOUND.
 */
export async function markChatRead(companyId: string, id: string, userId: string): Promise<ChatRow> {
  const chat = await updateMember(companyId, id, userId, {
    computed: ({ name }) => [`${name(`people.${userId}.seen`)} = ${name('count')} - ${name(`people.${userId}.sent`)}`],
  })
  if (!chat) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** Updates a member's name; returns undefined if the member has left meanwhile. */
export const renameMember = (companyId: string, id: string, user: UserRef): Promise<ChatRow | undefined> =>
  updateMember(companyId, id, user.id, { inside: { [`people.${user.id}.name`]: user.name } })

/**
 * Returns the chat found by a refused write if the user is still a member; undefined if the chat
 * was deleted or the user left.
 */
export function stillIn({ existing }: WriteConflict, userId: string): ChatRow | undefined {
  if (!existing) return undefined
  const chat = toRow(existing)
  return isIn(chat, userId) ? chat : undefined
}
