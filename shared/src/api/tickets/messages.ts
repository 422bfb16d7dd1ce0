import { z } from 'zod'
import {
  Day,
  FormJson,
  Id,
  IdParams,
  listQuery,
  MessageText,
  page,
  QueryFlag,
  QueryIds,
  queryList,
} from '../../api-contract/fields.ts'
import { FILE_REFUSALS, FileName, Mimetype, PreparedKey, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { TEMPLATE_REFUSALS } from '../../api-contract/template-refusals.ts'
import { EarlierText, Feedback, Message } from '../../entities/message.ts'
import { MessageHit, MessagePlace } from '../../entities/message-hit.ts'
import { POLL_LIMITS } from '../../entities/poll.ts'
import { TemplateToSend } from '../../entities/template.ts'
import { TicketPriority } from '../../entities/ticket.ts'
import { INLINE_LIMIT } from '../../media.ts'
import { CLOUD_MEDIA_ERRORS } from '../../rules/cloud-media-limits.ts'
import { isEmoji } from '../../rules/emoji.ts'
import { codeMessage } from '../../validation/field-message.ts'

/** Maximum bytes by kind of attachment. */
export const MEDIA_LIMITS = {
  image: 16 * 2 ** 20,
  audio: 16 * 2 ** 20,
  video: 16 * 2 ** 20,
  application: 64 * 2 ** 20,
} as const

/** Errors of a message that is made of a template. */
const SENT_TEMPLATE_REFUSALS = ['ERR_CHANNEL_UNSUPPORTED', ...TEMPLATE_REFUSALS] as const

const OF_TEMPLATE =
  'In the place of text and files: an approved template of a cloud number, also once the time to answer is over. `variables` are its values by name (GET /templates lists the names)'

/** Template in the place of text and files; it may show the call's one file. */
const MessageOfTemplate = FormJson(TemplateToSend)
  .describe(`${OF_TEMPLATE}. One file, of its kind, may take the place of the header's address`)
  .optional()

const TicketParams = z.object({ ticketId: Id })

/** Flag of a form, whose fields arrive as text. */
const FormFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform(value => value === 'true')])

/** Description of the caller's idempotency key for the OpenAPI document. */
const IDEMPOTENCY =
  'For 24 hours a call with the same key and content is answered with the message of the first one; with the same key and other content it is 409 ERR_IDEMPOTENCY_KEY_REUSED'

/** Maximum number of messages, and of contacts, of one call that forwards. */
export const FORWARD_LIMITS = { messages: 30, contacts: 10 } as const

/**
 * Outcome of the messages for one contact: all but the refused ones and
 * those after an error were sent.
 */
const ForwardResult = z.object({
  contactId: Id,
  ticketId: Id.nullable(),
  sent: z.number().int(),
  refused: z.array(z.object({ messageId: Id, error: z.string() })),
  error: z.string().nullable().describe('Code that ended it for this contact: nothing follows what was sent'),
})

export const Upload = z.object({
  /** Key that `uploads` answered. */
  key: PreparedKey,
  fileName: FileName,
  mimetype: Mimetype,
  /** True if it was recorded as a voice note. */
  ptt: z.boolean().default(false),
  seconds: z.number().min(0).max(36_000).optional(),
  /** Caption of this file; without it, `body` is the caption of the first file. */
  caption: MessageText.optional(),
})

/**
 * Poll that is sent alone. The operation refuses equal options, and a question of several lines.
 */
const PollOfMessage = FormJson(
  z.object({
    question: z.string().trim().min(1).max(POLL_LIMITS.question),
    options: z.array(z.string().trim().min(1).max(POLL_LIMITS.option)).min(POLL_LIMITS.fewest).max(POLL_LIMITS.most),
    /** True if several options may be chosen. */
    several: z.boolean().default(false),
  }),
).optional()

export const MessageBody = z.object({
  body: MessageText.default(''),
  /** Quoted message: its id, or an object that has it. */
  quotedMsg: FormJson(z.union([Id, z.object({ id: Id }).transform(quoted => quoted.id)]).nullable()).optional(),
  uploads: FormJson(z.array(Upload).max(10)).default([]),
  /** True if the files in the form were recorded as voice notes. */
  ptt: FormFlag.optional(),
  quickMessageId: Id.describe('Quick message that the caller sees, whose file is sent first').optional(),
  fileListId: Id.describe('File list whose files follow in their order, each with its text').optional(),
  clientId: z
    .uuid()
    .describe('Chosen by the client: a retry with the same id is the same message; with other content it is 409')
    .optional(),
  sign: FormFlag.describe(
    'Whether the text is signed, where the company leaves that to its attendants (setting `signMessages`)',
  ).optional(),
  poll: PollOfMessage,
  template: MessageOfTemplate,
  read: FormJson(z.unknown()).optional(),
  fromMe: FormJson(z.unknown()).optional(),
  mediaUrl: z.string().max(2000).optional(),
})

export const messages = {
  list: route({
    method: 'GET',
    path: '/messages/{ticketId}',
    summary: 'Messages of a ticket: a page of the newest, oldest of the page first',
    access: 'user',
    params: TicketParams,
    query: z.object({
      pageNumber: listQuery.pageNumber,
      cursor: listQuery.cursor,
      limit: listQuery.limit,
      around: Id.describe('A page around this message, in the place of the newest').optional(),
      after: Id.describe('A page of those that came next after this message').optional(),
    }),
    response: z.object({
      messages: z.array(Message),
      ...page,
      hasNewer: z.boolean().describe('True if there are newer ones; only in a page by `around` or `after`').optional(),
    }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  /**
   * Searches all messages that the caller may see; a page may have fewer hits than requested, even
   * none, and continue.
   */
  search: route({
    method: 'GET',
    path: '/messages/search',
    summary: 'Messages that have all of these words, or words that begin so, newest first',
    access: 'user',
    query: z.object({
      searchParam: listQuery.searchParam,
      cursor: listQuery.cursor,
      limit: listQuery.limit,
      showAll: QueryFlag.optional(),
      queueIds: QueryIds.optional(),
      tags: QueryIds.optional(),
      users: QueryIds.optional(),
      /** Day of the ticket's creation, in the company's zone. */
      date: Day.optional(),
      /** `ad`: of contacts whom an advertisement or a post brought. */
      origin: z.enum(['ad']).optional(),
      withUnreadMessages: QueryFlag.optional(),
      /** JSON list of priorities, one of which the ticket has. */
      priority: queryList(TicketPriority).optional(),
    }),
    response: z.object({ hits: z.array(MessageHit), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  /** Returns the positions of found messages in one conversation. */
  find: route({
    method: 'GET',
    path: '/messages/{ticketId}/search',
    summary: 'Messages of a ticket that have all of these words, newest first',
    access: 'user',
    params: TicketParams,
    query: z.object({ searchParam: listQuery.searchParam, cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ hits: z.array(MessagePlace), ...page }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  create: route({
    method: 'POST',
    path: '/messages/{ticketId}',
    summary: 'Write to the contact: a text, files, or both (one message per file); or a template; or a poll',
    access: 'user',
    params: TicketParams,
    body: MessageBody,
    response: z.object({ messages: z.array(Message) }),
    status: 201,
    multipart: { field: 'medias', maxFiles: 10, maxSize: INLINE_LIMIT, larger: '/messages/{ticketId}/uploads' },
    errors: [
      'ERR_OUTSIDE_WINDOW',
      'ERR_CREATING_MESSAGE',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_QUICK_MESSAGE_FOUND',
      'ERR_NO_FILE_LIST_FOUND',
      'ERR_TICKET_CLOSED',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_CONTACT_BLOCKED',
      'ERR_EMPTY_MESSAGE',
      'ERR_CHANNEL_UNSUPPORTED',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      ...SENT_TEMPLATE_REFUSALS,
      ...FILE_REFUSALS,
      ...CLOUD_MEDIA_ERRORS,
    ],
  }),
  /** Signs a form to put a file into the bucket; then `create` names its key. */
  upload: uploadRoute({
    path: '/messages/{ticketId}/uploads',
    summary: 'Prepare the upload of an attachment',
    access: 'user',
    params: TicketParams,
    most: MEDIA_LIMITS.application,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_CLOSED',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_UPLOAD_TOO_LARGE',
      'ERR_UPLOAD_TYPE',
      ...CLOUD_MEDIA_ERRORS,
    ],
  }),
  update: route({
    method: 'PUT',
    path: '/messages/{id}',
    summary: 'Edit an own message, up to 15 minutes old; an admin any of the company',
    access: 'user',
    params: IdParams,
    body: z.object({ body: MessageText.trim().min(1) }),
    response: Message,
    aliases: [{ method: 'POST', path: '/messages/edit/{id}' }],
    errors: [
      ...(['ERR_NO_MESSAGE_FOUND', 'ERR_EDIT_WAPP_MSG', 'ERR_EDIT_KIND', 'ERR_CHANNEL_UNSUPPORTED'] as const),
      'ERR_CONTACT_BLOCKED',
    ],
  }),
  /**
   * Lists a message's texts before each edit, oldest first; for a deleted one also the last text,
   * with the user who deleted it and when.
   */
  history: route({
    method: 'GET',
    path: '/messages/{id}/history',
    summary: 'List the earlier texts of a message, also of a deleted one',
    access: 'admin',
    params: IdParams,
    response: z.object({ id: Id, history: z.array(EarlierText) }),
    errors: ['ERR_NO_MESSAGE_FOUND'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/messages/{id}',
    summary: 'Delete an own message for everyone, up to 48 hours old; an admin any of the company',
    access: 'user',
    params: IdParams,
    response: Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_DELETE_WAPP_MSG', 'ERR_CHANNEL_UNSUPPORTED', 'ERR_CONTACT_BLOCKED'],
  }),
  react: route({
    method: 'PUT',
    path: '/messages/{id}/reaction',
    summary: 'React to a message, instead of what the company said to it before',
    access: 'user',
    params: IdParams,
    body: z.object({
      emoji: z
        .string()
        .refine(text => text === '' || isEmoji(text), codeMessage('invalid_emoji'))
        .describe('One emoji; an empty text takes the reaction back'),
    }),
    response: Message,
    errors: [
      'ERR_NO_MESSAGE_FOUND',
      'ERR_REACT_WAPP_MSG',
      'ERR_TICKET_CLOSED',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_CONTACT_BLOCKED',
      'ERR_CONFLICT',
      'ERR_CHANNEL_UNSUPPORTED',
      'ERR_OUTSIDE_WINDOW',
    ],
  }),
  forward: route({
    method: 'POST',
    path: '/messages/{id}/forward',
    summary: 'Say what a message says in another conversation; its file is copied',
    access: 'user',
    params: IdParams,
    body: z.object({
      ticketId: Id.describe('Ticket into which it is forwarded'),
      clientId: z
        .uuid()
        .describe('Chosen by the client: a retry with the same id is the same message; with other content it is 409')
        .optional(),
    }),
    response: Message,
    status: 201,
    errors: [
      'ERR_CREATING_MESSAGE',
      'ERR_OUTSIDE_WINDOW',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_FORWARD_WAPP_MSG',
      'ERR_TICKET_CLOSED',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_CONTACT_BLOCKED',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      ...CLOUD_MEDIA_ERRORS,
    ],
  }),
  /**
   * Forwards messages in the order given, to each contact: in the contact's open ticket, else in a
   * new one. Everything is looked up first; after that a refusal is the contact's own.
   */
  forwardMany: route({
    method: 'POST',
    path: '/messages/forward',
    summary: 'Say what several messages say to several contacts, in their order',
    access: 'user',
    body: z.object({
      messageIds: z.array(Id).min(1).max(FORWARD_LIMITS.messages),
      contactIds: z.array(Id).min(1).max(FORWARD_LIMITS.contacts),
      queueId: Id.nullable().default(null).describe('Queue of the tickets it starts; only admins may leave it out'),
      clientId: z
        .uuid()
        .describe('Chosen by the client: a repeated call with the same id sends a message to a contact once')
        .optional(),
    }),
    response: z.object({ contacts: z.array(ForwardResult) }),
    errors: [
      'ERR_CREATING_MESSAGE',
      'ERR_CREATING_TICKET',
      'ERR_NO_PERMISSION',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_FORWARD_WAPP_MSG',
    ],
  }),
  feedback: route({
    method: 'PUT',
    path: '/messages/{id}/feedback',
    summary: 'Say what one thinks of a machine’s answer, for everyone in the company to see',
    access: 'user',
    params: IdParams,
    body: z.object({ feedback: Feedback.nullable() }),
    response: Message,
    errors: ['ERR_NO_MESSAGE_FOUND'],
  }),
  /**
   * Begins to fetch the preview of a message's first link, if it has none yet; the message is
   * published once it is there. Only addresses that stand in a message are fetched.
   */
  previewLink: route({
    method: 'POST',
    path: '/messages/{id}/link-preview',
    summary: "Fetch a preview of the message's first link; an event brings it",
    access: 'user',
    params: IdParams,
    response: Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_TOO_MANY_REQUESTS'],
  }),
  /** Sends a failed message again under the same WhatsApp id, or tries a failed download again. */
  retry: route({
    method: 'POST',
    path: '/messages/{id}/retry',
    summary: 'Send again, or download again, what failed',
    access: 'user',
    params: IdParams,
    response: Message,
    errors: [
      ...(['ERR_NO_MESSAGE_FOUND', 'ERR_FETCH_WAPP_MSG', 'ERR_TICKET_CLOSED', 'ERR_TICKET_NOT_ACCEPTED'] as const),
      'ERR_CONTACT_BLOCKED',
      'ERR_OUTSIDE_WINDOW',
    ],
  }),
  /** Public messages API (decision 0024). */
  send: route({
    method: 'POST',
    path: '/messages/send',
    summary: "Write to a number with a connection's token",
    access: 'apiKey',
    plan: 'useExternalApi',
    headers: { 'Idempotency-Key': `At most 100 characters. ${IDEMPOTENCY}` },
    body: z.object({
      number: z
        .string()
        .transform(text => text.replace(/[\s()+.-]/g, ''))
        .pipe(z.string().regex(/^\d{8,15}$/, codeMessage('invalid_phone'))),
      body: MessageText.default(''),
      template: MessageOfTemplate,
      id: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .describe(`In the place of the header Idempotency-Key, which counts first. ${IDEMPOTENCY}`)
        .optional(),
    }),
    response: z.object({ id: Id, ticketId: Id, ack: z.number().int() }),
    status: 202,
    multipart: { field: 'medias', maxFiles: 1, maxSize: INLINE_LIMIT },
    errors: [
      'ERR_CREATING_MESSAGE',
      'ERR_OUTSIDE_WINDOW',
      ...CLOUD_MEDIA_ERRORS,
      ...SENT_TEMPLATE_REFUSALS,
      'ERR_PLAN_FEATURE',
      'ERR_COMPANY_EXPIRED',
      'ERR_COMPANY_DISABLED',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_NO_WAPP_FOUND',
      'ERR_EMPTY_MESSAGE',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      ...FILE_REFUSALS,
      'ERR_TOO_MANY_REQUESTS',
    ],
  }),
}
