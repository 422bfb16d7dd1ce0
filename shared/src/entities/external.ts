/**
 * Data of a company that other systems get: the public API's answers, and the data of webhook
 * events.
 */
import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { FieldValues } from './custom-field.ts'
import { MediaType, MessageAck, MessageError, MessageOrigin } from './message.ts'
import { Rating, Referral, TicketStatus } from './ticket.ts'

const Named = z.object({ id: Id, name: z.string() })

export const ExternalTicket = z.object({
  id: Id,
  status: TicketStatus,
  contact: z.object({ id: Id, name: z.string(), number: z.string() }),
  isGroup: z.boolean(),
  connection: Named,
  queue: Named.nullable(),
  user: Named.nullable(),
  rating: Rating.nullable(),
  /** Values of the company's custom fields, by field id. */
  fields: FieldValues,
  /** Advertisement or post that brought the contact. */
  referral: Referral.nullable(),
  createdAt: Instant,
  closedAt: Instant.nullable(),
})
export type ExternalTicket = z.infer<typeof ExternalTicket>

export const ExternalMessage = z.object({
  id: Id,
  ticketId: Id,
  contactId: Id,
  body: z.string(),
  fromMe: z.boolean(),
  origin: MessageOrigin,
  mediaType: MediaType,
  /** `size` in bytes. */
  media: z.object({ fileName: z.string(), mimetype: z.string(), size: z.number().int() }).nullable(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .nullable(),
  ack: MessageAck,
  error: MessageError.nullable(),
  isDeleted: z.boolean(),
  createdAt: Instant,
})
export type ExternalMessage = z.infer<typeof ExternalMessage>

export const ExternalContact = z.object({
  id: Id,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Values of the company's custom fields, by field id. */
  fields: FieldValues,
  /** Live ticket of the contact on the token's connection. */
  ticketId: Id.nullable(),
  createdAt: Instant,
})
export type ExternalContact = z.infer<typeof ExternalContact>

const Amount = z.number()

/** Order. Amounts in reais. */
export const ExternalOrder = z.object({
  id: Id,
  number: z.number().int(),
  ticketId: Id.nullable(),
  store: Named,
  customer: z.object({ id: Id, fullName: z.string() }),
  status: Named.nullable(),
  user: Named,
  subTotal: Amount,
  freight: Amount,
  discount: Amount,
  increase: Amount,
  total: Amount,
  items: z.array(z.object({ productId: Id, name: z.string(), price: Amount, amount: z.number(), total: Amount })),
  canceledAt: Instant.nullable(),
  createdAt: Instant,
})
export type ExternalOrder = z.infer<typeof ExternalOrder>
