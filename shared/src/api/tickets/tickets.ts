import { z } from 'zod'
import {
  Day,
  Id,
  IdParams,
  Instant,
  listQuery,
  page,
  plainListQuery,
  QueryFlag,
  QueryIds,
  queryList,
} from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { FieldChanges, QueryFields } from '../../entities/custom-field.ts'
import { MAX_PINNED } from '../../entities/preferences.ts'
import { Ticket, TicketLog, TicketPriority, TicketStatus } from '../../entities/ticket.ts'
import { ViewPart } from '../../entities/view.ts'
import { codeMessage } from '../../validation/field-message.ts'
import { SeenContactMessage } from './seen-contact-message.ts'

export const tickets = {
  /**
   * Lists the tickets of a tab without `searchParam`, newest first. Status `open` lists the
   * caller's own unless an admin asks with `showAll`; `pending` and `closed` those of the caller's
   * queues. With `searchParam`, `tags`, `fields`, `users`, `date` or `updatedAt`, it searches all
   * tickets the caller may see, as `origin` does; with `showAll` false, the caller's own and
   * unassigned ones. Open ones that are snoozed are listed by `snoozed` alone, and found by a
   * search. A page costs at most ten read units: where they do not suffice to fill it, it is
   * shorter or empty and names in `uncombined` a part of the filter that no index combines with the
   * others; the pages after it go on looking, and a view of the same filter answers full pages.
   * With `viewId`, it answers a view's. With `ids`, it answers those of these tickets that the
   * caller may see, in this order, on one page.
   */
  list: route({
    method: 'GET',
    path: '/tickets',
    summary: 'Tickets of a tab, or a search',
    access: 'user',
    query: z.object({
      ...listQuery,
      status: TicketStatus.optional(),
      /** Day of creation, in the company's zone. */
      date: Day.optional(),
      /** Day of the last change, in the company's zone. */
      updatedAt: Day.optional(),
      showAll: QueryFlag.optional(),
      queueIds: QueryIds.optional(),
      tags: QueryIds.optional(),
      users: QueryIds.optional(),
      /** `ad`: those of contacts whom an advertisement or a post brought. */
      origin: z.enum(['ad']).optional(),
      withUnreadMessages: QueryFlag.optional(),
      /** JSON list of priorities, one of which a ticket of the list has. */
      priority: queryList(TicketPriority).optional(),
      fields: QueryFields.optional(),
      /** For status `open`: the snoozed tickets instead of the others. */
      snoozed: QueryFlag.optional(),
      /**
       * For status `pending`: `waiting` begins with the highest priority, then the longest wait.
       */
      order: z.enum(['newest', 'waiting']).optional(),
      /** View whose tickets are listed, newest first; no other filter goes with it. */
      viewId: Id.optional(),
      ids: QueryIds.refine(ids => ids.length <= MAX_PINNED, {
        error: codeMessage('too_many'),
        params: { maximum: MAX_PINNED },
      }).optional(),
    }),
    response: z.object({ tickets: z.array(Ticket), ...page, uncombined: ViewPart.optional() }),
    errors: [
      ...(['ERR_INVALID_CURSOR', 'ERR_NO_VIEW_FOUND', 'ERR_NO_FIELD_FOUND', 'ERR_FIELD_NOT_FILTERABLE'] as const),
      'ERR_VIEW_CANNOT_COMBINE',
    ],
  }),
  /** Counts for the badges of the sub-tabs. */
  count: route({
    method: 'GET',
    path: '/tickets/count',
    summary: 'Number of tickets in each tab',
    access: 'user',
    query: z.object({ showAll: QueryFlag.optional(), queueIds: QueryIds.optional() }),
    response: z.object({
      /** Number of open tickets without the snoozed ones. */
      open: z.number().int(),
      pending: z.number().int(),
      closed: z.number().int(),
      snoozed: z.number().int(),
    }),
  }),
  getByUuid: route({
    method: 'GET',
    path: '/tickets/u/{ticketId}',
    summary: 'A ticket by its uuid',
    access: 'user',
    params: z.object({ ticketId: Id }),
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  get: route({
    method: 'GET',
    path: '/tickets/{id}',
    summary: 'A ticket',
    access: 'user',
    params: IdParams,
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  /** Creates a ticket, open and the caller's own unless `userId` or `status` say otherwise. */
  create: route({
    method: 'POST',
    path: '/tickets',
    summary: 'Start a ticket with a contact, in an own queue; admins in any, or in none',
    access: 'user',
    body: z.object({
      contactId: Id,
      queueId: Id.nullable().default(null),
      whatsappId: Id.nullable().optional(),
      userId: Id.nullable().optional(),
      status: z.enum(['open', 'pending']).default('open'),
    }),
    response: Ticket,
    status: 201,
    errors: [
      'ERR_NO_PERMISSION',
      'ERR_CHANNEL_UNSUPPORTED',
      'ERR_CONTACT_BLOCKED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_CREATING_TICKET',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
    ],
  }),
  /**
   * Changes a ticket: accept (status open, own userId, no queueId), return (pending), close
   * (closed; `sendFarewell`), reopen (open), transfer (with queueId). See decision 0014. The
   * priority and custom fields are set by the ticket's attendant or an admin, those of an
   * unassigned one by anybody who sees it; the priority not of a closed one.
   */
  update: route({
    method: 'PUT',
    path: '/tickets/{id}',
    summary: 'Accept, return, transfer, close or reopen a ticket, or set its priority and fields',
    access: 'user',
    params: IdParams,
    body: z
      .object({
        status: TicketStatus,
        userId: Id.nullable(),
        queueId: Id.nullable(),
        priority: TicketPriority,
        fields: FieldChanges,
        whatsappId: Id,
        useIntegration: z.boolean(),
        promptId: Id.nullable(),
        integrationId: Id.nullable(),
        /** True to send the farewell on closing (and the rating question, if enabled). */
        sendFarewell: z.boolean(),
        /** For a closing. */
        seenContactMessage: SeenContactMessage,
      })
      .partial(),
    response: Ticket,
    errors: [
      'ERR_TICKET_NEW_MESSAGE',
      'ERR_CHANNEL_UNSUPPORTED',
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_ALREADY_ACCEPTED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_TICKET_STATUS',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_PROMPT_FOUND',
      'ERR_NO_INTEGRATION_FOUND',
      'ERR_NO_FIELD_FOUND',
      'ERR_CONFLICT',
      'ERR_NO_PERMISSION',
    ],
  }),
  /**
   * Marks what the ticket's attendant has seen as read: the unread count falls by it, to 0 without
   * `messageId`, and WhatsApp gets the read mark. Earlier read marks stay.
   */
  read: route({
    method: 'POST',
    path: '/tickets/{id}/read',
    summary: 'Mark a ticket as read, whole or up to a message',
    access: 'user',
    params: IdParams,
    body: z.object({ messageId: Id.optional().describe('The last message that was seen; without it all of them') }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND'],
  }),
  /** Marks the ticket as unread until it is read. */
  unread: route({
    method: 'POST',
    path: '/tickets/{id}/unread',
    summary: 'Mark a ticket as unread',
    access: 'user',
    params: IdParams,
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_STATUS'],
  }),
  /**
   * Hides the caller's own ticket, or as an admin any, from the list of open ones until then; it
   * returns at once if the contact writes.
   */
  snooze: route({
    method: 'PUT',
    path: '/tickets/{id}/snooze',
    summary: 'Put an open ticket off until a time, a year ahead at most',
    access: 'user',
    params: IdParams,
    body: z.object({ until: Instant, seenContactMessage: SeenContactMessage.optional() }),
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_STATUS', 'ERR_TICKET_NEW_MESSAGE', 'ERR_SNOOZE_TIME'],
  }),
  wake: route({
    method: 'DELETE',
    path: '/tickets/{id}/snooze',
    summary: 'Take a snoozed ticket back into the list of open ones',
    access: 'user',
    params: IdParams,
    response: Ticket,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/tickets/{id}',
    summary: 'Delete a ticket with its messages and notes',
    access: 'admin',
    audit: 'ticket.delete',
    params: IdParams,
  }),
}

export const ticketsLog = {
  list: route({
    method: 'GET',
    path: '/tickets-log/{ticketId}',
    summary: 'Log of a ticket, oldest first',
    access: 'user',
    params: z.object({ ticketId: Id }),
    query: z.object(plainListQuery),
    response: z.array(TicketLog),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
}
