/**
 * Conversations of colleagues. One is one row, with its members, how many messages there were (`count`), and of each member how many they
 * sent and how many of the others' they have read: a message so writes the same two rows however many hear of it, what somebody has not read
 * is `count - sent - seen` of one row read at once, and reading is one update that the table itself computes. Who is in which conversation
 * is a row for each beside it, written in the same transaction.
 *
 * - `edition` counts changes of title, members and owner, each decided on the one it read;
 * - `version` counts whatever happens, for those who are told.
 */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { type JobRow, newJob } from '../jobs/job.ts'
import { batchItems } from '../table/batch-items.ts'
import { documentClient, tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { IF_NEW, type TableKey } from '../table/keys.ts'
import { type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { isRefused } from '../table/refused.ts'
import { rowExists } from '../table/small-list.ts'
import {
  MOST_WRITES,
  put,
  remove,
  transact,
  untilWritten,
  update,
  type Write,
  type WriteRefused,
} from '../table/transact.ts'

/** Somebody in a conversation since `since` (epoch ms): messages they sent, and messages of others they have read. */
type Member = { name: string; since: number; sent: number; seen: number }

/** A conversation as the server knows it. Times are epoch milliseconds. */
export type ChatRow = {
  companyId: string
  id: string
  title: string
  ownerId: string
  edition: number
  version: number
  /** Messages there were. */
  count: number
  /** By user id. */
  people: Record<string, Member>
  /** The newest message, and how it begins; '' before the first. */
  lastId: string
  lastText: string
  createdAt: number
  updatedAt: number
}

export const partitionOf = (companyId: string, id: string): string => `${companyId}#chat#${id}`
export const chatKey = (companyId: string, id: string): TableKey => ({ pk: partitionOf(companyId, id), sk: 'chat' })
const placeKey = (companyId: string, userId: string, id: string): TableKey => ({
  pk: `${companyId}#chats-of#${userId}`,
  sk: id,
})

const ATTRIBUTES = [
  ...['pk', 'title', 'ownerId', 'edition', 'version', 'count', 'people', 'lastId', 'lastText'],
  ...['createdAt', 'updatedAt'],
]

function toRow(item: Record<string, unknown>): ChatRow {
  const { pk, sk: _, ...fields } = item
  const [companyId = '', , id = ''] = String(pk).split('#')
  return { ...fields, companyId, id } as ChatRow
}

/** The ids of who is in it, who came first coming first. */
export const membersOf = ({ people }: ChatRow): string[] =>
  Object.entries(people)
    .sort(([a, one], [b, other]) => one.since - other.since || (a < b ? -1 : 1))
    .map(([id]) => id)

const isIn = ({ people }: ChatRow, userId: string): boolean => Object.hasOwn(people, userId)

/** Messages of others that a member has not read. */
export const unreadsOf = ({ count, people }: ChatRow, userId: string): number => {
  const member = people[userId]
  return member ? Math.max(0, count - member.sent - member.seen) : 0
}

export async function getChat(companyId: string, id: string): Promise<ChatRow | undefined> {
  const item = await getItem(chatKey(companyId, id), true)
  return item && toRow(item)
}

/** A conversation the user is in. Throws ERR_NO_CHAT_FOUND. */
export async function requireChat(companyId: string, id: string, userId: string): Promise<ChatRow> {
  const chat = await getChat(companyId, id)
  if (!chat || !isIn(chat, userId)) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** The ids of the conversations a user is in. */
async function placesOf(companyId: string, userId: string, consistent: boolean): Promise<string[]> {
  const ids: string[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `${companyId}#chats-of#${userId}` },
        ProjectionExpression: 'sk',
        ConsistentRead: consistent,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    ids.push(...Items.map(({ sk }) => String(sk)))
    from = LastEvaluatedKey
  } while (from)
  return ids
}

/** Every conversation of a user, where something happened last first. Half a read unit each (for some forty members), or one. */
export async function chatsOf(companyId: string, userId: string, consistent = false): Promise<ChatRow[]> {
  const ids = await placesOf(companyId, userId, consistent)
  const items = await batchItems<Record<string, unknown>>(
    ids.map(id => chatKey(companyId, id)),
    ATTRIBUTES,
    consistent,
  )
  return items
    .map(toRow)
    .filter(chat => isIn(chat, userId))
    .sort((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1))
}

/** The place of a conversation in a list. It only rises: what comes up while somebody pages is not met again, and none is skipped for it. */
const rankOf = ({ updatedAt, id }: ChatRow): string => `${updatedAt}#${id}`

/** A page of a user's conversations whose title has `searchParam` in it. Throws ERR_INVALID_CURSOR. */
export async function pageOfChats(
  companyId: string,
  userId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<ChatRow>> {
  const wanted = foldName(searchParam)
  const found = (await chatsOf(companyId, userId)).filter(({ title }) => foldName(title).includes(wanted))
  const source: Source<ChatRow> = async (count, from) => {
    const left = from === null ? found : found.filter(chat => rankOf(chat) < String(from))
    const rows = left.slice(0, count).map(row => ({ row, position: rankOf(row) }))
    return { rows, end: rows.at(-1)?.position ?? from, more: left.length > count }
  }
  return pageOf(companyId, `chats|${userId}|${wanted}`, source, options)
}

const putPlace = (companyId: string, userId: string, id: string): Write =>
  put('place', { TableName: tableName(), Item: placeKey(companyId, userId, id) })
const removePlace = (companyId: string, userId: string, id: string): Write =>
  remove('place', { TableName: tableName(), Key: placeKey(companyId, userId, id) })

/** With this many others its row, a place and a condition for each are the hundred writes of a transaction. */
const allIn = (companyId: string, users: readonly UserRef[]): Write[] =>
  users.map(({ id }) => rowExists(companyId, 'user', id))

const REFUSALS = { user: 'ERR_NO_USER_FOUND' } as const

/** Begins a conversation of its owner with others, none of them the owner. Throws ERR_NO_USER_FOUND for one who is gone. */
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
  const { companyId: _, id, ...fields } = chat
  await transact(
    [
      put('chat', { TableName: tableName(), Item: { ...chatKey(companyId, id), ...fields }, ...IF_NEW }),
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
  /** It goes up in the lists. */
  touch?: boolean
}

/** The writes of a change of what was read as `before`, with the places of who comes and goes. */
function changeWrites(before: ChatRow, { title, ownerId, added = [], gone = [], touch = false }: Change): Write[] {
  const { companyId, id } = before
  const now = Date.now()
  const names: Record<string, string> = { '#version': 'version', '#edition': 'edition' }
  const values: Record<string, unknown> = { ':one': 1, ':edition': before.edition }
  const set = ['#version = #version + :one', '#edition = #edition + :one']
  const use = (name: string, value: unknown) => {
    names[`#${name}`] = name
    values[`:${name}`] = value
    set.push(`#${name} = :${name}`)
  }
  if (title !== undefined) use('title', title)
  if (ownerId !== undefined) use('ownerId', ownerId)
  if (touch) use('updatedAt', Math.max(now, before.updatedAt + 1))
  if (added.length + gone.length > 0) names['#people'] = 'people'
  // Who comes has missed nothing: what was said before is there to be read, and does not count.
  for (const [i, user] of added.entries()) {
    names[`#a${i}`] = user.id
    values[`:a${i}`] = { name: user.name, since: now, sent: 0, seen: before.count } satisfies Member
    set.push(`#people.#a${i} = :a${i}`)
  }
  const away = gone.map((userId, i) => {
    names[`#g${i}`] = userId
    return `#people.#g${i}`
  })
  return [
    update('chat', {
      TableName: tableName(),
      Key: chatKey(companyId, id),
      UpdateExpression: `SET ${set.join(', ')}${away.length > 0 ? ` REMOVE ${away.join(', ')}` : ''}`,
      ConditionExpression: '#edition = :edition',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    }),
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
 * Gives a conversation another title, other members beside its owner, or both. Where so many are exchanged that one transaction does not
 * hold them, those who leave go first. Throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION for who is not the owner, ERR_NO_USER_FOUND for one
 * who is gone, ERR_CONFLICT when others keep coming first.
 */
export async function changeChat(
  companyId: string,
  id: string,
  userId: string,
  { title, others }: { title?: string | undefined; others?: readonly UserRef[] | undefined },
): Promise<Changed> {
  const gone = new Set<string>()
  const added = new Set<string>()
  await untilWritten(async () => {
    const before = await requireOwn(companyId, id, userId)
    const wanted = others && new Set([userId, ...others.map(user => user.id)])
    const leaving = wanted ? membersOf(before).filter(member => !wanted.has(member)) : []
    const coming = others?.filter(user => user.id !== userId && !isIn(before, user.id)) ?? []
    const change: Change = { touch: true, ...(title === undefined ? {} : { title }) }
    if (1 + leaving.length + 2 * coming.length <= MOST_WRITES) {
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

/** The writes by which a conversation goes, and the job that takes away what was said. */
function removal(chat: ChatRow, by: UserRef): { job: JobRow; writes: Write[] } {
  const { companyId, id } = chat
  const { job, writes } = newJob(companyId, {
    kind: 'chatRemoval',
    user: by,
    subject: chat.title,
    listed: false,
    state: { chatId: id },
  })
  const row = remove('chat', {
    TableName: tableName(),
    Key: chatKey(companyId, id),
    ConditionExpression: 'edition = :edition',
    ExpressionAttributeValues: { ':edition': chat.edition },
  })
  return { job, writes: [row, ...membersOf(chat).map(userId => removePlace(companyId, userId, id)), ...writes] }
}

/**
 * Deletes a conversation: nobody sees it from then on. Answers it with the job to begin. Throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION for
 * who is not the owner, ERR_CONFLICT.
 */
export function deleteChat(companyId: string, id: string, by: UserRef): Promise<{ chat: ChatRow; job: JobRow }> {
  return untilWritten(async () => {
    const chat = await requireOwn(companyId, id, by.id)
    const { job, writes } = removal(chat, by)
    await transact(writes)
    return { chat, job }
  })
}

/** What a member leaves behind: the conversation as it is then, or, when they were the last, the job that takes it away. */
export type Left = { chat?: ChatRow; job?: JobRow }

/**
 * Takes a member out. An owner who leaves hands it to who has been in it longest; the last one deletes it. Throws ERR_NO_CHAT_FOUND for who
 * is not in it, ERR_CONFLICT.
 */
export async function leaveChat(companyId: string, id: string, by: UserRef): Promise<Left> {
  const job = await untilWritten(async () => {
    const before = await requireChat(companyId, id, by.id)
    const [heir] = membersOf(before).filter(member => member !== by.id)
    if (heir === undefined) {
      const gone = removal(before, by)
      await transact(gone.writes)
      return gone.job
    }
    await transact(changeWrites(before, { gone: [by.id], ...(before.ownerId === by.id ? { ownerId: heir } : {}) }))
    return undefined
  })
  if (job) return { job }
  // Should somebody else delete it in this moment, there is nothing to tell of it.
  const chat = await getChat(companyId, id)
  return chat ? { chat } : {}
}

const ROUNDS = 8
const pause = (round: number) => new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** round))

/** An update of a row that lies in somebody's transaction at that moment is refused, and is made again. */
async function updateMember(
  companyId: string,
  id: string,
  userId: string,
  change: { set: string; names: Record<string, string>; values?: Record<string, unknown> },
): Promise<ChatRow | undefined> {
  for (let round = 0; ; round++) {
    try {
      const { Attributes } = await documentClient().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: chatKey(companyId, id),
          UpdateExpression: `SET #version = #version + :one, ${change.set}`,
          ConditionExpression: 'attribute_exists(#people.#user)',
          ExpressionAttributeNames: { '#version': 'version', '#people': 'people', '#user': userId, ...change.names },
          ExpressionAttributeValues: { ':one': 1, ...change.values },
          ReturnValues: 'ALL_NEW',
        }),
      )
      return toRow(Attributes!)
    } catch (error) {
      if (isRefused(error)) return undefined
      if ((error as Error).name !== 'TransactionConflictException' || round >= ROUNDS) throw error
      await pause(round)
    }
  }
}

/**
 * A member has read all that was said up to this moment: the table counts, so that a message beside it is either read or not, never lost
 * between. Answers the conversation as it is then. Throws ERR_NO_CHAT_FOUND.
 */
export async function markChatRead(companyId: string, id: string, userId: string): Promise<ChatRow> {
  const chat = await updateMember(companyId, id, userId, {
    set: '#people.#user.#seen = #count - #people.#user.#sent',
    names: { '#seen': 'seen', '#count': 'count', '#sent': 'sent' },
  })
  if (!chat) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** Gives a member the name they have now; undefined when they left meanwhile. */
export const renameMember = (companyId: string, id: string, user: UserRef): Promise<ChatRow | undefined> =>
  updateMember(companyId, id, user.id, {
    set: '#people.#user.#name = :name',
    names: { '#name': 'name' },
    values: { ':name': user.name },
  })

/** Whether a refused write found the member in the conversation: undefined when the conversation, or they in it, are gone. */
export function stillIn({ existing }: WriteRefused, userId: string): ChatRow | undefined {
  if (!existing) return undefined
  const chat = toRow(existing)
  return isIn(chat, userId) ? chat : undefined
}
