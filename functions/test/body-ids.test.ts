/**
 * Every id in every body is looked up in the company of the caller before anything is stored: an
 * unknown one and one of another company are answered alike. A field that names something and
 * stands in neither list below fails here.
 */
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, makeUser, send, type TestCompany, type TestUser } from './harness.ts'
import { idFields, withField } from './id-fields.ts'
import { rowsOf } from './rows-of.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, type Ids, pathWith } from './valid-calls.ts'

/**
 * Code of what is not there, and the id that another company has; without one only an unknown id is
 * tried.
 */
const KINDS = {
  address: ['ERR_NO_ADDRESS_FOUND', 'customerAddress'],
  campaign: ['ERR_NO_CAMPAIGN_FOUND', 'campaign'],
  category: ['ERR_NO_CATEGORY_FOUND', 'category'],
  company: ['ERR_NO_COMPANY_FOUND'],
  contact: ['ERR_NO_CONTACT_FOUND', 'contact'],
  contactList: ['ERR_NO_CONTACT_LIST_FOUND', 'contactList'],
  customer: ['ERR_NO_CUSTOMER_FOUND', 'customer'],
  file: ['ERR_NO_FILE_LIST_FOUND', 'file'],
  fileOption: ['ERR_NO_FILE_FOUND'],
  integration: ['ERR_NO_INTEGRATION_FOUND', 'queueIntegration'],
  invoice: ['ERR_NO_INVOICE_FOUND'],
  message: ['ERR_NO_MESSAGE_FOUND', 'message'],
  payment: ['ERR_NO_PAYMENT_FOUND', 'payment'],
  plan: ['ERR_NO_PLAN_FOUND'],
  portfolio: ['ERR_NO_PORTFOLIO_FOUND', 'portfolio'],
  product: ['ERR_NO_PRODUCT_FOUND', 'product'],
  prompt: ['ERR_NO_PROMPT_FOUND', 'prompt'],
  promptCase: ['ERR_NO_PROMPT_CASE_FOUND', 'promptCase'],
  promptRun: ['ERR_NO_PROMPT_RUN_FOUND', 'promptRun'],
  promptVersion: ['ERR_NO_PROMPT_VERSION_FOUND', 'promptVersion'],
  queue: ['ERR_NO_QUEUE_FOUND', 'queue'],
  queueOption: ['ERR_NO_QUEUE_OPTION_FOUND', 'queueOption'],
  quickMessage: ['ERR_NO_QUICK_MESSAGE_FOUND', 'quickMessage'],
  status: ['ERR_NO_STATUS_BUDGET_FOUND', 'statusBudGet'],
  store: ['ERR_NO_STORE_FOUND', 'store'],
  tag: ['ERR_NO_TAG_FOUND', 'tag'],
  template: ['ERR_NO_TEMPLATE_FOUND', 'template'],
  ticket: ['ERR_NO_TICKET_FOUND', 'ticket'],
  typePayment: ['ERR_NO_TYPE_PAYMENT_FOUND'],
  user: ['ERR_NO_USER_FOUND', 'user'],
  webhook: ['ERR_NO_WEBHOOK_FOUND', 'webhook'],
  whatsapp: ['ERR_NO_WAPP_FOUND', 'whatsapp'],
  zone: ['ERR_NO_ZONE_FOUND', 'zone'],
} as const satisfies Record<string, readonly [ErrorCode, (keyof Ids)?]>

type Row =
  | keyof typeof KINDS
  | {
      kind: keyof typeof KINDS
      /** Fields without which it is not read. */
      beside?: Record<string, unknown>
      /** Error code, if it differs from the one of the kind. */
      code?: ErrorCode
      asSuper?: true
    }

/** Kind of the id in each field. */
const ROWS: Record<string, Record<string, Row>> = {
  'auth.startSupport': { companyId: 'company' },
  'companies.create': { planId: 'plan' },
  'companies.signup': { planId: 'plan' },
  'companies.update': { planId: { kind: 'plan', asSuper: true } },
  'subscription.create': { plan: 'plan', 'plan.id': 'plan', 'plan.planId': 'plan', invoiceId: 'invoice' },
  'users.create': { whatsappId: 'whatsapp', 'queueIds[]': 'queue' },
  'users.update': { whatsappId: 'whatsapp', 'queueIds[]': 'queue' },
  'invitations.create': { whatsappId: 'whatsapp', 'queueIds[]': 'queue' },
  'queue.create': {
    integrationId: { kind: 'integration', beside: { greetingMessage: '' } },
    promptId: { kind: 'prompt', beside: { greetingMessage: '' } },
  },
  'queue.update': {
    integrationId: { kind: 'integration', beside: { greetingMessage: '' } },
    promptId: { kind: 'prompt', beside: { greetingMessage: '' } },
  },
  'queueOptions.create': {
    queueId: 'queue',
    parentId: 'queueOption',
    targetQueueId: { kind: 'queue', beside: { kind: 'queue' } },
  },
  'queueOptions.update': {
    parentId: 'queueOption',
    targetQueueId: { kind: 'queue', beside: { kind: 'queue' } },
  },
  'whatsapp.create': {
    ...{ 'queueIds[]': 'queue', sendIdQueue: 'queue', transferQueueId: 'queue' },
    ...{ integrationId: 'integration', promptId: 'prompt' },
  },
  'whatsapp.update': {
    ...{ 'queueIds[]': 'queue', sendIdQueue: 'queue', transferQueueId: 'queue' },
    ...{ integrationId: 'integration', promptId: 'prompt' },
    ratingTemplateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
  },
  'templates.create': { whatsappId: 'whatsapp' },
  'templates.sendSample': { whatsappId: 'whatsapp' },
  'templates.sync': { whatsappId: 'whatsapp' },
  'tickets.create': { contactId: 'contact', queueId: 'queue', whatsappId: 'whatsapp', userId: 'user' },
  'tickets.update': {
    userId: 'user',
    queueId: 'queue',
    whatsappId: 'whatsapp',
    promptId: 'prompt',
    integrationId: 'integration',
  },
  'tickets.read': { messageId: 'message' },
  'messages.create': {
    quotedMsg: 'message',
    'quotedMsg.id': 'message',
    quickMessageId: 'quickMessage',
    fileListId: 'file',
  },
  'messages.forward': { ticketId: 'ticket' },
  'messages.forwardMany': { 'messageIds[]': 'message', 'contactIds[]': 'contact', queueId: 'queue' },
  // That of the ticket, whoever else there may be.
  'ticketNotes.create': {
    ticketId: 'ticket',
    contactId: { kind: 'contact', code: 'ERR_VALIDATION' },
    'mentions[]': 'user',
  },
  'tags.sync': { ticketId: 'ticket', 'tags[]': 'tag', 'tags[].id': 'tag' },
  'quickMessages.create': { 'queueIds[]': 'queue' },
  'quickMessages.update': { 'queueIds[]': 'queue' },
  'macros.create': ofActions(),
  'macros.update': ofActions(),
  'views.create': viewIds(),
  'views.update': viewIds(),
  'macros.run': { ticketId: 'ticket' },
  'macros.preview': { ticketId: 'ticket' },
  'goals.create': { queueId: 'queue' },
  'goals.update': { queueId: 'queue' },
  'rules.create': ofActions(),
  'rules.update': ofActions(),
  'rules.try': { ticketId: 'ticket' },
  'macros.undo': { ticketId: { kind: 'ticket', code: 'ERR_NO_MACRO_RUN_FOUND' } },
  'draftOrder.save': {
    storeId: 'store',
    customerId: 'customer',
    'itens[].productId': 'product',
    addressId: 'address',
  },
  'contacts.create': { 'contactTags[]': 'tag', 'contactTags[].id': 'tag' },
  'contacts.update': { customerId: 'customer', 'contactTags[]': 'tag', 'contactTags[].id': 'tag' },
  'contacts.different': { contactId: 'contact' },
  'contacts.merge': { contactId: 'contact' },
  'contacts.import': { whatsappId: 'whatsapp' },
  'contactLists.check': { whatsappId: 'whatsapp' },
  'contactListItems.create': { contactListId: 'contactList' },
  // Over a linked device, which has no templates.
  'campaigns.create': {
    templateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
    confirmationTemplateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
    whatsappId: 'whatsapp',
    contactListId: 'contactList',
    tagListId: { kind: 'tag', beside: { contactListId: undefined } },
    fileListId: 'file',
  },
  'campaigns.update': {
    templateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
    confirmationTemplateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
    whatsappId: 'whatsapp',
    contactListId: 'contactList',
    tagListId: { kind: 'tag', beside: { contactListId: null } },
    fileListId: 'file',
  },
  'campaigns.test': {
    templateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
    whatsappId: 'whatsapp',
    fileListId: 'file',
    campaignId: 'campaign',
  },
  'schedules.create': {
    contactId: 'contact',
    whatsappId: 'whatsapp',
    templateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
  },
  'schedules.update': {
    contactId: 'contact',
    whatsappId: 'whatsapp',
    templateId: { kind: 'template', code: 'ERR_CHANNEL_UNSUPPORTED' },
  },
  'chats.create': { 'users[]': 'user', 'users[].id': 'user' },
  'chats.update': { 'users[]': 'user', 'users[].id': 'user' },
  'files.create': { 'options[].id': 'fileOption' },
  'files.update': { 'options[].id': 'fileOption' },
  'files.uploadList': {
    'uploads[].optionId': {
      kind: 'fileOption',
      beside: { uploads: [{ key: 'uploads/x', fileName: 'a.pdf', mimetype: 'application/pdf' }] },
    },
  },
  'prompts.create': { queueId: 'queue', storeId: 'store' },
  'prompts.update': { queueId: 'queue', storeId: 'store' },
  'prompts.attempt': { promptId: 'prompt', storeId: 'store' },
  'promptVersions.create': { storeId: 'store' },
  'promptCases.fromTicket': { ticketId: 'ticket' },
  'promptCases.mark': { runId: 'promptRun', versionId: 'promptVersion' },
  'promptRuns.create': { 'versions[]': 'promptVersion', 'caseIds[]': 'promptCase' },
  'queueIntegration.testSession': { integrationId: 'integration' },
  'products.create': { categoryId: 'category' },
  'products.update': { categoryId: 'category' },
  'productStores.create': { storeId: 'store', productId: 'product' },
  'customers.create': { portfolioId: 'portfolio' },
  'customers.update': { portfolioId: 'portfolio' },
  'customerAddresses.create': { customerId: 'customer' },
  'portfolios.create': { userId: 'user' },
  'portfolios.update': { userId: 'user' },
  'payments.create': { typePaymentId: 'typePayment' },
  'payments.update': { typePaymentId: 'typePayment' },
  'paymentDetails.create': { paymentId: 'payment' },
  'zoneDetails.create': { zoneId: 'zone' },
  'contracts.create': { customerId: 'customer' },
  'contracts.update': { customerId: 'customer' },
  'coupons.create': { storeId: 'store', 'categories[]': 'category' },
  'coupons.update': { storeId: 'store', 'categories[]': 'category' },
  'rates.create': { storeId: 'store' },
  'rates.update': { storeId: 'store' },
  'budgets.quote': {
    storeId: 'store',
    customerId: 'customer',
    ticketId: 'ticket',
    'itens[].productId': 'product',
    addressId: { kind: 'address', beside: { typeDelivery: 'entrega' } },
  },
  'budgets.create': {
    storeId: 'store',
    customerId: 'customer',
    ticketId: 'ticket',
    'itens[].productId': 'product',
    addressId: { kind: 'address', beside: { typeDelivery: 'entrega' } },
    'payments[].method': 'payment',
  },
  'budgets.offer': {
    ticketId: 'ticket',
    storeId: { kind: 'store', code: 'ERR_NO_PRODUCT_FOUND' },
    productId: 'product',
  },
  'budgets.update': { statusBudGetId: 'status' },
  'statusBudgets.create': { templateId: 'template' },
  'statusBudgets.update': { templateId: 'template' },
}

/** Returns the ids of a list of actions, each beside the type that reads it. */
/** A view lists what its filter names together; another company's value is refused. */
function viewIds(): Record<string, Row> {
  const beside = { shared: true, filter: { status: ['pending'] } }
  return {
    'queueIds[]': { kind: 'queue', beside },
    'filter.queueIds[]': { kind: 'queue', beside },
    'filter.users[]': { kind: 'user', beside },
    'filter.tags[]': { kind: 'tag', beside },
    'filter.contactTags[]': { kind: 'tag', beside },
  }
}

function ofActions(): Record<string, Row> {
  const in_ = (type: string, kind: keyof typeof KINDS): Row => ({ kind, beside: { actions: [{ type }] } })
  return {
    'actions[].quickMessageId': in_('reply', 'quickMessage'),
    'actions[].templateId': in_('reply', 'template'),
    'actions[].tagId': in_('tag', 'tag'),
    'actions[].queueId': in_('queue', 'queue'),
    'actions[].userId': in_('assign', 'user'),
    'actions[].webhookId': in_('webhook', 'webhook'),
  }
}

/** Fields that are not looked up, and why. */
const REASONS: Record<string, string> = {
  ...why('a filter of rows the caller may see: what is gone, or is not theirs, matches nothing', [
    ...['audit.export.userId', 'ticketreport.export.contactId', 'ticketreport.export.whatsappId[]'],
    ...['ticketreport.export.users[]', 'ticketreport.export.queueIds[]'],
    ...['products.export.categoryId', 'products.export.storeId', 'budgets.export.customerId'],
    ...['budgets.export.statusId', 'budgets.export.sellerId', 'budgets.export.ids[]'],
    ...['contacts.export.ids[]', 'customers.export.ids[]', 'products.export.ids[]'],
  ]),
  ...why('marks of one person’s own screen: they must still be saved when what they name is gone', [
    ...[
      'preferences.save.viewOrder[]',
      'preferences.save.pinned[]',
      'preferences.save.filters[].id',
      'preferences.save.filters[].view.tags[]',
    ],
    ...['preferences.save.filters[].view.users[]', 'preferences.save.filters[].view.queueIds[]'],
    'preferences.save.notifications.queueSounds[].queueId',
  ]),
  ...why('a key of the caller’s, by which a repeated call is known', [
    ...['messages.create.clientId', 'messages.forward.clientId', 'messages.send.id', 'chats.send.clientId'],
    ...[
      'messages.forwardMany.clientId',
      'budgets.send.clientId',
      'budgets.offer.clientId',
      'budgets.create.draftId',
      'copilot.act.requestId',
    ],
  ]),
  ...why('one’s own notices: what is gone is as good as read', ['notices.read.ids[]']),
  ...why('an id of Meta’s', [
    ...['facebook.connect.facebookUserId', 'whatsapp.create.phoneNumberId', 'whatsapp.create.businessAccountId'],
    'whatsapp.update.catalogId',
  ]),
  ...why('not read: the caller is who reads', ['chats.read.userId']),
  ...why('goes with files of a form, through the same check as `uploads[].optionId`', ['files.uploadList.optionIds[]']),
}

function why(reason: string, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map(field => [field, reason]))
}

const ROUTES = new Map(AREAS.flatMap(area => routesOf(area)).map(({ name, route }) => [name, route]))
const FIELDS = [...ROUTES].flatMap(([name, { body }]) => (body ? idFields(body).map(path => `${name}.${path}`) : []))
const CASES = Object.entries(ROWS).flatMap(([name, rows]) =>
  Object.entries(rows).map(([path, row]) => [`${name}.${path}`, name, path, row] as const),
)

let company: TestCompany
let root: TestUser
let mine: Tenant
let foreign: Tenant

beforeAll(async () => {
  company = await makeCompany()
  root = await makeUser(company.id, { super: true, profile: 'admin' })
  mine = await makeTenant(company)
  foreign = await makeTenant(await makeCompany())
})

it('every id in a body has a kind, or a reason why it is not looked up', () => {
  const known = [...CASES.map(([field]) => field), ...Object.keys(REASONS)]
  expect(FIELDS.filter(field => !known.includes(field))).toEqual([])
  expect(known.filter(field => !FIELDS.includes(field))).toEqual([])
})

describe('an id that is not of the company is refused, and nothing is stored', () => {
  it.each(CASES)('%s', async (_, name, path, row) => {
    const { kind, beside, code: other, asSuper }: Exclude<Row, string> = typeof row === 'string' ? { kind: row } : row
    const [missing, theirs] = KINDS[kind] as readonly [ErrorCode, (keyof Ids)?]
    const code = other ?? missing
    const route = ROUTES.get(name)!
    const valid = { ...BODIES[name]!(mine.ids), ...beside }
    const before = await rowsOf(company.id)
    for (const id of [newId(), ...(theirs ? [foreign.ids[theirs]] : [])]) {
      const body = JSON.stringify(withField(valid, path, id))
      const as = route.access === 'super' || asSuper ? root : route.access === 'public' ? undefined : company.admin
      const headers = { 'content-type': 'application/json' }
      const answer = await send(route.method, pathWith(route.path, mine.ids), { as, headers, text: body })
      expect([answer.status, answer.error]).toEqual([ERRORS[code].status, code])
    }
    expect(await rowsOf(company.id)).toEqual(before)
  })
})
