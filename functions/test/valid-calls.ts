/**
 * One valid call of every route of the contract, made of the ids of a tenant: for tests that walk
 * over all routes.
 */
import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { newId } from '@balcao/shared/ids.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { TEMPLATE_PARTS } from './make-template.ts'
import { newCpf } from './new-cpf.ts'
import { newSubscription } from './new-subscription.ts'
import { someNumber } from './some-number.ts'
import { newDate, type Tenant } from './tenant.ts'

/** One of everything that has an id. */
export type Ids = Tenant['ids']

/**
 * Valid bodies, from the ids of the tenant that calls; every route that takes a body has one here.
 */
export const BODIES: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'auth.login': () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'secret' }),
  'signInSteps.enter': () => ({ token: 'made.up', code: '123456' }),
  'signInSteps.begin': () => ({ token: 'made.up' }),
  'signInSteps.confirm': () => ({ token: 'made.up', code: '123456' }),
  'secondFactor.begin': () => ({ currentPassword: 'secret' }),
  'secondFactor.confirm': () => ({ code: '123456' }),
  'secondFactor.renewCodes': () => ({ code: '123456' }),
  'secondFactor.remove': () => ({ currentPassword: 'secret', code: '123456' }),
  'resetpasswords.reset': () => ({
    email: `${crypto.randomUUID()}@example.com`,
    token: 'ABCD2345',
    password: 'Secret12',
  }),
  'emailConfirmation.confirm': () => ({ token: `${newId()}.${newId()}.ABCD2345` }),
  'emailConfirmation.code': () => ({ code: 'ABCD2345' }),
  'invitation.look': () => ({ token: `${newId()}.${newId()}.ABCD2345` }),
  'invitation.accept': () => ({ token: `${newId()}.${newId()}.ABCD2345`, name: 'Nova', password: 'Secret12' }),
  'setup.look': () => ({ token: 'made-up' }),
  'setup.setUp': () => ({
    token: 'made-up',
    super: { name: 'Olga', email: `${crypto.randomUUID()}@example.com`, password: 'secret' },
    company: {
      name: `Loja ${crypto.randomUUID().slice(0, 8)}`,
      admin: { name: 'Ana', email: `${crypto.randomUUID()}@example.com`, password: 'secret' },
    },
  }),
  'preferences.save': () => ({ version: 0, waitingOrder: 'waiting', afterResolve: 'next', pinned: [], filters: [] }),
  'pushDevices.add': () => ({ ...newSubscription().given, language: 'pt' }),
  'companies.signup': () => ({
    name: `Loja ${crypto.randomUUID().slice(0, 8)}`,
    email: `${crypto.randomUUID()}@example.com`,
    phone: '(11) 99999-0000',
    password: 'secret',
    planId: newId(),
  }),
  'companies.create': ids => ({
    name: `Loja ${crypto.randomUUID().slice(0, 8)}`,
    email: `${crypto.randomUUID()}@example.com`,
    phone: '(11) 99999-0000',
    password: 'secret',
    planId: ids.plan,
  }),
  'companies.update': () => ({ billingName: 'Loja Ltda' }),
  'companies.uploadMedia': () => ({}),
  'companies.uploads': () => ({ fileName: 'a.png', mimetype: 'image/png', size: 10 }),
  'auth.startSupport': ids => ({ companyId: ids.company }),
  'companies.updateSchedules': () => ({ schedules: [] }),
  'audit.export': () => ({ subject: 'session' }),
  'settings.update': () => ({ value: 'enabled' }),
  'settings.save': () => ({ key: 'userRating', value: 'enabled' }),
  'settings.testErp': () => ({ system: 'asaas' }),
  'subscription.create': () => ({
    firstName: 'Maria',
    address2: 'Rua Um, 1',
    city: 'Osasco',
    zipcode: '06010-000',
    country: 'BR',
  }),
  'pixWebhook.take': () => ({ pix: [{ txid: 'x'.repeat(34) }] }),
  'renewal.show': () => ({ token: 'nobody.s' }),
  'holidays.create': () => ({ date: newDate(), name: 'Feriado' }),
  'holidays.update': () => ({ name: 'Véspera', startTime: '08:00', endTime: '12:00' }),
  'users.create': () => ({ name: 'Nova', email: `${crypto.randomUUID()}@example.com`, password: 'secret' }),
  'distribution.pause': () => ({ paused: false }),
  'users.update': () => ({
    name: 'Novo Nome',
    email: `${crypto.randomUUID()}@example.com`,
    password: 'secret',
    currentPassword: 'secret',
  }),
  'invitations.create': () => ({ name: 'Nova', email: `${crypto.randomUUID()}@example.com` }),
  'queue.create': () => ({ name: crypto.randomUUID().slice(0, 8), color: color(), greetingMessage: 'Olá' }),
  'queue.update': () => ({ name: crypto.randomUUID().slice(0, 8), greetingMessage: 'Oi' }),
  'queue.uploadMedia': () => ({}),
  'queueOptions.create': ids => ({ queueId: ids.queue, title: 'Segunda via' }),
  'queueOptions.update': () => ({ title: 'Segunda via', option: 1 }),
  'queueOptions.uploadMedia': () => ({}),
  'whatsapp.create': () => ({ name: crypto.randomUUID().slice(0, 8), greetingMessage: 'Olá' }),
  'whatsapp.update': () => ({ greetingMessage: 'Olá' }),
  'facebook.connect': () => ({ facebookUserToken: 'EAAnobody' }),
  'cloudNumbers.find': () => ({ userToken: 'EAAnobody' }),
  'templates.create': ids => ({
    whatsappId: ids.cloudWhatsapp,
    name: `aviso_${crypto.randomUUID().slice(0, 8)}`,
    language: 'pt_BR',
    category: 'UTILITY',
    components: TEMPLATE_PARTS,
  }),
  'templates.update': () => ({ components: TEMPLATE_PARTS }),
  'templates.uploads': () => ({ fileName: 'a.png', mimetype: 'image/png', size: 10 }),
  'templates.sendSample': ids => ({ whatsappId: ids.cloudWhatsapp, key: 'uploads/x', fileName: 'a.png' }),
  'templates.sync': ids => ({ whatsappId: ids.cloudWhatsapp }),
  'tickets.create': ids => ({ contactId: ids.contact, whatsappId: ids.whatsapp }),
  'tickets.update': () => ({ status: 'open' }),
  'tickets.snooze': () => ({ until: new Date(Date.now() + 3_600_000).toISOString() }),
  'tickets.read': () => ({}),
  'messages.create': () => ({ body: 'Olá' }),
  'messages.upload': () => ({ fileName: 'a.png', mimetype: 'image/png', size: 10 }),
  'messages.update': () => ({ body: 'Olá' }),
  'messages.feedback': () => ({ feedback: 'up' }),
  'messages.react': () => ({ emoji: '👍' }),
  'messages.forward': ids => ({ ticketId: ids.ticket }),
  'messages.forwardMany': ids => ({ messageIds: [ids.message], contactIds: [ids.contact] }),
  'messages.send': () => ({ number: '5511912345678', body: 'Olá' }),
  'notices.read': () => ({}),
  'textDrafts.save': () => ({ text: 'Bom dia', version: 0 }),
  'ticketNotes.create': ids => ({ note: 'Importante', ticketId: ids.ticket, contactId: ids.contact }),
  'draftOrder.save': ids => ({
    version: 0,
    storeId: ids.store,
    customerId: ids.customer,
    itens: [{ productId: ids.product, amount: 2 }],
  }),
  'tags.create': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'tags.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'tags.sync': ids => ({ ticketId: ids.ticket, tags: [ids.tag] }),
  'macros.create': ids => ({ name: 'Etiquetar', shared: true, actions: [{ type: 'tag', tagId: ids.tag }] }),
  'macros.update': () => ({ name: 'Outra' }),
  'views.create': ids => ({ name: 'Com a tag', shared: true, filter: { tags: [ids.tag], status: ['pending'] } }),
  'views.update': () => ({ name: 'Outra' }),
  'macros.run': ids => ({ ticketId: ids.ticket }),
  'macros.undo': ids => ({ ticketId: ids.ticket, key: 'another' }),
  'macros.preview': ids => ({ ticketId: ids.ticket }),
  'quickMessages.create': () => ({ shortcode: crypto.randomUUID().slice(0, 8), message: 'Olá, {{firstName}}' }),
  'quickMessages.update': () => ({ message: 'Oi' }),
  'quickMessages.uploadMedia': () => ({ typeArch: 'quickMessage' }),
  'announcements.create': () => ({ title: 'Novidade', text: 'Agora há campanhas' }),
  'announcements.update': () => ({ priority: 1, status: false }),
  'announcements.uploadMedia': () => ({ typeArch: 'announcements' }),
  'products.export': () => ({ low: true, format: 'xlsx' }),
  'contacts.export': () => ({ format: 'csv' }),
  'customers.export': () => ({ format: 'xlsx' }),
  'contactLists.export': () => ({ format: 'xlsx' }),
  'products.uploads': () => ({ fileName: 'a.png', mimetype: 'image/png', size: 10 }),
  'announcements.uploads': () => ({ fileName: 'a.png', mimetype: 'image/png', size: 10 }),
  'files.create': () => ({ name: crypto.randomUUID().slice(0, 8), message: 'Para novos clientes' }),
  'files.update': () => ({ message: 'Para todos', options: [{ name: 'Tabela de preços' }] }),
  'files.uploadList': () => ({ typeArch: 'fileList' }),
  'files.prepare': () => ({ fileName: 'a.pdf', mimetype: 'application/pdf', size: 10 }),
  'files.uploads': () => ({ fileName: 'a.pdf', mimetype: 'application/pdf', size: 10 }),
  'prompts.create': ids => ({
    name: crypto.randomUUID().slice(0, 8),
    prompt: 'Você atende os clientes da loja, com frases curtas e educadas.',
    apiKey: 'sk-balcao-test-0001',
    queueId: ids.queue,
  }),
  'prompts.update': () => ({ temperature: 0.5 }),
  'imports.create': () => ({ system: 'ticketz', key: 'uploads/none', fileName: 'dump.sql.gz' }),
  'imports.start': () => ({ invite: false }),
  'imports.uploads': () => ({ fileName: 'dump.sql.gz', mimetype: 'application/gzip', size: 10 }),
  'knowledge.create': () => ({ name: crypto.randomUUID().slice(0, 8), text: 'Trocas em até 7 dias.' }),
  'knowledge.uploads': () => ({ fileName: 'a.pdf', mimetype: 'application/pdf', size: 10 }),
  'knowledge.search': () => ({ query: 'Em quantos dias posso trocar?' }),
  'prompts.attempt': ids => ({
    promptId: ids.prompt,
    prompt: 'Você é breve.',
    messages: [{ fromMe: false, body: 'oi' }],
  }),
  'promptVersions.create': () => ({ note: 'Mais curta', temperature: 0.2 }),
  'promptCases.create': () => ({ name: 'Frete', messages: ['Quanto é o frete?'], expect: { says: ['frete'] } }),
  'promptCases.fromTicket': ids => ({ ticketId: ids.ticket }),
  'promptCases.update': () => ({ name: 'Entrega' }),
  'promptCases.mark': ids => ({ value: 'good', runId: ids.promptRun, versionId: ids.promptVersion }),
  'promptRuns.create': ids => ({ versions: [ids.promptVersion], caseIds: [ids.promptCase] }),
  'copilot.act': () => ({ action: 'suggest' }),
  'helps.create': () => ({ title: crypto.randomUUID().slice(0, 8), video: 'dQw4w9WgXcQ' }),
  'apiTokens.create': () => ({ name: 'Loja virtual', scopes: ['contacts:read', 'orders:write'] }),
  'goals.create': ids => ({ name: crypto.randomUUID().slice(0, 8), queueId: ids.queue, firstAnswerMinutes: 15 }),
  'goals.update': () => ({ resolutionMinutes: 480 }),
  'fields.create': () => ({ name: crypto.randomUUID(), on: 'ticket', type: 'choice', choices: ['Sim', 'Talvez'] }),
  'fields.update': () => ({ name: crypto.randomUUID() }),
  'rules.create': ids => ({
    name: crypto.randomUUID().slice(0, 8),
    event: 'message.received',
    conditions: [{ field: 'queue', operator: 'is', value: ids.queue }],
    actions: [{ type: 'tag', tagId: ids.tag }],
  }),
  'rules.update': () => ({ order: 3 }),
  'rules.try': ids => ({ ticketId: ids.ticket }),
  'webhooks.create': () => ({
    name: crypto.randomUUID().slice(0, 8),
    url: 'https://sistema.example/balcao',
    events: ['ticket.opened'],
  }),
  'webhooks.update': () => ({ active: false }),
  'queueIntegration.create': () => ({
    type: 'n8n',
    name: crypto.randomUUID().slice(0, 8),
    urlN8N: 'https://sistema.example/',
  }),
  'queueIntegration.update': () => ({ urlN8N: 'https://sistema.example/outro' }),
  'queueIntegration.testSession': () => ({ projectName: 'loja', jsonContent: '{}', language: 'pt-BR' }),
  'helps.update': () => ({ description: 'Do começo ao fim' }),
  'chats.create': ids => ({ title: 'Plantão', users: [ids.user] }),
  'chats.update': () => ({ title: crypto.randomUUID().slice(0, 8) }),
  'chats.read': () => ({}),
  'chats.send': () => ({ message: 'Bom dia', clientId: crypto.randomUUID() }),
  'chats.uploads': () => ({ fileName: 'a.png', mimetype: 'image/png', size: 10 }),
  'plans.create': () => planBody(),
  'plans.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'aiPrices.save': () => ({ currency: 'BRL', prices: [{ model: 'gpt-4o-mini', input: 825_000, output: 3_300_000 }] }),
  'aiSettings.save': () => ({ copilotModel: 'gpt-4o', monthlyCap: 50 }),
  'messagePrices.save': () => ({ currency: 'BRL', prices: [{ country: '55', category: 'utility', price: 40_000 }] }),
  'zones.create': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'zones.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'zoneDetails.create': ids => ({ zoneId: ids.zone, city: crypto.randomUUID(), rate: 12.5 }),
  'contracts.create': ids => ({
    number: crypto.randomUUID(),
    customerId: ids.customer,
    type: 'Mensal',
    value: 99.9,
    startAt: '2030-01-01',
    expiresAt: '2030-12-31',
  }),
  'contracts.update': () => ({ value: 120, equipments: [{ name: 'Roteador', serialNumber: 'R-1' }] }),
  'coupons.create': ids => ({
    name: crypto.randomUUID().slice(0, 8),
    storeId: ids.store,
    categories: [ids.category],
    type: 'percentage',
    value: 12.5,
    startAt: new Date().toISOString(),
  }),
  'coupons.update': () => ({ name: crypto.randomUUID().slice(0, 8), usageLimit: 5 }),
  'zoneDetails.update': () => ({ city: crypto.randomUUID(), isActive: false }),
  'payments.create': () => ({ name: crypto.randomUUID().slice(0, 8), typePaymentId: CREDIT_CARD }),
  'payments.update': () => ({ name: crypto.randomUUID().slice(0, 8), code: '7' }),
  'paymentDetails.create': ids => ({ paymentId: ids.payment, minimumValue: somePrice(), installments: 3 }),
  'paymentDetails.update': () => ({ minimumValue: somePrice(), installments: 12 }),
  'statusBudgets.create': () => ({ name: crypto.randomUUID().slice(0, 8), message: 'Pedido {{number}}: {{status}}' }),
  'statusBudgets.update': () => ({ name: crypto.randomUUID().slice(0, 8), code: null }),
  'stores.create': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'stores.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'categories.create': () => ({ name: crypto.randomUUID().slice(0, 8), color: '#123456' }),
  'categories.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'products.create': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'products.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'products.uploadMedia': () => ({}),
  'productStores.create': ids => ({
    storeId: ids.store,
    productId: ids.product,
    stock: 5000,
    costPrice: 10,
    sellingPrice: 20,
    promotionPrice: 0,
  }),
  'rates.create': ids => ({ storeId: ids.store, minimumValue: somePrice(), value: 8.5 }),
  'rates.update': () => ({ value: 9.9, kilometers: 3, isActive: false }),
  'budgets.quote': anOrder,
  'budgets.create': ids => ({ ...anOrder(ids), payments: [{ method: ids.payment, value: 20 }] }),
  'budgets.export': () => ({ dateFrom: '2026-01-01', format: 'xlsx' }),
  'budgets.update': ids => ({ statusBudGetId: ids.statusBudGet }),
  'budgets.offer': ids => ({ ticketId: ids.ticket, storeId: ids.store, productId: ids.product }),
  'budgets.send': () => ({ text: true, pix: true }),
  'ticketreport.export': () => ({}),
  'teamReport.export': () => ({ by: 'queue', date_from: '2026-03-01', date_to: '2026-03-31' }),
  'schedules.create': ids => ({ contactId: ids.contact, body: 'Até amanhã', sendAt: inAnHour() }),
  'schedules.uploadMedia': () => ({ typeArch: 'schedule' }),
  'schedules.update': () => ({ body: 'Até depois', sendAt: inAnHour() }),
  'contactLists.create': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'contactLists.upload': () => ({}),
  'contactLists.uploads': () => ({ fileName: 'a.csv', mimetype: 'text/csv', size: 10 }),
  'contactLists.check': () => ({}),
  'contactLists.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
  'contactListItems.create': ids => ({ contactListId: ids.contactList, name: 'Zé', number: someNumber() }),
  'contactListItems.update': () => ({ name: 'José', email: 'jose@example.com' }),
  'campaigns.create': ids => ({
    name: 'Natal',
    message1: 'Olá',
    whatsappId: ids.whatsapp,
    contactListId: ids.contactList,
  }),
  'campaigns.update': () => ({ name: 'Ano novo', message2: 'Tudo bem?' }),
  'campaigns.uploadMedia': () => ({ typeArch: 'campaign' }),
  'campaigns.test': ids => ({ number: CHECKED_NUMBER, whatsappId: ids.whatsapp, message: 'Olá, {{firstName}}' }),
  'campaigns.export': () => ({}),
  'campaignSettings.save': () => ({ settings: { messageInterval: 15, variables: [{ key: 'promo', value: '10 %' }] } }),
  'contacts.create': () => ({ name: 'Zé', number: someNumber() }),
  'contacts.update': () => ({ name: 'José' }),
  'contacts.erase': ids => ({ confirmation: ids.contactNumber }),
  'contacts.different': ids => ({ contactId: ids.contact }),
  'contacts.merge': ids => ({ contactId: ids.contact }),
  'contacts.import': () => ({}),
  'contacts.upload': () => ({}),
  'contacts.uploads': () => ({ fileName: 'a.csv', mimetype: 'text/csv', size: 10 }),
  'customers.create': ids => ({
    document: newCpf(),
    fullName: 'Maria da Silva',
    email: 'maria@example.com',
    portfolioId: ids.portfolio,
  }),
  'customers.update': () => ({ fullName: 'Maria de Souza', customerDefault: true }),
  'customerAddresses.create': ids => ({ customerId: ids.customer, ...PLACE }),
  'customerAddresses.update': () => ({ complement: 'Fundos', isActive: true }),
  'portfolios.create': ids => ({ name: crypto.randomUUID().slice(0, 8), userId: ids.user }),
  'portfolios.update': () => ({ name: crypto.randomUUID().slice(0, 8) }),
}

/** Returns a random mobile number, so that it is nobody else's. */

/** One of what `productStores.create` prices. */
function anOrder(ids: Ids) {
  const itens = [{ productId: ids.product, amount: 1 }]
  return { storeId: ids.store, customerId: ids.customer, itens, typeDelivery: 'retirada' }
}

/** A place somebody may be found at. */
const PLACE = {
  ...{ name: 'Casa', zipCode: '01001-000', address: 'Praça da Sé', number: '1' },
  ...{ neighborhood: 'Sé', city: 'São Paulo', state: 'SP' },
}

/** A number that WhatsApp is asked about. */
export const CHECKED_NUMBER = '5511912345678'

/** Question of Meta's whether a webhook is ours; the token is that of the tests' environment. */
const asMeta = () => ({ 'hub.mode': 'subscribe', 'hub.verify_token': process.env.META_VERIFY_TOKEN ?? '' })

/** Queries of the routes that require one. */
export const QUERIES: Record<string, (ids: Ids) => Record<string, string>> = {
  'contact.check': () => ({ number: CHECKED_NUMBER }),
  'facebookWebhook.verify': asMeta,
  'whatsappWebhook.verify': asMeta,
  'companies.remove': () => ({ name: 'Loja' }),
  'dashboard.get': () => ({ days: '7' }),
  'aiUse.days': () => ({ dateFrom: '2026-11-01', dateTo: '2026-11-30' }),
  'messageCosts.get': () => ({ from: '2026-11-01', to: '2026-11-30' }),
  'dashboard.ticketsUsers': () => ({ initialDate: '2026-11-01', finalDate: '2026-11-30' }),
  'dashboard.ticketsDay': () => ({ initialDate: '2026-11-01', finalDate: '2026-11-30' }),
  'teamReport.get': () => ({ by: 'queue', date_from: '2026-03-01', date_to: '2026-03-31' }),
  'deliveries.list': ids => ({ targetId: ids.webhook }),
  'queueOptions.list': ids => ({ queueId: ids.queue }),
  'ticketNotes.list': ids => ({ ticketId: ids.ticket }),
  'external.contact': () => ({ number: CHECKED_NUMBER }),
  'external.ticket': ids => ({ id: ids.ticket }),
  'external.messages': ids => ({ ticketId: ids.ticket }),
  'external.order': () => ({ number: '1' }),
  'templates.list': ids => ({ whatsappId: ids.cloudWhatsapp }),
  'campaigns.estimate': ids => ({ whatsappId: ids.whatsapp, contactListId: ids.contactList }),
  'contactListItems.list': ids => ({ contactListId: ids.contactList }),
}

/** A kind of paying that allows instalments. */
export const CREDIT_CARD = TYPE_PAYMENTS.find(type => type.installments)!.id

const planBody = () => ({
  name: crypto.randomUUID().slice(0, 8),
  users: 3,
  connections: 1,
  queues: 2,
  value: 49.9,
  ...Object.fromEntries(PLAN_FLAGS.map(flag => [flag, false])),
})

let prices = 0
const somePrice = () => Math.floor(Math.random() * 1e6) * 10 + (prices++ % 10)

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

let colors = 0
const color = () => `#${(0x100000 + ((Date.now() + 7919 * colors++) % 0xefffff)).toString(16)}`

/** The id a path variable asks for, by the path. */
function idOf(path: string, variable: string, ids: Ids): string {
  if (variable === 'kind') return 'reply'
  if (variable === 'key') return 'userRating'
  if (variable === 'email') return `${crypto.randomUUID()}@example.com`
  if (variable === 'token') return 'ABCD2345'
  if (variable === 'password') return 'Secret12'
  if (variable === 'companyId') return ids.company
  if (variable === 'queue') return 'jobs-dlq'
  if (variable === 'zipCode') return '01001000'
  if (variable === 'document') return ids.document
  if (variable === 'customerId') return ids.customer
  if (variable === 'ticketId') return ids.ticket
  if (variable === 'zoneId') return ids.zone
  if (variable === 'paymentId') return ids.payment
  if (variable === 'versionId') return ids.promptVersion
  if (variable === 'caseId') return ids.promptCase
  if (variable === 'runId') return ids.promptRun
  if (variable === 'storeId') return ids.store
  if (variable === 'productId') return ids.product
  if (variable === 'tagId') return ids.lane
  if (path.startsWith('/users/invitations/')) return ids.invitation
  if (path.startsWith('/auth/me/push/')) return ids.pushDevice
  // Names, so that only the one that is asked for is read.
  if (/^\/customers\/address\//i.test(path)) return ids.customerAddress
  const byResource: Record<string, keyof Ids> = {
    companies: 'company',
    plans: 'plan',
    users: 'user',
    queue: 'queue',
    'queue-options': 'queueOption',
    holidays: 'holiday',
    paymentNotices: 'paymentNotice',
    whatsapp: 'whatsapp',
    whatsappsession: 'whatsapp',
    templates: 'template',
    tickets: 'ticket',
    messages: 'message',
    'ticket-notes': 'note',
    tags: 'tag',
    jobs: 'job',
    contacts: 'contact',
    'quick-messages': 'quickMessage',
    macros: 'macro',
    views: 'view',
    schedules: 'schedule',
    announcements: 'announcement',
    files: 'file',
    prompt: 'prompt',
    imports: 'dataImport',
    knowledge: 'knowledge',
    helps: 'help',
    chats: 'chat',
    zones: 'zone',
    zoneDetails: 'zoneDetail',
    typePayments: 'typePayment',
    payments: 'payment',
    paymentDetails: 'paymentDetail',
    statusBudgets: 'statusBudGet',
    rates: 'rate',
    statusBudGets: 'statusBudGet',
    customers: 'customer',
    portfolios: 'portfolio',
    stores: 'store',
    categories: 'category',
    products: 'product',
    productStores: 'productStore',
    coupons: 'coupon',
    budgets: 'budget',
    contracts: 'contract',
    'contact-lists': 'contactList',
    'contact-list-items': 'contactListItem',
    campaigns: 'campaign',
    webhooks: 'webhook',
    rules: 'rule',
    goals: 'goal',
    'api-tokens': 'apiToken',
    fields: 'field',
    queueIntegration: 'queueIntegration',
    deliveries: 'delivery',
  }
  const name = byResource[path.split('/')[1]!]
  if (!name) throw new Error(`no id for ${path}`)
  return ids[name]
}

/** A path with the tenant's ids in place of its variables. */
export const pathWith = (path: string, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, variable: string) => idOf(path, variable, ids))
