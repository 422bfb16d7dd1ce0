/** Every realtime event × tenants: not a byte of one company reaches a browser of another. */
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import { RECIPIENT_STATES, type RecipientCounts } from '@balcao/shared/entities/campaign.ts'
import { DEFAULT_PREFERENCES } from '@balcao/shared/entities/preferences.ts'
import { channelOf, PAYLOADS, type RealtimeChannel } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evict } from '../src/realtime/evict.ts'
import { publish } from '../src/realtime/publish.ts'
import { type Browser, type FakeGateway, startFakeGateway } from './fake-gateway.ts'
import { makeCompany, makePlan, makeUser, type TestCompany } from './harness.ts'
import { makeTicket } from './make-ticket.ts'

let gateway: FakeGateway
let one: TestCompany
let two: TestCompany
let here: Browser
/** Browser of the user who runs the installation, of the same company. */
let operator: Browser
/** Ticket that all of them ask for. */
let openTicket = ''
let there: Browser[]

const now = new Date().toISOString()
const ticketId = newId()

/** One publish per channel; a new channel does not compile without one. */
const EVENTS: Record<RealtimeChannel, (companyId: string) => Promise<void>> = {
  ticket: id =>
    publish(id, 'ticket', { action: 'updateUnread', ticketId, unreadMessages: 0 }, { ticket: ticketVisibility() }),
  appMessage: id => publish(id, 'appMessage', { action: 'update', message: message() }, { ticket: ticketVisibility() }),
  presence: id =>
    publish(id, 'presence', { ticketId, presence: 'composing', user: null }, { ticket: ticketVisibility() }),
  contact: id => publish(id, 'contact', { action: 'delete', contactId: newId() }),
  user: id => publish(id, 'user', { action: 'delete', userId: newId() }),
  template: id => publish(id, 'template', { action: 'reload', whatsappId: newId() }),
  queue: id => publish(id, 'queue', { action: 'delete', queueId: newId() }),
  queueOption: id => publish(id, 'queueOption', { action: 'delete', queueOptionId: newId() }),
  job: id => publish(id, 'job', { action: 'update', job: job() }),
  tag: id => publish(id, 'tag', { action: 'delete', tagId: newId() }),
  macro: id => publish(id, 'macro', { action: 'delete', macroId: newId() }),
  view: id => publish(id, 'view', { action: 'delete', viewId: newId() }),
  quickMessage: id => publish(id, 'quickMessage', { action: 'delete', quickMessageId: newId() }),
  invitation: id => publish(id, 'invitation', { action: 'delete', invitationId: newId() }),
  zone: id => publish(id, 'zone', { action: 'delete', zoneId: newId() }),
  zoneDetail: id => publish(id, 'zoneDetail', { action: 'delete', zoneDetailId: newId() }),
  holiday: id => publish(id, 'holiday', { action: 'delete', holidayId: newId() }),
  schedule: id => publish(id, 'schedule', { action: 'delete', scheduleId: newId() }),
  store: id => publish(id, 'store', { action: 'delete', storeId: newId() }),
  category: id => publish(id, 'category', { action: 'delete', categoryId: newId() }),
  product: id => publish(id, 'product', { action: 'delete', productId: newId() }),
  productStore: id => publish(id, 'productStore', { action: 'delete', productStoreId: newId() }),
  portfolio: id => publish(id, 'portfolio', { action: 'delete', portfolioId: newId() }),
  customer: id => publish(id, 'customer', { action: 'delete', customerId: newId() }),
  customerAddress: id => publish(id, 'customerAddress', { action: 'delete', customerAddressId: newId() }),
  payment: id => publish(id, 'payment', { action: 'delete', paymentId: newId() }),
  paymentNotice: id => publish(id, 'paymentNotice', { action: 'create' }),
  invoice: id => publish(id, 'invoice', { action: 'update', invoice: invoice() }),
  paymentDetail: id => publish(id, 'paymentDetail', { action: 'delete', paymentDetailId: newId() }),
  statusBudGet: id => publish(id, 'statusBudGet', { action: 'delete', statusBudGetId: newId() }),
  rate: id => publish(id, 'rate', { action: 'delete', rateId: newId() }),
  coupon: id => publish(id, 'coupon', { action: 'delete', couponId: newId() }),
  contract: id => publish(id, 'contract', { action: 'delete', contractId: newId() }),
  contactList: id => publish(id, 'contactList', { action: 'delete', contactListId: newId() }),
  contactListItem: id => publish(id, 'contactListItem', { action: 'delete', contactListItemId: newId() }),
  campaign: id => publish(id, 'campaign', { action: 'delete', campaignId: newId() }),
  company: id =>
    publish(id, 'company', { action: 'update', company: { id, name: 'Loja', dueDate: now, mediaPath: null } }),
  campaignSettings: id => publish(id, 'campaignSettings', { action: 'update' }),
  campaignReport: id => publish(id, 'campaignReport', { action: 'update', report: report(), shipping: [] }),
  chat: id =>
    publish(id, 'chat', { action: 'delete', chatId: newId() }, { userIds: [one.admin.user.id, two.admin.user.id] }),
  chatMessage: id => {
    const message = chatMessage()
    const audience = { userIds: [one.admin.user.id, two.admin.user.id] }
    return publish(
      id,
      'chatMessage',
      { action: 'create', chatId: message.chatId, message, chat: talk(message.chatId) },
      audience,
    )
  },
  announcement: id => publish(id, 'announcement', { action: 'delete', announcementId: newId() }),
  help: id => publish(id, 'help', { action: 'delete', helpId: newId() }),
  file: id => publish(id, 'file', { action: 'delete', fileId: newId() }),
  prompt: id => publish(id, 'prompt', { action: 'delete', promptId: newId() }),
  dataImport: id => publish(id, 'dataImport', { action: 'delete', dataImportId: newId() }),
  knowledge: id => publish(id, 'knowledge', { action: 'delete', knowledgeId: newId() }),
  queueIntegration: id => publish(id, 'queueIntegration', { action: 'delete', queueIntegrationId: newId() }),
  field: id => publish(id, 'field', { action: 'delete', fieldId: newId() }),
  goal: id => publish(id, 'goal', { action: 'delete', goalId: newId() }),
  rule: id => publish(id, 'rule', { action: 'delete', ruleId: newId() }),
  webhook: id => publish(id, 'webhook', { action: 'delete', webhookId: newId() }),
  delivery: id => publish(id, 'delivery', { action: 'update', delivery: delivery() }),
  budGet: id => publish(id, 'budGet', { action: 'delete', budGetId: newId() }),
  draftOrder: id =>
    publish(id, 'draftOrder', { action: 'update', ticketId, draft: null }, { ticket: ticketVisibility() }),
  // For who has the ticket open.
  botCall: id =>
    publish(
      id,
      'botCall',
      { action: 'create', ticketId: openTicket, botCall: botCall() },
      { ticket: { ...ticketVisibility(), id: openTicket } },
    ),
  plan: async id => publish(id, 'plan', { action: 'update', plan: await makePlan() }),
  settings: id => publish(id, 'settings', { action: 'update', setting: { key: 'call', value: 'enabled' } }),
  whatsapp: id => publish(id, 'whatsapp', { action: 'delete', whatsappId: newId() }),
  whatsappSession: id => publish(id, 'whatsappSession', { action: 'update', session: connection() }),
  preferences: id =>
    publish(
      id,
      'preferences',
      { action: 'update', preferences: { ...DEFAULT_PREFERENCES, version: 1 } },
      { userIds: [one.admin.user.id, two.admin.user.id] },
    ),
  notice: id => publish(id, 'notice', { action: 'read' }, { userIds: [one.admin.user.id, two.admin.user.id] }),
  textDraft: id =>
    publish(
      id,
      'textDraft',
      { action: 'update', draft: { ticketId, kind: 'reply', text: 'Olá', version: 1, updatedAt: now } },
      { userIds: [one.admin.user.id, two.admin.user.id] },
    ),
  copilot: id =>
    publish(
      id,
      'copilot',
      { action: 'update', ticketId, requestId: crypto.randomUUID(), text: 'Olá' },
      { userIds: [one.admin.user.id, two.admin.user.id] },
    ),
  auth: id => publish(id, 'auth', { action: 'ended', at: now }, { userIds: [one.admin.user.id, two.admin.user.id] }),
}

const invoice = () => ({
  id: newId(),
  number: 1,
  detail: 'Completo',
  planId: newId(),
  recurrence: 'MENSAL' as const,
  value: 299.9,
  dueDate: now,
  status: 'open' as const,
  paidAt: null,
  paymentId: null,
  createdAt: now,
  updatedAt: now,
})

const botCall = (): BotCall => ({
  ...{ id: newId(), ticketId, promptId: newId(), promptName: 'Vendedora', replyId: 'x', messageId: newId() },
  ...{ tool: 'search_products', asked: '{}', answered: '{}', ok: true, ms: 4, tokens: 10, cost: null, createdAt: now },
})
const ticketVisibility = () => ({ id: ticketId, status: 'open' as const, queueId: null, userId: null })

const message = () =>
  sampleMessage({ ticketId, body: 'segredo', fromMe: true, read: true, ack: 1, contact: null, origin: 'bot' })

const job = () => ({
  id: newId(),
  kind: 'contactsExport' as const,
  status: 'running' as const,
  done: 1,
  total: 2,
  result: null,
  error: null,
  subject: null,
  cancelable: true,
  repeatable: true,
  user: { id: one.admin.user.id, name: 'Ana' },
  createdAt: now,
  updatedAt: now,
})

const connection = () => sampleConnection({ status: 'qrcode', qrcode: '2@secret', isDefault: true })

const campaign = () => ({
  id: newId(),
  companyId: one.id,
  name: 'Natal',
  status: 'EM_ANDAMENTO' as const,
  reason: null,
  ...{ message1: 'oi', message2: '', message3: '', message4: '', message5: '' },
  ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '' },
  ...{ confirmationMessage4: '', confirmationMessage5: '', confirmation: false },
  scheduledAt: now,
  completedAt: null,
  ...{ whatsappId: null, whatsapp: null, contactListId: null, contactList: null, tagListId: null, tagList: null },
  ...{ templateId: null, templateVariables: {}, confirmationTemplateId: null, confirmationTemplateVariables: {} },
  ...{ fileListId: null, fileList: null, mediaPath: null, mediaName: null, mediaType: null },
  createdAt: now,
  updatedAt: now,
})

const report = () => ({
  campaign: campaign(),
  planned: true,
  total: 0,
  valid: 0,
  delivered: 0,
  counts: Object.fromEntries(RECIPIENT_STATES.map(state => [state, 0])) as RecipientCounts,
  progress: 0,
  perMinute: null,
  estimatedEnd: null,
  wait: null,
  waitUntil: null,
  cost: null,
  updatedAt: now,
})

const delivery = () => ({
  id: newId(),
  target: 'webhook' as const,
  targetId: newId(),
  event: 'ticket.opened',
  status: 'waiting' as const,
  tries: 0,
  lastStatus: null,
  lastError: null,
  nextAt: now,
  createdAt: now,
  deliveredAt: null,
})

const talk = (id: string) => ({
  ...{ id, uuid: id, title: 'Loja', ownerId: one.admin.user.id, users: [], lastMessage: 'oi', version: 1 },
  ...{ createdAt: now, updatedAt: now },
})

const chatMessage = () => ({
  id: newId(),
  chatId: newId(),
  message: 'oi',
  senderId: one.admin.user.id,
  sender: { id: one.admin.user.id, name: 'Ana' },
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  createdAt: now,
})

/** Event names that hold more, or less, than company and channel. */
const NAMES: Partial<Record<RealtimeChannel, RegExp>> = {
  chatMessage: /^company-[\w-]+-chat-[\w-]+$/,
  announcement: /^company-announcement$/,
}

async function joinAll(browser: Browser, ticket: string): Promise<void> {
  for (const status of ['pending', 'open', 'closed'] as const) await browser.send({ action: 'joinTickets', status })
  await browser.send({ action: 'joinNotification' })
  await browser.send({ action: 'joinChatBox', ticketId: ticket })
}

beforeAll(async () => {
  gateway = await startFakeGateway()
  one = await makeCompany()
  two = await makeCompany()
  const root = await makeUser(two.id, { super: true, profile: 'admin', allTicket: 'enabled' })
  here = await gateway.open(one.admin)
  operator = await gateway.open(await makeUser(one.id, { super: true, profile: 'admin' }))
  there = [await gateway.open(two.admin), await gateway.open(root)]
  const secret = await makeTicket(one.id)
  openTicket = secret.id
  await joinAll(here, secret.id)
  // The other company asks for everything, the first one's conversation included.
  for (const browser of there) await joinAll(browser, secret.id)
})
afterAll(() => gateway.close())

describe('events of a company', () => {
  it.each(Object.keys(PAYLOADS) as RealtimeChannel[])('%s stays inside', async channel => {
    const receiver = channel === 'paymentNotice' ? operator : here
    receiver.received.length = 0
    for (const browser of there) browser.received.length = 0
    await EVENTS[channel](one.id)
    for (const browser of there) expect(browser.received).toEqual([])
    if (channel === 'appMessage') return
    const name = NAMES[channel] ?? new RegExp(`^company-${one.id}-${channel}$`)
    expect(receiver.received.map(({ event }) => event)).toEqual([expect.stringMatching(name)])
    expect(channelOf(receiver.received[0]!.event, one.id)).toBe(channel)
  })

  it('evicts within the company only', async () => {
    for (const browser of there) browser.received.length = 0
    await evict(one.id, two.admin.user.id, 'ended')
    for (const browser of there) expect([browser.received, browser.closed()]).toEqual([[], false])
  })
})
