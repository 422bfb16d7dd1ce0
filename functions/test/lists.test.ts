/**
 * Every list of the contract over rows that fill DynamoDB's pages of 1 MB many times, and would not
 * fit into one answer: walked to its end by cursor (a plain list by its `Link` header) and by page
 * number, it shows each row once, and no answer is larger than 4 MB. A list is in it by being in
 * the contract, and fails by its name until it has rows here.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { AREAS } from '@balcao/shared/api/index.ts'
import { isPlainList } from '@balcao/shared/api-contract/list.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { PAGED_ROWS } from '@balcao/shared/api-contract/page-bounds.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { API_SCOPES, MAX_API_TOKENS } from '@balcao/shared/entities/api-token.ts'
import { DEFAULT_CAMPAIGN_SETTINGS, VARIANT_NUMBERS, type VariantNumber } from '@balcao/shared/entities/campaign.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import type { Goal } from '@balcao/shared/entities/goal.ts'
import type { Help } from '@balcao/shared/entities/help.ts'
import { NO_TOOLS } from '@balcao/shared/entities/prompt.ts'

import { PromptConfiguration } from '@balcao/shared/entities/prompt-test.ts'

import { SETTING_KEYS } from '@balcao/shared/entities/setting.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { rowsField } from '@balcao/shared/test/rows-field.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordAudit } from '../src/data/account/audit.ts'
import { MACROS, type MacroRow } from '../src/data/actions/macro.ts'
import { KNOWLEDGE, type KnowledgeRow } from '../src/data/automation/knowledge.ts'
import { gapIdOf, storeQuestion } from '../src/data/automation/knowledge-question.ts'
import { PROMPTS, type PromptRow } from '../src/data/automation/prompt.ts'
import { createCase } from '../src/data/automation/prompt-case.ts'
import { keepVersion } from '../src/data/automation/prompt-version.ts'
import { INTEGRATIONS, type IntegrationRow } from '../src/data/automation/queue-integration.ts'
import { WEBHOOKS, type WebhookRow } from '../src/data/automation/webhook.ts'
import { newWebhookDelivery } from '../src/data/automation/webhook-delivery.ts'
import { type CampaignRow, createCampaign, newCampaign } from '../src/data/campaigns/campaign.ts'
import { newRecipient, planWrites } from '../src/data/campaigns/campaign-recipient.ts'
import { saveCampaignSettings } from '../src/data/campaigns/campaign-settings.ts'
import { CONTACT_LISTS } from '../src/data/campaigns/contact-list.ts'
import { createItem, numberKey } from '../src/data/campaigns/contact-list-item.ts'
import { CATEGORIES } from '../src/data/catalog/category.ts'
import { createProduct } from '../src/data/catalog/product.ts'
import { addProductStore } from '../src/data/catalog/product-store.ts'
import { createApiToken } from '../src/data/company/api-token.ts'
import { invoiceWrite } from '../src/data/company/billing.ts'
import { HOLIDAYS } from '../src/data/company/holiday.ts'
import { noticeWrite } from '../src/data/company/payment-notice.ts'
import { savePlan } from '../src/data/company/plan.ts'
import { saveSetting } from '../src/data/company/setting.ts'
import { pairWrites } from '../src/data/contacts/duplicates.ts'
import { ANNOUNCEMENTS, type AnnouncementRow } from '../src/data/content/announcement.ts'
import { chatKey, createChat } from '../src/data/content/chat.ts'
import { storeChatMessage } from '../src/data/content/chat-message.ts'
import { FILE_LISTS, type FileListRow } from '../src/data/content/file-list.ts'
import { HELPS } from '../src/data/content/help.ts'
import { createQuickMessage } from '../src/data/content/quick-message.ts'
import { newSchedule } from '../src/data/content/schedule.ts'
import { createAddress } from '../src/data/customers/address.ts'
import { createCustomer } from '../src/data/customers/customer.ts'
import { PORTFOLIOS, type PortfolioRow } from '../src/data/customers/portfolio.ts'
import { CUSTOM_FIELDS } from '../src/data/fields/custom-field.ts'
import { GOALS } from '../src/data/goals/goal.ts'
import { DATA_IMPORTS } from '../src/data/imports/data-import.ts'
import { newJob } from '../src/data/jobs/job.ts'
import { newBudgetWrites } from '../src/data/orders/budget-row.ts'
import { createContract, replaceContract } from '../src/data/orders/contract.ts'
import { createPaymentDetail, PAYMENTS } from '../src/data/orders/payment.ts'
import { createRate, showRate } from '../src/data/orders/rate.ts'
import { STATUS_BUDGETS } from '../src/data/orders/status-budget.ts'
import { createZoneDetail, ZONES } from '../src/data/orders/zone.ts'
import { RULES, type RuleRow } from '../src/data/rules/rule.ts'
import { documentClient, tableName } from '../src/data/table/client.ts'
import { createRow, newRow, keyOf as rowKey } from '../src/data/table/small-list.ts'
import { transact } from '../src/data/table/transact.ts'
import { INVITATIONS, type InvitationRow } from '../src/data/team/invitation.ts'
import { createOption } from '../src/data/team/queue-option.ts'
import { botCallWrite } from '../src/data/tickets/bot-call.ts'
import { indexMessage } from '../src/data/tickets/index-message.ts'
import { newNotice } from '../src/data/tickets/notice.ts'
import { countTags, createTag, tagRef } from '../src/data/tickets/tag.ts'
import { saveTextDraft } from '../src/data/tickets/text-draft.ts'
import { changeTicket, storeMessage } from '../src/data/tickets/ticket.ts'
import { relinkTags } from '../src/data/tickets/ticket-link.ts'
import { addLog } from '../src/data/tickets/ticket-log.ts'
import { createNote } from '../src/data/tickets/ticket-note.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'
import { VIEWS, type ViewRow } from '../src/data/views/view.ts'
import { cloudNumber } from './cloud-number.ts'
import { changeElsewhere, makeCompany, makeQueue, makeUser, makeWhatsapp, send, type TestUser } from './harness.ts'
import { makeContact } from './make-contact.ts'
import { makePromptRun } from './make-prompt-run.ts'
import { makeTemplate } from './make-template.ts'
import { makeTicket } from './make-ticket.ts'
import { newCpf } from './new-cpf.ts'
import { newDataImport } from './new-data-import.ts'
import { openOwnTable } from './own-table.ts'
import { plannedRecipient } from './planned-recipient.ts'
import { makeCoupon, makeStore } from './shop.ts'
import { someNumber } from './some-number.ts'
import { CREDIT_CARD } from './valid-calls.ts'

const LISTS = AREAS.flatMap(routesOf).filter(({ route }) => isPlainList(route) || rowsField(route))
const named = LISTS.map(({ name, route }) => [name, route] as const)
const byNumber = named.filter(([, { query }]) => query instanceof z.ZodObject && 'pageNumber' in query.shape)

/** API Gateway and Lambda end at 10 and 6 MB; what the product promises is this. */
const MAX_BYTES = 4_000_000

/** A way to ask for a list, and the ids of the rows it shall show. */
type Filled = {
  as?: TestUser | undefined
  /** Authorizer context of a call with a connection's token. */
  authorizer?: { companyId: string; connectionId: string }
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  ids: string[]
  /** Rows that are there besides, of other tests. */
  others?: true
  /** Set if the content is bounded, so that all of it fits into an answer. */
  small?: true
}

/** These tests move hundreds of megabytes. */
const TIMEOUT = { timeout: 300_000 }

/**
 * Size of a row in bytes: with the next row more than half of a page of the table; twenty never fit
 * into an answer.
 */
const HEAVY = 160_000
const ROWS = 26
/**
 * Small lists that leave everything to the functions zones are read by: their rows are walked over
 * too, but hundreds of megabytes more of them would show nothing more.
 */
const LIKE_ZONES = [
  'categories',
  'stores',
  'portfolios',
  'payments',
  'statusBudgets',
  'coupons',
  'files',
  'prompts',
  'knowledge',
  'helps',
  'contactLists',
  'holidays',
  'invitations',
  'webhooks',
  'rules',
  'goals',
  'fields',
  'queueIntegration',
]
const isLikeZones = (name: string): boolean => LIKE_ZONES.includes(name.split('.')[0]!)
let weight = HEAVY
const many = <T>(make: (i: number) => Promise<T>, count = ROWS): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))
/**
 * One word, since each of a name is kept by itself; each sign is two bytes, the half of them by
 * being escaped.
 */
const heavy = (i: number): string => `${i} ${'§'.repeat(weight / 4)}${'"'.repeat(weight / 4)}`
/**
 * The same of letters, for what is searched in. Folding them and taking them for words takes longer
 * than all the rest.
 */
const heavyWord = (i: number): string => heavy(i).replaceAll('§', 'é')
const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

/** Makes an attribute of a row as long as no call of the API would. */
async function swell(key: { pk: string; sk: string }, attribute: string, value: unknown): Promise<void> {
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: 'SET #name = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': attribute },
      ExpressionAttributeValues: { ':value': value },
    }),
  )
}

async function tagged(companyId: string, kanban: 0 | 1 = 0) {
  const tags = await many(i => createTag(companyId, { name: `Tag ${i}`, color: '#123456', kanban }))
  for (const { id } of tags) await swell({ pk: `${companyId}#tag`, sk: `tag#${id}` }, 'color', heavy(0))
  return tags
}

/**
 * Half of them the company's, half a user's own; of a colleague's own one nobody else sees
 * anything.
 */
async function quickened(companyId: string, user: TestUser, colleague: TestUser) {
  const make = (shortcode: string, geral: boolean, userId: string) =>
    createQuickMessage(companyId, { shortcode, message: 'Olá', geral, status: true, queueIds: [], userId, media: null })
  await make('dela', false, colleague.user.id)
  const rows = await many(i => make(`oi ${i}`, i % 2 === 0, user.user.id))
  for (const { id } of rows)
    await swell({ pk: `${companyId}#quickMessage`, sk: `quickMessage#${id}` }, 'message', `olá ${heavy(0)}`)
  return rows
}

/** Makes macros that a user sees, their own and shared ones, and one of a colleague's. */
async function macrosOf(companyId: string, user: TestUser, colleague: TestUser) {
  const actions = [{ type: 'note' as const, text: 'Visto' }]
  const make = (name: string, shared: boolean, userId: string) =>
    createRow(companyId, MACROS, newRow<MacroRow>({ name, shared, userId, actions }))
  await make('passo dela', false, colleague.user.id)
  const rows = await many(i => make(`passo ${String(i).padStart(3, '0')}`, i % 2 === 0, user.user.id))
  for (const { id } of rows)
    await swell({ pk: `${companyId}#macro`, sk: `macro#${id}` }, 'actions', [
      ...Array.from({ length: weight / 4000 }, () => ({ type: 'note', text: 'é'.repeat(2000) })),
    ])
  return rows
}

/** Makes views that a user has, their own and shared ones, and one of a colleague's. */
async function viewsOf(companyId: string, user: TestUser, colleague: TestUser) {
  const filter = { status: ['pending' as const] }
  const make = (name: string, shared: boolean, userId: string) =>
    createRow(companyId, VIEWS, newRow<ViewRow>({ name, shared, queueIds: [], userId, filter, ready: true }))
  await make('olhar dela', false, colleague.user.id)
  const rows = await many(i => make(`olhar ${String(i).padStart(3, '0')}`, i % 2 === 0, user.user.id))
  for (const { id } of rows)
    await swell({ pk: `${companyId}#view`, sk: `view#${id}` }, 'name', `olhar ${'x'.repeat(weight)}`)
  return rows
}

function heavyCampaign(companyId: string, i: number) {
  const texts = VARIANT_NUMBERS.flatMap(n => [`message${n}`, `confirmationMessage${n}`]).map(name => [name, ''])
  const none = {
    whatsappId: null,
    contactListId: null,
    tagListId: null,
    fileListId: null,
    scheduledAt: null,
    media: null,
  }
  return newCampaign(companyId, {
    ...(Object.fromEntries(texts) as Pick<
      CampaignRow,
      `message${VariantNumber}` | `confirmationMessage${VariantNumber}`
    >),
    ...none,
    name: `Promoção ${i}`,
    status: 'INATIVA',
    confirmation: false,
    message1: heavy(i),
  })
}

/** Rows of the installation are in every such list: they are made once. */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** One is not shown. */
const announced = once(async () => {
  const rows = await many(i =>
    createRow(
      SYSTEM,
      ANNOUNCEMENTS,
      newRow<AnnouncementRow>({ title: `Aviso ${i}`, text: 'Olá', priority: 3, status: i > 0, media: null }),
    ),
  )
  for (const { id } of rows)
    await swell({ pk: `${SYSTEM}#announcement`, sk: `announcement#${id}` }, 'text', `olá ${heavy(0)}`)
  return rows
})

const helped = once(async () => {
  const fields = { description: '', video: 'dQw4w9WgXcQ' }
  const rows = await many(i => createRow(SYSTEM, HELPS, newRow<Help>({ title: `Vídeo ${i}`, ...fields })))
  for (const { id } of rows) await swell({ pk: `${SYSTEM}#help`, sk: `help#${id}` }, 'description', heavy(0))
  return idsOf(rows)
})

async function prompted(companyId: string) {
  const fields = { prompt: '', apiKey: '', voiceKey: '', model: '', voice: 'texto' as const, voiceRegion: '' }
  const numbers = { maxTokens: 100, temperature: 1, maxMessages: 10, queueId: newId() }
  const tools = { tools: NO_TOOLS, mayFinishOrders: false, finishLimit: null, storeId: null }
  const rest = { ...numbers, ...tools, knowledge: false, hours: 'always' as const }
  const rows = await many(i =>
    createRow(companyId, PROMPTS, newRow<PromptRow>({ name: `Agente ${i}`, ...fields, ...rest })),
  )
  for (const { id } of rows) await swell({ pk: `${companyId}#prompt`, sk: `prompt#${id}` }, 'prompt', heavy(0))
  return rows
}

async function listed(companyId: string, { user }: TestUser) {
  const fields = { message: 'Olá', options: [], userId: user.id }
  const rows = await many(i =>
    createRow(companyId, FILE_LISTS, newRow<FileListRow>({ name: `Tabela ${i}`, ...fields })),
  )
  for (const { id } of rows) await swell({ pk: `${companyId}#file`, sk: `file#${id}` }, 'message', heavy(0))
  return rows
}

async function zoned(companyId: string) {
  const zones = await many(i => createRow(companyId, ZONES, newRow({ name: `Zona ${i}`, isActive: true })))
  for (const { id } of zones) await swell({ pk: `${companyId}#zone`, sk: `zone#${id}` }, 'name', `zona ${heavy(0)}`)
  return zones
}

async function contactListed(companyId: string) {
  const lists = await many(i => createRow(companyId, CONTACT_LISTS, newRow({ name: `Lista ${i}`, contactsCount: 0 })))
  for (const { id } of lists)
    await swell({ pk: `${companyId}#contactList`, sk: `contactList#${id}` }, 'name', `lista ${heavy(0)}`)
  return lists
}

async function payable(companyId: string, userId: string) {
  const rows = await many(i =>
    createRow(companyId, PAYMENTS, newRow({ name: `Cartão ${i}`, code: null, typePaymentId: CREDIT_CARD, userId })),
  )
  for (const { id } of rows)
    await swell({ pk: `${companyId}#payment`, sk: `payment#${id}` }, 'name', `cartão ${heavy(0)}`)
  return rows
}

const statused = (companyId: string, userId: string) =>
  many(i =>
    createRow(companyId, STATUS_BUDGETS, newRow({ name: `Status ${i}`, code: null, message: heavy(i), userId })),
  )

/** Rates by order value, two of each store. */
async function rated() {
  const { id: companyId, admin: as } = await makeCompany()
  await saveSetting(companyId, 'deliveryMethods', 'byValue')
  const common = { type: 'byValue', kilometers: 0, value: 10, isActive: true, userId: as.user.id } as const
  const stores = await many(i => makeStore(companyId, { name: `Loja ${i}` }), ROWS / 2)
  const rows = await many(i =>
    createRate(companyId, { ...common, storeId: stores[i >> 1]!.id, minimumValue: i }).then(rate =>
      showRate(rate, companyId),
    ),
  )
  return { as, rows }
}

const ordered = (companyId: string, customerId: string) =>
  many(async i => {
    const id = newId()
    const at = Date.now()
    const cents = { subTotal: 1000, freight: 0, discount: 0, increase: 0, total: 1000, negotiated: 1000 }
    const head = {
      ...{ companyId, id, version: 1, number: i + 1, ticketId: null, contactId: null, status: null, canceledAt: null },
      ...{ paidAt: null },
      ...{ store: { id: newId(), name: 'Loja' }, customer: { id: customerId, fullName: `maria ${heavy(i)}` } },
      ...{ user: { id: newId(), name: 'Ana' }, ...cents, route: '', itemCount: 1, installments: 1 },
      ...{ createdAt: at, updatedAt: at },
    }
    const lines = { typeDelivery: 'retirada' as const, address: null, coupons: [], items: [], payments: [] }
    await transact(newBudgetWrites(head, lines, '52998224725'))
    return head
  })

async function portfolios(companyId: string, { user }: TestUser) {
  const rows = await many(i =>
    createRow(companyId, PORTFOLIOS, newRow({ name: `Carteira ${i}`, code: null, userId: user.id })),
  )
  for (const { id } of rows)
    await swell({ pk: `${companyId}#portfolio`, sk: `portfolio#${id}` }, 'name', `carteira ${heavy(0)}`)
  return rows
}

async function buyers(companyId: string, { user }: TestUser, count = ROWS) {
  const fields = { name: 'Varejo', code: null, userId: user.id }
  const { id: portfolioId } = await createRow(companyId, PORTFOLIOS, newRow<PortfolioRow>(fields))
  const rows = await many(i => {
    const names = { document: newCpf(), fullName: `Maria Souza ${i}`, email: heavy(i) }
    return createCustomer(companyId, { ...names, birthday: null, portfolioId, customerDefault: false }, user.id)
  }, count)
  return rows.map(({ customer }) => customer)
}

async function stored(companyId: string) {
  const stores = await many(i => makeStore(companyId, { name: `Loja ${i}` }))
  for (const { id } of stores) await swell({ pk: `${companyId}#store`, sk: `store#${id}` }, 'name', `loja ${heavy(0)}`)
  return stores
}

async function categorised(companyId: string) {
  const fields = (i: number) => ({ code: null, name: `Roupa ${i}`, color: null, userId: newId() })
  const rows = await many(i => createRow(companyId, CATEGORIES, newRow(fields(i))))
  for (const { id } of rows)
    await swell({ pk: `${companyId}#category`, sk: `category#${id}` }, 'name', `roupa ${heavy(0)}`)
  return rows
}

const product = (companyId: string, name: string, description = '') =>
  createProduct(companyId, { ean: '', name, code: '', description, isActive: true, categoryId: null, userId: newId() })

const PRICE = { stock: 5, costPrice: 1, sellingPrice: 2, promotionPrice: 0 }

/** A contract that expires within days. */
const agreed = (companyId: string, by: TestUser, i: number) =>
  createContract(
    companyId,
    {
      customerId: newId(),
      customerName: 'Maria Souza',
      number: `CT-${by.user.id}-${i}`,
      type: 'Anual',
      value: 100,
      lateFine: 0,
      startAt: '2026-01-01',
      expiresAt: dayOf(new Date(Date.now() + 5 * 86_400_000).toISOString()),
      renewal: false,
      publishment: null,
      equipments: [{ name: heavy(i), serialNumber: '' }],
      userId: by.user.id,
      language: 'pt',
    },
    'America/Sao_Paulo',
  )

const dayOff = (companyId: string) =>
  many(i => {
    const date = `2027-01-${String(i + 1).padStart(2, '0')}`
    return createRow(companyId, HOLIDAYS, newRow({ date, name: `Feriado ${heavy(i)}`, startTime: null, endTime: null }))
  })

async function noted() {
  const { id: companyId, admin } = await makeCompany()
  const queue = await makeQueue(companyId)
  const contact = await makeContact(companyId)
  const ticket = await makeTicket(companyId, { contact, queue })
  const hidden = await makeTicket(companyId, { contact })
  const notes = await many(i =>
    createNote(companyId, {
      note: heavy(i),
      ticketId: (i % 3 === 2 ? hidden : ticket).id,
      contactId: contact.id,
      user: admin.user,
    }),
  )
  return { companyId, admin, queue, contact, ticket, notes }
}

async function couponed(companyId: string) {
  const coupons = await many(i => makeCoupon(companyId, { name: `Cupom ${i}` }))
  for (const { id } of coupons) await swell({ pk: `${companyId}#coupon`, sk: `coupon#${id}` }, 'restrictions', heavy(0))
  return coupons
}

const dayOf = (at: string): string => new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })

const FILLERS: Record<string, () => Promise<Filled[]>> = {
  'users.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const queues = await many(() => makeQueue(companyId), 4)
    for (const { id } of queues)
      await swell({ pk: `${companyId}#queue`, sk: `queue#${id}` }, 'name', heavy(0).slice(0, 40_000))
    const users = await many(() => makeUser(companyId, { queueIds: idsOf(queues) }))
    for (const { user } of users) await swell({ pk: `${companyId}#user`, sk: `user#${user.id}` }, 'ballast', heavy(0))
    const ids = users.map(({ user }) => user.id)
    return [
      { as: admin, ids: [...ids, admin.user.id] },
      { as: admin, query: { searchParam: 'bia' }, ids },
    ]
  },
  'users.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    const users = await many(() => makeUser(companyId))
    for (const { user } of users) await swell({ pk: `${companyId}#user`, sk: `user#${user.id}` }, 'name', heavy(0))
    return [{ as: admin, ids: [admin.user.id, ...users.map(({ user }) => user.id)] }]
  },
  'invitations.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const invited = await many(i =>
      createRow(
        companyId,
        INVITATIONS,
        newRow<InvitationRow>({
          name: `Convidada ${i}`,
          email: `${i}-${companyId}@example.com`,
          profile: 'user',
          whatsappId: null,
          queueIds: [],
          allTicket: 'disabled',
          language: 'pt',
          invitedBy: { id: admin.user.id, name: admin.user.name },
          sentAt: new Date().toISOString(),
          goodUntil: new Date().toISOString(),
          hasSeat: false,
        }),
      ),
    )
    return [{ as: admin, ids: idsOf(invited) }]
  },
  'queue.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await many(i => makeQueue(companyId, { greetingMessage: heavy(i) }))) }]
  },
  'queueOptions.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const queue = await makeQueue(companyId)
    const ids: string[] = []
    const add = async (queueId: string, parentId: string | null, i: number) => {
      const fields = { queueId, title: `Opção ${i}`, message: heavy(i), kind: 'text', targetQueueId: null } as const
      return (await createOption(companyId, { ...fields, media: null }, { parentId })).id
    }
    for (let i = 0; i < ROWS; i++) ids.push(await add(queue.id, null, i))
    const below = [await add(queue.id, ids[0]!, ROWS), await add(queue.id, ids[0]!, ROWS + 1)]
    await add((await makeQueue(companyId)).id, null, 0)
    return [
      { as: admin, query: { queueId: queue.id }, ids },
      { as: admin, query: { queueId: queue.id, parentId: ids[0] }, ids: below, small: true },
    ]
  },
  'invoices.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const now = Date.now()
    const rows = await many(async i => {
      const id = newId()
      const plan = { detail: heavyWord(i), planId: newId(), recurrence: 'MENSAL' as const, value: 100 }
      const row = { companyId, id, version: 0, number: i + 1, ...plan, dueDate: now, status: 'paid' as const }
      const stamps = { paidAt: now, paymentId: null, txid: null, createdAt: now, updatedAt: now }
      await transact([invoiceWrite({ ...row, ...stamps })])
      return row
    })
    return [
      { as: admin, ids: idsOf(rows) },
      { as: admin, query: { searchParam: 'ÉE""' }, ids: idsOf(rows) },
    ]
  },
  'paymentNotices.list': async () => {
    const { id: companyId } = await makeCompany()
    const root = await makeUser(companyId, { super: true })
    const common = { problem: 'twice' as const, companyId, invoiceNumber: 1, txid: '', asked: 1, paid: 1 }
    const rows = await many(async i => {
      const notice = { id: newId(), at: new Date().toISOString(), companyName: heavy(i), ...common }
      await transact([noticeWrite(notice)])
      return notice
    })
    return [{ as: root, ids: idsOf(rows) }]
  },
  'holidays.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await dayOff(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'feriado' }, ids },
    ]
  },
  'holidays.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await dayOff(companyId)) }]
  },
  'whatsapp.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    await makeWhatsapp(companyId)
    const [{ id: first } = { id: '' }] = (await send('GET', '/whatsapp', { as: admin })).raw as unknown as {
      id: string
    }[]
    const rows = await many(i => makeWhatsapp(companyId, { outOfHoursMessage: heavy(i) }))
    return [{ as: admin, ids: [first, ...idsOf(rows)] }]
  },
  'companies.list': async () => {
    const [first, ...others] = await many(() => makeCompany())
    const companies = [first!, ...others]
    for (const [i, { id }] of companies.entries())
      await changeElsewhere({ pk: `${id}#company`, sk: 'company' }, 'billingName', heavy(i))
    return [{ as: await makeUser(first!.id, { super: true }), ids: idsOf(companies), others: true }]
  },
  'companies.listAll': async () => {
    const companies = await many(() => makeCompany())
    const root = await makeUser(companies[0]!.id, { super: true })
    return [{ as: root, ids: idsOf(companies), others: true, small: true }]
  },
  'allConnections.list': async () => {
    const { id: companyId, name } = await makeCompany()
    const rows = await many(i => makeWhatsapp(companyId, { outOfHoursMessage: heavy(i) }))
    const root = await makeUser(companyId, { super: true })
    return [{ as: root, query: { searchParam: name }, ids: idsOf(rows), small: true }]
  },
  'plans.list': async () => {
    const plan = (await makeCompany()).plan
    const plans = await many(async i => {
      const row = { ...plan, id: newId(), name: heavy(i) }
      await savePlan(row)
      return row
    }, 8)
    return [{ ids: idsOf(plans), others: true, small: true }]
  },
  'settings.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    // Far above what a value may be; all of them are one answer.
    for (const key of SETTING_KEYS) await saveSetting(companyId, key, heavy(0).slice(0, HEAVY / 4))
    return [{ as: admin, ids: [...SETTING_KEYS, 'campaignsEnabled'], small: true }]
  },
  'jobs.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const jobOf = async (by: TestUser, subject: string) => {
      const { id, name } = by.user
      const state = { from: null, parts: [], read: false }
      const { job, writes } = newJob(companyId, { kind: 'contactsExport', user: { id, name }, subject, state })
      await transact(writes)
      return job
    }
    const own = idsOf(await many(i => jobOf(user, heavy(i))))
    return [
      { as: admin, ids: [...own, ...idsOf(await many(i => jobOf(admin, heavy(i)), 3))] },
      { as: user, ids: own },
    ]
  },
  'tags.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await tagged(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'tag' }, ids },
    ]
  },
  'tags.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await tagged(companyId)) }]
  },
  'macros.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const ids = idsOf(await macrosOf(companyId, user, admin))
    return [
      { as: user, ids },
      { as: user, query: { searchParam: 'passo' }, ids },
    ]
  },
  'macros.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    return [{ as: user, ids: idsOf(await macrosOf(companyId, user, admin)) }]
  },
  'views.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const ids = idsOf(await viewsOf(companyId, user, admin))
    return [
      { as: user, ids },
      { as: user, query: { searchParam: 'olhar' }, ids },
    ]
  },
  'views.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    return [{ as: user, ids: idsOf(await viewsOf(companyId, user, admin)) }]
  },
  'quickMessages.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const rows = await quickened(companyId, user, admin)
    return [
      { as: user, ids: idsOf(rows) },
      { as: user, query: { searchParam: 'ola' }, ids: idsOf(rows) },
      { as: user, query: { userId: user.user.id }, ids: idsOf(rows) },
    ]
  },
  'quickMessages.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    return [{ as: user, ids: idsOf(await quickened(companyId, user, admin)) }]
  },
  'templates.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const { id: whatsappId } = await makeWhatsapp(companyId, cloudNumber('100'))
    const rows = await many(i => makeTemplate(companyId, '100', { name: `aviso_${i}` }))
    for (const { id } of rows)
      await swell({ pk: `${companyId}#template`, sk: `template#${id}` }, 'components', [
        ...Array.from({ length: weight / 4000 }, () => ({ type: 'BODY', text: 'é'.repeat(2000) })),
      ])
    const refused = await makeTemplate(companyId, '100', { name: 'recusado', status: 'REJECTED' })
    await makeTemplate(companyId, '200')
    const query = { whatsappId }
    return [
      { as: user, query, ids: idsOf(rows) },
      { as: admin, query, ids: idsOf([...rows, refused]) },
      { as: admin, query: { ...query, searchParam: 'AVISO' }, ids: idsOf(rows) },
    ]
  },
  'announcements.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const root = await makeUser(companyId, { super: true })
    const rows = await announced()
    const shown = idsOf(rows.filter(({ status }) => status))
    return [
      { as: admin, ids: shown },
      { as: root, query: { sort: 'priority' }, ids: idsOf(rows) },
      { as: admin, query: { searchParam: 'AVISO' }, ids: shown },
    ]
  },
  'files.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await listed(companyId, admin))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'tabela' }, ids },
    ]
  },
  'files.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await listed(companyId, admin)) }]
  },
  'imports.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const rows = await many(i =>
      createRow(companyId, DATA_IMPORTS, {
        ...newDataImport(),
        createdAt: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
      }),
    )
    const ids = idsOf(rows).toReversed()
    return [{ as: admin, ids, small: true }]
  },
  'knowledge.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const fields = { kind: 'text', status: 'ready', error: null, passages: 1, bytes: 10, url: null } as const
    const rows = await many(i =>
      createRow(
        companyId,
        KNOWLEDGE,
        newRow<KnowledgeRow>({ name: `Manual ${i}`, ...fields, folder: '', vectors: null }),
      ),
    )
    const ids = idsOf(rows)
    for (const id of ids) await swell({ pk: `${companyId}#knowledge`, sk: `knowledge#${id}` }, 'url', heavy(0))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'manual' }, ids },
    ]
  },
  'promptVersions.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [prompt] = await prompted(companyId)
    const params = { id: prompt!.id }
    const configuration = PromptConfiguration.parse(prompt)
    const ids = await many(async i => {
      const named = { id: newId(), number: i + 2, note: heavy(i), createdBy: null, createdAt: new Date().toISOString() }
      await transact(await keepVersion({ ...named, companyId, promptId: prompt!.id, configuration }))
      return named.id
    })
    return [{ as: admin, params, ids }]
  },
  'promptCases.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [prompt] = await prompted(companyId)
    const expect = { says: [], never: [], tools: [], noTools: [] }
    const cases = await many(i => createCase(companyId, prompt!.id, { name: heavy(i), messages: ['Oi'], expect }))
    return [{ as: admin, params: { id: prompt!.id }, ids: idsOf(cases) }]
  },
  'promptRuns.list': async () => {
    const company = await makeCompany()
    const [prompt] = await prompted(company.id)
    const ids = await many(i =>
      makePromptRun(company, prompt!.id, { id: newId(), number: 1 }, { id: newId(), name: heavy(i) }),
    )
    return [{ as: company.admin, params: { id: prompt!.id }, ids }]
  },
  'knowledge.questions': async () => {
    const { id: companyId, admin } = await makeCompany()
    const askedBy = { kind: 'user', id: admin.user.id, name: 'Ana' } as const
    const ids = await many(async i => {
      const id = newId()
      await storeQuestion(companyId, { question: `Troca? ${heavyWord(i)}`, askedBy, ticketId: null, found: [] }, id)
      return id
    })
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'troca' }, ids },
    ]
  },
  'knowledge.gaps': async () => {
    const { id: companyId, admin } = await makeCompany()
    const askedBy = { kind: 'user', id: admin.user.id, name: 'Ana' } as const
    const questions = await many(async i => `Tem a cor número ${i}?`)
    for (const question of questions) await storeQuestion(companyId, { question, askedBy, ticketId: null, found: [] })
    return [{ as: admin, ids: questions.map(gapIdOf), small: true as const }]
  },
  'prompts.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await prompted(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'agente' }, ids },
    ]
  },
  'prompts.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await prompted(companyId)) }]
  },
  'helps.list': async () => {
    const { admin } = await makeCompany()
    const ids = await helped()
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'vídeo' }, ids },
    ]
  },
  'helps.listAll': async () => [{ as: (await makeCompany()).admin, ids: await helped() }],
  'zones.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await zoned(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'zona' }, ids },
    ]
  },
  'zones.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await zoned(companyId)) }]
  },
  'contactLists.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await contactListed(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'LISTA' }, ids },
    ]
  },
  'contactLists.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await contactListed(companyId)) }]
  },
  'contactListItems.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [list, other] = await Promise.all(
      ['Clientes', 'Outros'].map(name => createRow(companyId, CONTACT_LISTS, newRow({ name, contactsCount: 0 }))),
    )
    const add = (listId: string, i: number) =>
      createItem(companyId, listId, { name: `5511 ${i}`, number: `551188880${String(i).padStart(4, '0')}`, email: '' })
    const items = []
    for (let i = 0; i < ROWS; i++) items.push(await add(list!.id, i))
    await add(other!.id, 0)
    for (const { number } of items)
      await swell(
        { pk: `${companyId}#contactListItems#${list!.id}`, sk: `number#${numberKey(number)}` },
        'email',
        heavy(0),
      )
    const ids = idsOf(items)
    const query = { contactListId: list!.id }
    return [
      { as: admin, query, ids },
      // By number, and once for it.
      { as: admin, query: { ...query, searchParam: '5511' }, ids },
    ]
  },
  'coupons.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await couponed(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'CUPOM' }, ids },
    ]
  },
  'coupons.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await couponed(companyId)) }]
  },
  'zoneDetails.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [zone, other] = await Promise.all(
      ['Centro', 'Praia'].map(name => createRow(companyId, ZONES, newRow({ name, isActive: true }))),
    )
    const place = (zoneId: string, city: string) =>
      createZoneDetail(companyId, { zoneId, city, neighborhood: '', rate: 10, isActive: true })
    const places = await many(i => place(zone!.id, `Osasco ${i}`))
    await place(other!.id, 'Osasco')
    for (const { id } of places)
      await swell({ pk: `${companyId}#zoneDetail`, sk: `zoneDetail#${id}` }, 'city', `Osasco ${heavy(0)}`)
    return [
      { as: admin, params: { zoneId: zone!.id }, ids: idsOf(places) },
      { as: admin, params: { zoneId: zone!.id }, query: { searchParam: 'osasco' }, ids: idsOf(places) },
    ]
  },
  'typePayments.listAll': async () => [
    { as: (await makeCompany()).admin, ids: idsOf([...TYPE_PAYMENTS]), small: true },
  ],
  'payments.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await payable(companyId, admin.user.id))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'cartao' }, ids },
    ]
  },
  'payments.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await payable(companyId, admin.user.id)) }]
  },
  'paymentDetails.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const method = { code: null, typePaymentId: CREDIT_CARD, userId: admin.user.id }
    const [payment, other] = await Promise.all(
      ['Loja', 'Site'].map(name => createRow(companyId, PAYMENTS, newRow({ ...method, name }))),
    )
    const rule = (paymentId: string, minimumValue: number) =>
      createPaymentDetail(companyId, { paymentId, minimumValue, installments: 3 })
    const rules = await many(i => rule(payment!.id, i))
    await rule(other!.id, 1)
    return [{ as: admin, params: { paymentId: payment!.id }, ids: idsOf(rules), small: true }]
  },
  'statusBudgets.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await statused(companyId, admin.user.id))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'STATUS' }, ids },
    ]
  },
  'statusBudgets.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await statused(companyId, admin.user.id)) }]
  },
  'rates.list': async () => {
    const { as, rows } = await rated()
    const by = (names: RegExp) => idsOf(rows.filter(({ store }) => names.test(store!.name)))
    return [
      { as, ids: idsOf(rows), small: true },
      { as, query: { searchParam: 'LOJA 1' }, ids: by(/^Loja 1/), small: true },
    ]
  },
  'rates.listAll': async () => {
    const { as, rows } = await rated()
    return [{ as, ids: idsOf(rows), small: true }]
  },
  'rates.ofStore': async () => {
    const { as, rows } = await rated()
    const { storeId } = rows[0]!
    return [{ as, params: { storeId }, ids: idsOf(rows.filter(rate => rate.storeId === storeId)), small: true }]
  },
  'budgets.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const customerId = newId()
    const ids = idsOf(await ordered(companyId, customerId))
    return [
      { as: admin, ids },
      { as: admin, query: { customerId, canceled: 'true' }, ids },
      { as: admin, query: { sort: 'number', dateFrom: '2020-01-01', dateTo: '2100-01-01' }, ids },
      { as: admin, query: { searchParam: 'MARIA' }, ids },
    ]
  },
  'portfolios.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await portfolios(companyId, admin))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'carteira' }, ids },
    ]
  },
  'portfolios.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await portfolios(companyId, admin)) }]
  },
  'customers.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await buyers(companyId, admin))
    return [
      { as: admin, ids },
      { as: admin, query: { sort: '-name' }, ids },
      { as: admin, query: { searchParam: 'maria' }, ids },
      { as: admin, query: { searchParam: 'maria souza' }, ids },
    ]
  },
  'customers.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await buyers(companyId, admin, 12))
    return [{ as: admin, query: { searchParam: 'maria' }, ids, small: true }]
  },
  'customerAddresses.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [customer, other] = await buyers(companyId, admin, 2)
    const place = {
      ...{
        name: 'Casa',
        zipCode: '01001000',
        address: 'Praça da Sé',
        number: '1',
        neighborhood: 'Sé',
        city: 'São Paulo',
      },
      ...{ state: 'SP', latitude: null, longitude: null, isActive: false },
    }
    const add = async (customerId: string, i: number) =>
      (await createAddress(companyId, { ...place, customerId, complement: heavy(i) })).address.id
    const ids: string[] = []
    for (let i = 0; i < ROWS; i++) ids.push(await add(customer!.id, i))
    await add(other!.id, 0)
    const params = { customerId: customer!.id }
    return [
      { as: admin, params, ids },
      { as: admin, params, query: { searchParam: 'praca' }, ids },
    ]
  },
  'contracts.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await many(i => agreed(companyId, admin, i)))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'maria' }, ids },
      { as: admin, query: { searchParam: 'ct' }, ids },
    ]
  },
  'stores.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await stored(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'loja' }, ids },
    ]
  },
  'stores.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await stored(companyId)) }]
  },
  'categories.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await categorised(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'roupa' }, ids },
    ]
  },
  'categories.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await categorised(companyId)) }]
  },
  'products.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await many(i => product(companyId, `Camiseta ${i}`, heavy(i))))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'camiseta' }, ids },
      { as: admin, query: { sort: '-name', active: 'true' }, ids },
      { as: admin, query: { sort: 'price' }, ids },
    ]
  },
  'productStores.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [shirt, stores] = [await product(companyId, 'Camiseta'), await stored(companyId)]
    const ids: string[] = []
    for (const { id } of stores) ids.push((await addProductStore(companyId, id, shirt.id, PRICE)).id)
    return [
      { as: admin, params: { productId: shirt.id }, ids },
      { as: admin, params: { productId: shirt.id }, query: { searchParam: 'loja' }, ids },
    ]
  },
  'contracts.reminders': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = await makeUser(companyId)
    const listAs = (by: TestUser) =>
      many(async i => replaceContract(await agreed(companyId, by, i), { reminder: { days: 7, at: Date.now() } }), 13)
    const own = idsOf(await listAs(user))
    await agreed(companyId, user, 99)
    return [
      { as: admin, ids: [...own, ...idsOf(await listAs(admin))], small: true },
      { as: user, ids: own, small: true },
    ]
  },
  'schedules.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const contact = await makeContact(companyId)
    const { id, name } = admin.user
    const common = { contactId: contact.id, whatsappId: null, user: { id, name }, recurrence: 'none' as const }
    const rows = await many(async i => {
      const sendAt = Date.parse('2031-05-01T12:00:00Z') + i * 60_000
      const { schedule, writes } = newSchedule(companyId, { ...common, body: heavy(i), sendAt })
      await transact(writes)
      return schedule
    })
    const ids = idsOf(rows)
    return [
      { as: admin, ids },
      { as: admin, query: { contactId: contact.id }, ids },
      { as: admin, query: { searchParam: 'maria' }, ids },
      { as: admin, query: { from: '2031-05-01', to: '2031-05-01' }, ids },
    ]
  },
  'campaigns.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const rows = await many(i => createCampaign(heavyCampaign(companyId, i)))
    const ids = idsOf(rows)
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'promocao' }, ids },
    ]
  },
  // Of three states, in the order of their places whatever state each is in.
  'campaigns.shipping': async () => {
    const { id: companyId, admin } = await makeCompany()
    const campaign = await createCampaign(heavyCampaign(companyId, 0))
    const rows = await many(async n => {
      const state = (['waiting', 'read', 'failed'] as const)[n % 3]!
      const row = { ...plannedRecipient(campaign, n), name: `Zoe ${heavy(n)}`, state }
      await transact(planWrites([row]))
      return row
    })
    const ids = idsOf(rows)
    const params = { id: campaign.id }
    return [
      { as: admin, params, ids },
      { as: admin, params, query: { searchParam: 'zoe' }, ids },
      { as: admin, params, query: { searchParam: '(11) 9' }, ids },
      {
        as: admin,
        params,
        query: { state: 'read' },
        ids: idsOf(rows.filter(({ state }) => state === 'read')),
        small: true,
      },
    ]
  },
  // As many as a company may have of them.
  'campaignSettings.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const variables = Array.from({ length: 50 }, (_, i) => ({ key: `v${i}`, value: 'é"'.repeat(500) }))
    await saveCampaignSettings(companyId, { variables })
    return [{ as: admin, ids: Object.keys(DEFAULT_CAMPAIGN_SETTINGS), small: true }]
  },
  'contacts.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const extraInfo = [{ name: 'nota', value: heavy(0) }]
    const rows = await many(i => makeContact(companyId, { name: `Maria Souza ${i}`, extraInfo }))
    const ids = idsOf(rows)
    const days = Object.groupBy(rows, row => dayOf(new Date(row.createdAt).toISOString()))
    return [
      { as: admin, ids },
      { as: admin, query: { sort: '-name' }, ids },
      { as: admin, query: { searchParam: 'maria' }, ids },
      { as: admin, query: { searchParam: 'maria souza' }, ids },
      ...Object.entries(days).map(([date, made]) => ({ as: admin, query: { date }, ids: idsOf(made ?? []) })),
    ]
  },
  'contacts.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    const rows = await many(i =>
      makeContact(companyId, {
        name: `Maria ${String(i).padStart(2, '0')}`,
        extraInfo: [{ name: 'nota', value: heavy(0) }],
      }),
    )
    // A picker shows the first 20 by name, of those found the newest.
    return [
      { as: admin, ids: idsOf(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 20)), small: true },
      {
        as: admin,
        query: { name: 'maria' },
        ids: idsOf(rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, 20)),
        small: true,
      },
    ]
  },
  'contacts.tickets': async () => {
    const { id: companyId, admin } = await makeCompany()
    const contact = await makeContact(companyId)
    const seen = { ...contact, name: heavy(0) }
    const rows = await many(() => makeTicket(companyId, { contact: seen }))
    return [{ as: admin, params: { id: contact.id }, ids: idsOf(rows) }]
  },
  'contacts.conversations': async () => {
    const { id: companyId, admin } = await makeCompany()
    const contact = await makeContact(companyId)
    const seen = { ...contact, name: heavy(0) }
    const rows = await many(() => makeTicket(companyId, { contact: seen }))
    return [{ as: admin, params: { id: contact.id }, ids: idsOf(rows) }]
  },
  // Files of several conversations, and a conversation without any.
  'contacts.files': async () => {
    const { id: companyId, admin } = await makeCompany()
    const contact = await makeContact(companyId)
    const spoken = await many(async i => {
      const ticket = await makeTicket(companyId, { contact })
      return (await spokenIn(companyId, ticket, i % 3 === 0 ? 1 : i % 3, `${companyId}/media/${i}`)).ids
    }, 12)
    return [{ as: admin, params: { id: contact.id }, ids: spoken.flat(), small: true }]
  },
  'contacts.campaigns': async () => {
    const { id: companyId, admin } = await makeCompany()
    const number = someNumber()
    const contact = await makeContact(companyId, { number })
    const rows = await many(async i => {
      const campaign = await createCampaign(heavyCampaign(companyId, i))
      const recipient = newRecipient({ ...plannedRecipient(campaign, i), number })
      if (i % 3 > 0) await transact(planWrites([recipient]))
      return i % 3 > 0 ? [campaign] : []
    })
    return [{ as: admin, params: { id: contact.id }, ids: idsOf(rows.flat()), small: true }]
  },
  // The same end of the number behind every area code, as many as are looked at.
  'contacts.duplicates': async () => {
    const { id: companyId, admin } = await makeCompany()
    const rows = await many(i => makeContact(companyId, { name: `Maria ${i}`, number: `55${11 + i}987654321` }), 12)
    const [first, ...others] = rows
    return [{ as: admin, params: { id: first!.id }, ids: idsOf(others), small: true }]
  },
  'contacts.pairs': async () => {
    const { id: companyId, admin } = await makeCompany()
    const extraInfo = [{ name: 'nota', value: heavy(0) }]
    const rows = await many(i => makeContact(companyId, { name: `Maria ${i}`, extraInfo }))
    const [first, ...others] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const contact of others) await transact(pairWrites(first!, [{ contact, reasons: ['number'] }]))
    return [{ as: admin, ids: others.map(({ id }) => `${first!.id}#${id}`) }]
  },
  'tickets.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const queues = await many(() => makeQueue(companyId), 5)
    const agent = await makeUser(companyId, { queueIds: idsOf(queues) })
    const tag = await createTag(companyId, { name: 'VIP', color: '#123456', kanban: 0 })
    const rows = await many(async i => {
      const contact = { id: newId(), name: `Maria ${heavy(i)}`, number: someNumber(), picture: null, isGroup: false }
      const open = i % 2 === 1
      const ticket = await makeTicket(companyId, {
        contact,
        queue: queues[i % 5]!,
        ...(open ? { status: 'open', user: agent.user } : {}),
      })
      const { ticket: row } = await changeTicket(companyId, ticket, () => ({
        set: { tags: [tagRef(tag)], unreadMessages: i % 2 },
        extra: [...countTags(companyId, [], [tag.id]), ...relinkTags(companyId, ticket.id, [], [tag.id])],
      }))
      return row
    }, 2 * ROWS)
    const of = (status: string) => idsOf(rows.filter(row => row.status === status))
    const days = (at: (row: TicketRow) => number, name: string) =>
      Object.entries(Object.groupBy(rows, row => dayOf(new Date(at(row)).toISOString()))).map(([day, made]) => ({
        as: admin,
        query: { [name]: day },
        ids: idsOf(made ?? []),
      }))
    return [
      { as: admin, query: { status: 'open', showAll: 'true' }, ids: of('open') },
      { as: agent, query: { status: 'open' }, ids: of('open') },
      { as: admin, query: { status: 'pending' }, ids: of('pending') },
      { as: agent, query: { status: 'pending' }, ids: of('pending') },
      {
        as: agent,
        query: { status: 'pending', queueIds: JSON.stringify(idsOf(queues.slice(0, 5))) },
        ids: of('pending'),
      },
      ...[admin, agent].map(as => ({ as, query: { status: 'pending', order: 'waiting' }, ids: of('pending') })),
      { as: admin, query: { searchParam: 'maria' }, ids: idsOf(rows) },
      { as: admin, query: { tags: JSON.stringify([tag.id]) }, ids: idsOf(rows) },
      { as: admin, query: { users: JSON.stringify([agent.user.id]) }, ids: of('open') },
      { as: admin, query: { withUnreadMessages: 'true', searchParam: 'maria' }, ids: of('open') },
      ...days(row => row.createdAt, 'date'),
      ...days(row => row.updatedAt, 'updatedAt'),
    ]
  },
  'tags.kanban': async () => {
    const { id: companyId, admin } = await makeCompany()
    await createTag(companyId, { name: 'VIP', color: '#123456', kanban: 0 })
    return [{ as: admin, ids: idsOf(await tagged(companyId, 1)) }]
  },
  'kanban.board': async () => {
    const { id: companyId, admin } = await makeCompany()
    const queues = await many(() => makeQueue(companyId), 2)
    const agent = await makeUser(companyId, { queueIds: [queues[0]!.id] })
    const column = await createTag(companyId, { name: 'Proposta', color: '#123456', kanban: 1 })
    const rows = await many(async i => {
      const contact = { id: newId(), name: `Maria ${heavy(i)}`, number: someNumber(), picture: null, isGroup: false }
      const ticket = await makeTicket(companyId, { contact, queue: queues[i % 2]! })
      if (i % 4 > 1) return ticket
      const { ticket: row } = await changeTicket(companyId, ticket, () => ({
        set: { tags: [tagRef(column)] },
        extra: [...countTags(companyId, [], [column.id]), ...relinkTags(companyId, ticket.id, [], [column.id])],
      }))
      return row
    }, 4 * ROWS)
    const moved = rows.filter(({ tags }) => tags.length > 0)
    const free = rows.filter(({ tags }) => tags.length === 0)
    const ofFirst = (tickets: TicketRow[]) => idsOf(tickets.filter(({ queue }) => queue?.id === queues[0]!.id))
    return [
      { as: admin, query: { tagId: column.id }, ids: idsOf(moved) },
      { as: admin, query: { tagId: 'none' }, ids: idsOf(free) },
      { as: admin, query: { tagId: column.id, queueIds: JSON.stringify([queues[0]!.id]) }, ids: ofFirst(moved) },
      { as: agent, query: { tagId: 'none' }, ids: ofFirst(free) },
    ]
  },
  'ticketreport.reports': async () => {
    const { id: companyId, admin } = await makeCompany()
    const contact = () => ({ id: newId(), name: `Maria ${heavy(0)}`, number: someNumber(), picture: null })
    const rows = await many(i => makeTicket(companyId, { contact: { ...contact(), isGroup: i % 2 === 1 } }))
    const dateFrom = dayOf(new Date(Date.now() - 86_400_000).toISOString())
    return [
      { as: admin, query: { dateFrom, pageSize: '100' }, ids: idsOf(rows) },
      { as: admin, query: { dateFrom, searchParam: 'maria', pageSize: '9999999' }, ids: idsOf(rows) },
      { as: admin, query: { dateFrom, status: '["pending"]' }, ids: idsOf(rows) },
    ]
  },
  'botCalls.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ticket = await makeTicket(companyId)
    const given = { promptId: newId(), promptName: heavy(0), replyId: 'x', messageId: newId(), tool: 'set_tag' }
    const calls = await many(async i => {
      const asked = { asked: heavy(i), answered: heavy(i), ok: true, ms: 1, tokens: 1, cost: null }
      const { call, write } = botCallWrite(companyId, ticket.id, { ...given, ...asked })
      await transact([write])
      return call
    })
    return [{ as: admin, params: { ticketId: ticket.id }, ids: idsOf(calls) }]
  },
  'ticketNotes.mentionable': async () => {
    const { id: companyId, admin } = await makeCompany()
    const users = await many(() => makeUser(companyId))
    for (const { user } of users) await swell({ pk: `${companyId}#user`, sk: `user#${user.id}` }, 'name', heavy(0))
    return [
      { as: admin, params: { ticketId: (await makeTicket(companyId)).id }, ids: users.map(({ user }) => user.id) },
    ]
  },
  'notices.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const { id: ticketId } = await makeTicket(companyId)
    const given = { kind: 'mention' as const, ticketId, text: 'Olá' }
    const notices = await many(async i => {
      const by = { id: newId(), name: heavy(i) }
      const { notice, writes } = newNotice(companyId, { ...given, id: newId(), by }, [admin.user.id])
      await transact(writes)
      return notice
    })
    return [{ as: admin, ids: idsOf(notices) }]
  },
  'textDrafts.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids: string[] = []
    for (let i = 0; i < ROWS; i++) {
      const { id: ticketId } = await makeTicket(companyId)
      await saveTextDraft({ companyId, userId: admin.user.id, ticketId, kind: 'note' }, { text: heavy(i), version: 0 })
      ids.push(ticketId)
    }
    return [{ as: admin, ids }]
  },
  'ticketsLog.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ticket = await makeTicket(companyId)
    const first = (
      (await send('GET', `/tickets-log/${ticket.id}`, { as: admin })).raw as unknown as { id: string }[]
    ).map(({ id }) => id)
    const logs = await many(i =>
      addLog(companyId, ticket.id, { type: 'access', user: { id: admin.user.id, name: heavy(i) } }),
    )
    return [{ as: admin, params: { ticketId: ticket.id }, ids: [...first, ...idsOf(logs)] }]
  },
  'ticketNotes.list': async () => {
    const { companyId, admin, queue, contact, ticket, notes } = await noted()
    const agent = await makeUser(companyId, { queueIds: [queue.id] })
    const ofTicket = idsOf(notes.filter(note => note.ticketId === ticket.id))
    return [
      { as: admin, query: { ticketId: ticket.id }, ids: ofTicket, small: true },
      { as: admin, query: { contactId: contact.id }, ids: idsOf(notes) },
      { as: agent, query: { contactId: contact.id }, ids: ofTicket, small: true },
    ]
  },
  'messages.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const { ticket, ids } = await spokenIn(companyId)
    return [{ as: admin, params: { ticketId: ticket.id }, ids }]
  },
  'messages.search': async () => {
    const { id: companyId, admin } = await makeCompany()
    const spoken = await Promise.all([spokenIn(companyId), spokenIn(companyId)])
    await Promise.all(spoken.flatMap(({ ticket, ids }) => ids.map(id => indexMessage(companyId, ticket.id, id))))
    // Words of the heavy text, of which one leads nowhere else.
    return [{ as: admin, query: { searchParam: 'EEE éééé' }, ids: spoken.flatMap(({ ids }) => ids), small: true }]
  },
  'messages.find': async () => {
    const { id: companyId, admin } = await makeCompany()
    const { ticket, ids } = await spokenIn(companyId)
    await spokenIn(companyId)
    return [{ as: admin, params: { ticketId: ticket.id }, query: { searchParam: 'ééé' }, ids, small: true }]
  },
  'external.messages': async () => {
    const { id: companyId } = await makeCompany()
    const { ticket, ids } = await spokenIn(companyId)
    const authorizer = { companyId, connectionId: ticket.whatsapp.id }
    return [{ authorizer, query: { ticketId: ticket.id }, ids: ids.toReversed() }]
  },
  'apiTokens.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const fields = { name: 'Loja virtual', scopes: API_SCOPES, sandbox: false, until: null }
    const made = await many(() => createApiToken(companyId, admin.user, fields), MAX_API_TOKENS)
    const ids = idsOf(made.map(({ row }) => row))
      .sort()
      .reverse()
    return [
      { as: admin, ids, small: true },
      { as: admin, query: { searchParam: 'VIRT' }, ids, small: true },
    ]
  },
  'fields.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await defined(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'campo' }, ids },
    ]
  },
  'fields.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await defined(companyId)) }]
  },
  'goals.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await aimed(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'meta' }, ids },
    ]
  },
  'goals.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await aimed(companyId)) }]
  },
  'rules.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await ruled(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'regra' }, ids },
    ]
  },
  'rules.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await ruled(companyId)) }]
  },
  'webhooks.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await hooked(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'sistema' }, ids },
    ]
  },
  'webhooks.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await hooked(companyId)) }]
  },
  'queueIntegration.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const ids = idsOf(await integrated(companyId))
    return [
      { as: admin, ids },
      { as: admin, query: { searchParam: 'robo' }, ids },
    ]
  },
  'queueIntegration.listAll': async () => {
    const { id: companyId, admin } = await makeCompany()
    return [{ as: admin, ids: idsOf(await integrated(companyId)) }]
  },
  'audit.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = { id: admin.user.id, name: admin.user.name }
    const ids = await many(async i => {
      const id = newId()
      await recordAudit(companyId, { action: i % 2 ? 'queue.delete' : 'session.signIn', name: `Fila ${i}`, user }, id)
      return id
    })
    return [
      { as: admin, ids, small: true as const },
      { as: admin, query: { subject: 'queue' }, ids: ids.filter((_, i) => i % 2), small: true as const },
      {
        as: admin,
        query: { searchParam: 'fila 1' },
        ids: ids.filter((_, i) => `${i}`[0] === '1'),
        small: true as const,
      },
    ]
  },
  'deliveries.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const targetId = newId()
    const rows = await many(async i => {
      const { row, writes } = newWebhookDelivery(companyId, {
        target: 'webhook',
        targetId,
        event: 'ping',
        body: heavy(i),
      })
      await transact(writes.slice(0, 1))
      return row
    })
    return [{ as: admin, query: { targetId }, ids: idsOf(rows), small: true as const }]
  },
  'chats.list': async () => {
    const { id: companyId, admin } = await makeCompany()
    const [owner, { user: other }] = [refOf(admin), await makeUser(companyId)]
    const rows = await many(i => createChat(companyId, { title: `Conversa ${i}`, owner, others: [other] }))
    for (const { id } of rows) await swell(chatKey(companyId, id), 'lastText', heavy(0))
    return [
      { as: admin, ids: idsOf(rows) },
      { as: admin, query: { searchParam: 'CONVERSA' }, ids: idsOf(rows) },
    ]
  },
  'chats.messages': async () => {
    const { id: companyId, admin } = await makeCompany()
    const user = refOf(admin)
    const { id } = await createChat(companyId, { title: 'Conversa', owner: user, others: [] })
    const ids: string[] = []
    for (let i = 0; i < ROWS; i++) {
      const { message } = await storeChatMessage(companyId, id, { user, text: heavy(i), media: null, clientId: null })
      ids.push(message.id)
    }
    return [{ as: admin, params: { id }, ids }]
  },
}

/** A ticket in which a contact said much. */
async function spokenIn(companyId: string, into?: TicketRow, count = ROWS, file?: string) {
  const ticket = into ?? (await makeTicket(companyId))
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const whatsappMessageId = newId()
    const id = await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now() + i)
    const stored = await storeMessage(ticket, {
      id,
      connectionId: ticket.whatsapp.id,
      whatsappMessageId,
      body: heavyWord(i),
      fromMe: false,
      mediaType: 'chat',
      origin: 'contact',
      ...(file ? { media: { key: `${file}/${i}`, kind: 'application' as const, mimetype: 'application/pdf' } } : {}),
    })
    if (stored.outcome === 'stored') ids.push(id)
  }
  return { ticket, ids }
}

const defined = (companyId: string) =>
  many(async i => {
    const given = { name: `Campo ${i}`, on: 'contact', type: 'text', choices: [] } as const
    const row = await createRow(companyId, CUSTOM_FIELDS, newRow<CustomField>({ ...given, choices: [] }))
    await swell(rowKey(companyId, 'field', row.id), 'name', `Campo ${heavy(i)}`)
    return row
  })

const aimed = (companyId: string) =>
  many(async i => {
    const given = { name: `Meta ${i}`, queueId: null, priority: null, firstAnswerMinutes: 5, resolutionMinutes: null }
    const row = await createRow(companyId, GOALS, newRow<Goal>(given))
    await swell(rowKey(companyId, 'goal', row.id), 'name', `Meta ${heavy(i)}`)
    return row
  })

const ruled = (companyId: string) =>
  many(async i => {
    const given = { name: `Regra ${i}`, event: 'ticket.closed', match: 'all', active: false, order: 0 } as const
    const row = await createRow(companyId, RULES, newRow<RuleRow>({ ...given, conditions: [], actions: [] }))
    await swell(rowKey(companyId, 'rule', row.id), 'name', `Regra ${heavy(i)}`)
    return row
  })

const hooked = (companyId: string) =>
  many(async i => {
    const address = { name: `Sistema ${i}`, url: 'https://sistema.example/', events: [], active: true, secret: '' }
    const given = { ...address, failures: 0, down: null }
    const row = await createRow(companyId, WEBHOOKS, newRow<WebhookRow>(given))
    await swell(rowKey(companyId, 'webhook', row.id), 'url', `https://sistema.example/${heavy(i)}`)
    return row
  })

const integrated = (companyId: string) =>
  many(async i => {
    const row = await createRow(
      companyId,
      INTEGRATIONS,
      newRow<IntegrationRow>({
        ...{ type: 'webhook', name: `Robô ${i}`, projectName: '', jsonContent: '', secret: '', language: 'pt-BR' },
        ...{ urlN8N: '', typebotDelayMessage: 0, typebotExpires: 0, typebotKeywordFinish: '', typebotSlug: '' },
        ...{ typebotKeywordRestart: '', typebotRestartMessage: '', typebotUnknownMessage: '' },
      }),
    )
    await swell(rowKey(companyId, 'queueIntegration', row.id), 'urlN8N', `https://sistema.example/${heavy(i)}`)
    return row
  })

const refOf = ({ user: { id, name } }: TestUser) => ({ id, name })

/**
 * Hundreds of megabytes, some of them of the installation: a table of its own keeps them out of
 * every other test's way.
 */
let dropTable = async () => {}
beforeAll(async () => {
  dropTable = await openOwnTable()
}, TIMEOUT.timeout)
afterAll(() => dropTable(), TIMEOUT.timeout)

const filled = new Map<string, Promise<Filled[]>>()
/** The rows of a list, written once. */
function fill(name: string): Promise<Filled[]> {
  const filler = FILLERS[name]
  if (!filler) throw new Error(`${name} has no rows in this test`)
  const known = filled.get(name)
  if (known) return known
  // One test fills at a time.
  weight = isLikeZones(name) ? 400 : HEAVY
  const rows = filler().then(given =>
    isLikeZones(name) ? given.map(each => ({ ...each, small: true as const })) : given,
  )
  filled.set(name, rows)
  return rows
}

type Body = { hasMore: boolean; nextCursor: string | null } & Record<string, Row[]>
type Row = { id?: string; key?: string; ticketId?: string }

const pathOf = (route: Route, params: Record<string, string> = {}): string =>
  route.path.replace(/\{(\w+)\}/g, (_, variable: string) => params[variable]!)

async function ask(route: Route, { as, authorizer, params, query }: Filled, further: Record<string, string>) {
  const answer = await send('GET', pathOf(route, params), {
    as,
    ...(authorizer && { authorizer }),
    query: { ...query, ...further },
  })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  const bytes = Buffer.byteLength(JSON.stringify(answer.raw))
  expect(bytes).toBeLessThan(MAX_BYTES)
  return { answer, bytes, body: answer.body as Body }
}

const idOf = (row: Row): string => row.id ?? row.key ?? row.ticketId ?? ''

/**
 * Pages that end where an answer is full; of the first way to ask also such that end before, where
 * page numbers do not ask for those.
 */
const limitsOf = (i: number, route: Route): number[] =>
  i === 0 && !byNumber.some(([, each]) => each === route) ? [100, 15] : [100]

/** All rows, by the cursors the answers name. */
async function walk(route: Route, given: Filled, limit: Record<string, string>) {
  const ids: string[] = []
  let bytes = 0
  for (let further = limit; ; ) {
    const { answer, body, bytes: more } = await ask(route, given, further)
    bytes += more
    ids.push(...(isPlainList(route) ? (answer.raw as unknown as Row[]) : body[rowsField(route)!]!).map(idOf))
    expect(ids.length).toBeLessThan(2000)
    const cursor = isPlainList(route) ? nextOf(answer.headers.link) : body.nextCursor
    if (!isPlainList(route)) expect(body.hasMore).toBe(cursor !== null)
    if (cursor === null) return { ids, bytes }
    further = { ...limit, cursor }
  }
}

/** The cursor in `Link: <?…&cursor=…>; rel="next"`. */
function nextOf(link: string | undefined): string | null {
  if (link === undefined) return null
  const [, address] = /^<(\?[^>]+)>; rel="next"$/.exec(link) ?? []
  return new URLSearchParams(address).get('cursor')
}

/** All rows, page by page. */
async function leaf(route: Route, given: Filled, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { body } = await ask(route, given, { limit: String(limit), pageNumber: String(pageNumber) })
    ids.push(...body[rowsField(route)!]!.map(idOf))
    if (!body.hasMore) return ids
  }
}

function expectAll(ids: string[], given: Filled): void {
  const seen = given.others ? ids.filter(id => given.ids.includes(id)) : ids
  expect(seen.toSorted()).toEqual(given.ids.toSorted())
}

describe('the lists of the API', () => {
  it('are found by the shape of what they answer', () => {
    const names = named.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['tickets.list', 'messages.list', 'contacts.list', 'queue.list']))
    expect(names).not.toEqual(expect.arrayContaining(['whatsapp.get', 'companies.get', 'contact.check']))
    expect(byNumber.length).toBeGreaterThan(3)
  })

  it('all have rows in this test, and nothing else has', () => {
    expect(Object.keys(FILLERS).sort()).toEqual(named.map(([name]) => name).sort())
  })
})

describe('rows that fill pages of the table', () => {
  it.each(named)('%s shows each once by its cursors', TIMEOUT, async (name, route) => {
    const paged = route.query instanceof z.ZodObject && 'limit' in route.query.shape
    for (const [i, given] of (await fill(name)).entries()) {
      const limits = paged ? limitsOf(i, route).map(limit => ({ limit: String(limit) })) : [{}]
      for (const limit of limits) {
        const { ids, bytes } = await walk(route, given, limit as Record<string, string>)
        expectAll(ids, given)
        if (!given.small) expect(bytes).toBeGreaterThan(MAX_BYTES)
      }
    }
  })

  it.each(byNumber)('%s shows each once by page number', TIMEOUT, async (name, route) => {
    // Each page is reached over those before it, by what the cursors go by too: of one way to ask,
    // it is shown for all.
    const [given] = await fill(name)
    expectAll(await leaf(route, given!, 15), given!)
  })
})

describe('pages by number', () => {
  it.each(byNumber)(
    `%s has them up to row ${PAGED_ROWS}, and names the cursor for the others`,
    TIMEOUT,
    async (name, route) => {
      const [given] = await fill(name)
      const page = (pageNumber: number, limit: number) =>
        send('GET', pathOf(route, given!.params), {
          as: given!.as,
          ...(given!.authorizer && { authorizer: given!.authorizer }),
          query: { ...given!.query, pageNumber, limit },
        })
      for (const [pageNumber, limit] of [
        [PAGED_ROWS / 100, 100],
        [PAGED_ROWS, 1],
      ] as const) {
        const last = await page(pageNumber, limit)
        expect([last.status, (last.body as Body).hasMore, (last.body as Body)[rowsField(route)!]]).toEqual([
          200,
          false,
          [],
        ])
      }
      for (const [pageNumber, limit] of [
        [PAGED_ROWS / 100 + 1, 100],
        [PAGED_ROWS + 1, 1],
        [1000, 100],
        [1e15, 20],
      ] as const) {
        const beyond = await page(pageNumber, limit)
        expect([beyond.status, beyond.error]).toEqual([400, 'ERR_VALIDATION'])
        expect(beyond.details).toMatchObject([{ path: 'pageNumber', message: expect.stringContaining('cursor') }])
      }
    },
  )
})
