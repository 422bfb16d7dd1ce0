/**
 * Messages of internal chats. They are ordered by their ids, which rise with every message of a
 * chat.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { z } from 'zod'
import { removeObjects } from '../../integrations/storage.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, transact, update, WriteConflict } from '../table/transact.ts'
import { CHATS, type ChatRow, stillIn } from './chat.ts'

export type ChatMessageRow = {
  id: string
  chatId: string
  text: string
  user: UserRef
  media: (StoredMedia & { key: string }) | null
  /** Id given by the sender's browser. */
  clientId: string | null
}

const MESSAGE = 'message#'

const MESSAGES = defineRow({
  kind: 'chatMessage',
  key: { pk: '${companyId}#chat#${chatId}', sk: 'message#${id}' },
  content: z.object({
    companyId: z.string(),
    chatId: z.string(),
    id: z.string(),
    text: z.string(),
    user: z.custom<UserRef>(),
    media: z.custom<NonNullable<ChatMessageRow['media']>>().optional(),
    clientId: z.string().optional(),
  }),
  keyOnly: ['companyId', 'chatId', 'id'],
  unmarked: true,
})

/** Pointers to messages by the ids that their senders' browsers gave. */
const SAID = defineRow({
  kind: 'chatSaid',
  key: { pk: '${companyId}#chat#${chatId}', sk: 'said#${userId}#${clientId}' },
  content: z.object({
    companyId: z.string(),
    chatId: z.string(),
    userId: z.string(),
    clientId: z.string(),
    messageId: z.string(),
  }),
  keyOnly: ['companyId', 'chatId', 'userId', 'clientId'],
  unmarked: true,
})

const toRow = ({ id, chatId, text, user, media, clientId }: RowOf<typeof MESSAGES>): ChatMessageRow => ({
  ...{ id, chatId, text, user },
  media: media ?? null,
  clientId: clientId ?? null,
})

/**
 * Returns the message that a user sent under this client id, or undefined. Costs 1 read unit, 1
 * more if there is one.
 */
export async function findChatMessage(
  companyId: string,
  chatId: string,
  userId: string,
  clientId: string,
): Promise<ChatMessageRow | undefined> {
  const pointer = await SAID.get({ companyId, chatId, userId, clientId }, { consistent: true })
  if (!pointer) return undefined
  const stored = await MESSAGES.get({ companyId, chatId, id: pointer.messageId }, { consistent: true })
  return stored && toRow(stored)
}

/** Maximum length of the newest message in a list row, in UTF-16 units. */
const SHOWN = 100

/** Returns the text shown in the list; for a file without text, the file's name. */
const shownOf = ({ text, media }: NewChatMessage): string =>
  cutText((text || media?.fileName || '').replace(/\s+/g, ' '), SHOWN)

type NewChatMessage = { user: UserRef; text: string; media: ChatMessageRow['media']; clientId: string | null }

/** Number of attempts when other messages of the same chat come first. */
const ROUNDS = 60

/**
 * Sends a message in a chat. Message and count are one transaction, with the client id if the
 * sender's browser gave one. Each message has a later id than the previous one, whatever the
 * servers' clocks say: of two at once the second takes another id. `isNew` is false for a repeated
 * call. Throws ERR_NO_CHAT_FOUND if the sender is not a member (any more), ERR_CONFLICT.
 */
export async function storeChatMessage(
  companyId: string,
  chatId: string,
  given: NewChatMessage,
): Promise<{ message: ChatMessageRow; isNew: boolean }> {
  const { user, text, media, clientId } = given
  let after = 0
  for (let round = 0; round < ROUNDS; round++) {
    const id = newId(Math.max(Date.now(), after + 1))
    const content = {
      text,
      user: { id: user.id, name: user.name },
      ...(media ? { media } : {}),
      ...(clientId ? { clientId } : {}),
    }
    try {
      await transact([
        ...(clientId
          ? [put('said', SAID.create({ companyId, chatId, userId: user.id, clientId, messageId: id }))]
          : []),
        update(
          'chat',
          CHATS.change(
            { companyId, id: chatId },
            {
              set: { lastId: id, lastText: shownOf(given), updatedAt: timeOfId(id) },
              add: { version: 1, count: 1 },
              computed: ({ name, value }) => {
                const sent = name(`people.${user.id}.sent`)
                return [`${sent} = ${sent} + ${value(1)}`]
              },
              when: is => [is.present(`people.${user.id}`), is.below('lastId', id)],
            },
          ),
        ),
        put('message', MESSAGES.put({ companyId, chatId, id, ...content })),
      ])
      return { message: { id, chatId, ...given }, isNew: true }
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      if (error.label === 'said') {
        const first = await findChatMessage(companyId, chatId, user.id, clientId!)
        if (first) return { message: first, isNew: false }
        throw new AppError('ERR_NO_CHAT_FOUND')
      }
      const now: ChatRow | undefined = stillIn(error, user.id)
      if (!now) throw new AppError('ERR_NO_CHAT_FOUND')
      after = timeOfId(now.lastId)
    }
  }
  throw new AppError('ERR_CONFLICT')
}

/** Reads a page of a chat's messages, newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfChatMessages = (
  companyId: string,
  chatId: string,
  options: PageOptions,
): Promise<Page<ChatMessageRow>> =>
  pageOf(
    companyId,
    `chat|${chatId}`,
    fromQuery(
      from =>
        // The chat's row sorts before its messages.
        MESSAGES.query(
          { companyId, chatId },
          { from: MESSAGE, to: from === null ? `${MESSAGE}g` : `${MESSAGE}${before(String(from))}` },
        ),
      {
        attributes: MESSAGES.attributes,
        toRow: (item: Record<string, unknown>) => toRow(MESSAGES.parse(item)!),
        positionOf: ({ id }) => id,
      },
    ),
    options,
  )

/** Returns the greatest text below an id. */
const before = (id: string): string => `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`

/** Number of rows per step. */
const BATCH_SIZE = 500

/**
 * Deletes a part of a deleted chat's rows, with their files; returns false if none are left.
 * Idempotent.
 */
export async function removeChatRows(companyId: string, chatId: string): Promise<boolean> {
  const { items, more } = await queryItems<TableKey & Pick<ChatMessageRow, 'media'>>(
    MESSAGES.query({ companyId, chatId }, { above: ' ' }),
    BATCH_SIZE,
    { attributes: ['pk', 'sk', 'media'], order: 'asc', consistent: true },
  )
  await removeObjects(items.flatMap(({ media }) => (media ? [media.key] : [])))
  await removeKeys(items)
  return more || items.length === BATCH_SIZE
}
