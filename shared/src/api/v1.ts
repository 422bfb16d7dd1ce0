/**
 * Public API v1: calls of the product that machines make with a token (decision 0097). Each has the
 * input, the answer and the operation of the call it is derived from.
 */
import { z } from 'zod'
import { Id } from '../api-contract/fields.ts'
import { published } from '../api-contract/published.ts'
import { type Area, area, route } from '../api-contract/route.ts'
import { ApiScope } from '../entities/api-token.ts'
import { Whatsapp } from '../entities/whatsapp.ts'
import { codeMessage } from '../validation/field-message.ts'
import { deliveries } from './automation/deliveries.ts'
import { webhooks } from './automation/webhooks.ts'
import { categories } from './catalog/categories.ts'
import { productStores, products } from './catalog/products.ts'
import { stores } from './catalog/stores.ts'
import { templates } from './channels/templates.ts'
import { whatsapp } from './channels/whatsapp.ts'
import { fields } from './company/fields.ts'
import { contacts } from './contacts/contacts.ts'
import { customerAddresses, customers } from './customers/customers.ts'
import { portfolios } from './customers/portfolios.ts'
import { AREAS } from './index.ts'
import { budgets } from './orders/budgets.ts'
import { coupons } from './orders/coupons.ts'
import { payments } from './orders/payments.ts'
import { statusBudgets } from './orders/status-budgets.ts'
import { queue } from './team/queue.ts'
import { users } from './team/users.ts'
import { messages } from './tickets/messages.ts'
import { tags } from './tickets/tags.ts'
import { ticketNotes } from './tickets/ticket-notes.ts'
import { tickets } from './tickets/tickets.ts'

type Opening = { status?: string | undefined; userId?: string | null | undefined }

/** A token is nobody's attendant: a ticket that it opens is somebody's. */
const isSomebodys = ({ status, userId }: Opening): boolean => status !== 'open' || Boolean(userId)
const SOMEBODYS = { path: ['userId'], error: codeMessage('required') }

const NewTicket = tickets.create.body
  .extend({ status: tickets.create.body.shape.status.unwrap().default('pending') })
  .refine(isSomebodys, SOMEBODYS)
const TicketChanges = tickets.update.body.refine(isSomebodys, SOMEBODYS)

/** A message to a number, over a connection of the company. */
const MessageToNumber = messages.send.body
  .omit({ id: true })
  .extend({ whatsappId: Id.describe('The connection; by default the company’s default one').optional() })

/** A connection without its QR code, with which anybody could link a phone. */
const Connection = Whatsapp.omit({ qrcode: true })

export const v1 = area('v1', {
  reference: {
    openapi: route({
      method: 'GET',
      path: '/v1/openapi.json',
      summary: 'The description of the public API: calls, scopes, errors, examples',
      access: 'public',
      response: z.record(z.string(), z.unknown()),
    }),
    me: route({
      method: 'GET',
      path: '/v1/token',
      summary: 'The token that calls: its name, scopes and expiry',
      access: 'token',
      response: z.object({
        id: Id,
        name: z.string(),
        companyId: Id,
        scopes: z.array(ApiScope),
        sandbox: z.boolean(),
        expiresAt: z.string().nullable(),
      }),
      plan: 'useExternalApi',
      errors: ['ERR_API_TOKEN_EXPIRED', 'ERR_PLAN_FEATURE', 'ERR_TOO_MANY_REQUESTS'],
    }),
  },
  contacts: {
    list: published('contacts:read', '/contacts', contacts.list),
    get: published('contacts:read', '/contacts/{id}', contacts.get),
    create: published('contacts:write', '/contacts', contacts.create),
    update: published('contacts:write', '/contacts/{id}', contacts.update),
    remove: published('contacts:write', '/contacts/{id}', contacts.remove),
    tickets: published('tickets:read', '/contacts/{id}/tickets', contacts.tickets),
  },
  tickets: {
    list: published('tickets:read', '/tickets', tickets.list),
    get: published('tickets:read', '/tickets/{id}', tickets.get),
    create: published('tickets:write', '/tickets', { ...tickets.create, body: NewTicket }),
    update: published('tickets:write', '/tickets/{id}', { ...tickets.update, body: TicketChanges }),
  },
  notes: {
    list: published('tickets:read', '/notes', ticketNotes.list),
    create: published('tickets:write', '/notes', ticketNotes.create),
    remove: published('tickets:write', '/notes/{id}', ticketNotes.remove),
  },
  messages: {
    list: published('messages:read', '/tickets/{ticketId}/messages', messages.list),
    search: published('messages:read', '/messages/search', messages.search),
    create: published('messages:write', '/tickets/{ticketId}/messages', messages.create, '/tickets/{ticketId}/uploads'),
    upload: published('messages:write', '/tickets/{ticketId}/uploads', messages.upload),
    send: published('messages:write', '/messages', { ...messages.send, access: 'user', body: MessageToNumber }),
    remove: published('messages:write', '/messages/{id}', messages.remove),
  },
  tags: {
    list: published('tags:read', '/tags', tags.list),
    get: published('tags:read', '/tags/{id}', tags.get),
    create: published('tags:write', '/tags', tags.create),
    update: published('tags:write', '/tags/{id}', tags.update),
    remove: published('tags:write', '/tags/{id}', tags.remove),
    sync: published('tickets:write', '/tickets/tags', tags.sync),
  },
  fields: {
    list: published('fields:read', '/fields', fields.list),
    get: published('fields:read', '/fields/{id}', fields.get),
    create: published('fields:write', '/fields', fields.create),
    update: published('fields:write', '/fields/{id}', fields.update),
    remove: published('fields:write', '/fields/{id}', fields.remove),
  },
  customers: {
    list: published('customers:read', '/customers', customers.list),
    get: published('customers:read', '/customers/{id}', customers.get),
    search: published('customers:read', '/customers/by-document/{document}', customers.search),
    create: published('customers:write', '/customers', customers.create),
    update: published('customers:write', '/customers/{id}', customers.update),
    remove: published('customers:write', '/customers/{id}', customers.remove),
  },
  addresses: {
    list: published('customers:read', '/customers/{customerId}/addresses', customerAddresses.list),
    get: published('customers:read', '/addresses/{id}', customerAddresses.get),
    create: published('customers:write', '/addresses', customerAddresses.create),
    update: published('customers:write', '/addresses/{id}', customerAddresses.update),
    remove: published('customers:write', '/addresses/{id}', customerAddresses.remove),
  },
  portfolios: {
    list: published('customers:read', '/portfolios', portfolios.list),
  },
  products: {
    list: published('products:read', '/products', products.list),
    get: published('products:read', '/products/{id}', products.get),
    create: published('products:write', '/products', products.create),
    update: published('products:write', '/products/{id}', products.update, '/products/{id}/uploads'),
    remove: published('products:write', '/products/{id}', products.remove),
    uploads: published('products:write', '/products/{id}/uploads', products.uploads),
    uploadMedia: published('products:write', '/products/{id}/picture', products.uploadMedia, '/products/{id}/uploads'),
  },
  prices: {
    list: published('products:read', '/products/{productId}/prices', productStores.list),
    get: published('products:read', '/prices/{storeId}/{productId}', productStores.get),
    save: published('products:write', '/prices', productStores.create),
    remove: published('products:write', '/prices/{id}', productStores.remove),
  },
  categories: {
    list: published('products:read', '/categories', categories.list),
    get: published('products:read', '/categories/{id}', categories.get),
    create: published('products:write', '/categories', categories.create),
    update: published('products:write', '/categories/{id}', categories.update),
    remove: published('products:write', '/categories/{id}', categories.remove),
  },
  stores: {
    list: published('products:read', '/stores', stores.list),
    get: published('products:read', '/stores/{id}', stores.get),
  },
  orders: {
    list: published('orders:read', '/orders', budgets.list),
    get: published('orders:read', '/orders/{id}', budgets.get),
    pix: published('orders:read', '/orders/{id}/pix', budgets.pix),
    quote: published('orders:read', '/orders/quote', budgets.quote),
    create: published('orders:write', '/orders', budgets.create),
    update: published('orders:write', '/orders/{id}', budgets.update),
    remove: published('orders:write', '/orders/{id}', budgets.remove),
    send: published('orders:write', '/orders/{id}/send', budgets.send),
  },
  orderStatuses: { list: published('orders:read', '/order-statuses', statusBudgets.list) },
  payments: { list: published('orders:read', '/payments', payments.list) },
  coupons: { list: published('orders:read', '/coupons', coupons.list) },
  users: { list: published('team:read', '/users', users.listAll) },
  queues: {
    list: published('team:read', '/queues', queue.list),
    get: published('team:read', '/queues/{id}', queue.get),
  },
  connections: {
    list: published('connections:read', '/connections', { ...whatsapp.list, response: z.array(Connection) }),
    get: published('connections:read', '/connections/{id}', { ...whatsapp.get, response: Connection }),
  },
  templates: {
    list: published('connections:read', '/templates', {
      ...templates.list,
      summary: 'The templates of a connection, by name; with `status=APPROVED` those that may be sent',
    }),
  },
  webhooks: {
    list: published('webhooks:read', '/webhooks', webhooks.list),
    get: published('webhooks:read', '/webhooks/{id}', webhooks.get),
    create: published('webhooks:write', '/webhooks', webhooks.create),
    update: published('webhooks:write', '/webhooks/{id}', webhooks.update),
    remove: published('webhooks:write', '/webhooks/{id}', webhooks.remove),
    test: published('webhooks:write', '/webhooks/{id}/test', webhooks.test),
  },
  deliveries: {
    list: published('webhooks:read', '/deliveries', deliveries.list),
    sendAgain: published('webhooks:write', '/deliveries/{id}/send', deliveries.sendAgain),
  },
})

/** Every area that has a function of its own: those of the product, and the public API. */
export const SERVED_AREAS: readonly Area[] = [...AREAS, v1]
