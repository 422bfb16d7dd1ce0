import { z } from 'zod'
import { Id, IdParams, listQuery, MessageText, page } from '../../api-contract/fields.ts'
import { FILE_REFUSALS, FileName, Mimetype, PreparedKey, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { Chat, ChatMessage } from '../../entities/chat.ts'
import { INLINE_LIMIT } from '../../media.ts'
import { fieldMessage } from '../../validation/field-message.ts'
import { MEDIA_LIMITS } from '../tickets/messages.ts'

const common = { access: 'user', plan: 'useInternalChat' } as const

/** Maximum members of an internal chat, its owner included. */
export const CHAT_USERS = 50

const Title = z.string(fieldMessage('chat.title')).trim().min(1, fieldMessage('chat.title')).max(50)

/** Other members; the caller need not be named. */
const Users = z
  .array(z.union([Id, z.object({ id: Id }).transform(user => user.id)]), fieldMessage('chat.users'))
  .min(1, fieldMessage('chat.users'))
  .max(CHAT_USERS, fieldMessage('chat.users'))

/**
 * Internal chats. For a chat of which the caller is no member, every call answers that there is
 * none; a deletion, that it is gone.
 */
export const chats = {
  list: route({
    ...common,
    method: 'GET',
    path: '/chats',
    summary:
      'Conversations of the caller, where something was said last first; `searchParam` is looked for in the title',
    query: z.object(listQuery),
    response: z.object({ records: z.array(Chat), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  get: route({
    ...common,
    method: 'GET',
    path: '/chats/{id}',
    summary: 'A conversation',
    params: IdParams,
    response: Chat,
    errors: ['ERR_NO_CHAT_FOUND'],
  }),
  create: route({
    ...common,
    method: 'POST',
    path: '/chats',
    summary: 'Begin a conversation with colleagues',
    body: z.object({ title: Title, users: Users }),
    response: Chat,
    status: 201,
    errors: ['ERR_NO_USER_FOUND'],
  }),
  update: route({
    ...common,
    method: 'PUT',
    path: '/chats/{id}',
    summary: 'Change the title or the members of a conversation; its owner does',
    params: IdParams,
    body: z.object({ title: Title, users: Users }).partial(),
    response: Chat,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
  }),
  remove: route({
    ...common,
    method: 'DELETE',
    path: '/chats/{id}',
    summary: 'Delete a conversation with all that was said; its owner does',
    params: IdParams,
    errors: ['ERR_NO_PERMISSION', 'ERR_CONFLICT'],
  }),
  leave: route({
    ...common,
    method: 'POST',
    path: '/chats/{id}/leave',
    summary: 'Leave a conversation; its owner hands it to who has been in it longest, and the last one deletes it',
    params: IdParams,
    status: 204,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_CONFLICT'],
  }),
  read: route({
    ...common,
    method: 'POST',
    path: '/chats/{id}/read',
    summary: 'The caller has read a conversation',
    params: IdParams,
    /** Marks the chat read for the caller, whoever is named. */
    body: z.object({ userId: Id.optional() }),
    response: Chat,
    errors: ['ERR_NO_CHAT_FOUND'],
  }),
  messages: route({
    ...common,
    method: 'GET',
    path: '/chats/{id}/messages',
    summary: 'Messages of a conversation: a page of the newest, oldest of the page first',
    params: IdParams,
    query: z.object({ pageNumber: listQuery.pageNumber, cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ records: z.array(ChatMessage), ...page }),
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  send: route({
    ...common,
    method: 'POST',
    path: '/chats/{id}/messages',
    summary: 'Say something in a conversation: a text, a file, or a file with a text',
    params: IdParams,
    body: z.object({
      message: MessageText.trim().default(''),
      clientId: z.uuid().describe('Chosen by the client: a retry with the same id is the same message').optional(),
      /** Key of a file that was put into the bucket with the form of `uploads`. */
      key: PreparedKey.optional(),
      fileName: FileName.optional(),
      mimetype: Mimetype.optional(),
    }),
    multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger: '/chats/{id}/uploads' },
    response: ChatMessage,
    status: 201,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_EMPTY_MESSAGE', ...FILE_REFUSALS],
  }),
  uploads: uploadRoute({
    ...common,
    path: '/chats/{id}/uploads',
    summary: 'Prepare the upload of a file',
    params: IdParams,
    most: MEDIA_LIMITS.application,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_UPLOAD_TOO_LARGE', 'ERR_UPLOAD_TYPE'],
  }),
}
