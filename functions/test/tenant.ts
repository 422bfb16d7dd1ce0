import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { pushDevices } from '@balcao/shared/api/account/push-devices.ts'
import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { promptCases, promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { apiTokens } from '@balcao/shared/api/company/api-tokens.ts'
import { fields } from '@balcao/shared/api/company/fields.ts'
import { goals } from '@balcao/shared/api/company/goals.ts'
import { holidays } from '@balcao/shared/api/company/holidays.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { chats } from '@balcao/shared/api/content/chats.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import { paymentDetails, payments } from '@balcao/shared/api/orders/payments.ts'
import { rates } from '@balcao/shared/api/orders/rates.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { zoneDetails, zones } from '@balcao/shared/api/orders/zones.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { views } from '@balcao/shared/api/tickets/views.ts'
import type { Help } from '@balcao/shared/entities/help.ts'
import { DEFAULT_PREFERENCES } from '@balcao/shared/entities/preferences.ts'
import { newId } from '@balcao/shared/ids.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { saveSetting } from '../src/data/company/setting.ts'
import { ANNOUNCEMENTS, type AnnouncementRow } from '../src/data/content/announcement.ts'
import { HELPS } from '../src/data/content/help.ts'
import { DATA_IMPORTS } from '../src/data/imports/data-import.ts'
import { newJob } from '../src/data/jobs/job.ts'
import { createRow, newRow } from '../src/data/table/small-list.ts'
import { transact } from '../src/data/table/transact.ts'
import { cloudNumber } from './cloud-number.ts'
import { type Answer, call, makePlan, makeQueue, makeUser, makeWhatsapp, type TestCompany } from './harness.ts'
import { makePromptRun } from './make-prompt-run.ts'
import { makeTemplate } from './make-template.ts'
import { newCpf } from './new-cpf.ts'
import { newDataImport } from './new-data-import.ts'
import { newSubscription } from './new-subscription.ts'
import { someNumber } from './some-number.ts'

/** A company with one of everything that has an id. */
export type Tenant = {
  company: TestCompany
  ids: Record<
    | 'company'
    | 'plan'
    | 'user'
    | 'invitation'
    | 'queue'
    | 'queueOption'
    | 'holiday'
    | 'paymentNotice'
    | 'whatsapp'
    | 'cloudWhatsapp'
    | 'template'
    | 'contact'
    | 'contactNumber'
    | 'ticket'
    | 'message'
    | 'note'
    | 'tag'
    | 'quickMessage'
    | 'macro'
    | 'view'
    | 'zone'
    | 'zoneDetail'
    | 'typePayment'
    | 'payment'
    | 'paymentDetail'
    | 'statusBudGet'
    | 'store'
    | 'category'
    | 'product'
    | 'productStore'
    | 'coupon'
    | 'rate'
    | 'budget'
    | 'contract'
    | 'contactList'
    | 'contactListItem'
    | 'campaign'
    | 'schedule'
    | 'announcement'
    | 'file'
    | 'prompt'
    | 'promptVersion'
    | 'promptCase'
    | 'promptRun'
    | 'knowledge'
    | 'dataImport'
    | 'help'
    | 'chat'
    | 'webhook'
    | 'rule'
    | 'goal'
    | 'apiToken'
    | 'field'
    | 'queueIntegration'
    | 'delivery'
    | 'job'
    | 'lane'
    | 'portfolio'
    | 'customer'
    | 'document'
    | 'customerAddress'
    | 'pushDevice',
    string
  >
}

let days = 0
/** A calendar day, another one each time. */
export const newDate = (): string => new Date(Date.UTC(2030, 0, 1 + days++)).toISOString().slice(0, 10)

function made<T>({ status, body, raw }: Answer<T>): T {
  if (status !== 201) throw new Error(JSON.stringify(raw))
  return body
}

/** A job that waits for its worker. */
async function makeJob({ id: companyId, admin }: TestCompany): Promise<string> {
  const user = { id: admin.user.id, name: admin.user.name }
  const { job, writes } = newJob(companyId, {
    kind: 'contactsExport',
    user,
    state: { from: null, parts: [], read: false },
  })
  await transact(writes)
  return job.id
}

/** Creates an announcement of the installation, as a super user would. */
async function makeAnnouncement(): Promise<string> {
  const fields = { title: 'Novidade', text: 'Agora há campanhas', priority: 3, status: true, media: null } as const
  return (await createRow(SYSTEM, ANNOUNCEMENTS, newRow<AnnouncementRow>(fields))).id
}

async function makeHelp(): Promise<string> {
  const fields = { title: `Vídeo ${crypto.randomUUID()}`, description: '', video: 'dQw4w9WgXcQ' }
  return (await createRow(SYSTEM, HELPS, newRow<Help>(fields))).id
}

export async function makeTenant(company: TestCompany): Promise<Tenant> {
  const as = company.admin
  const [queue, { user }, whatsapp] = [
    await makeQueue(company.id),
    await makeUser(company.id),
    await makeWhatsapp(company.id, { status: 'DISCONNECTED' }),
  ]
  const businessAccountId = `9${Math.floor(1e14 + Math.random() * 8e14)}`
  const cloudWhatsapp = await makeWhatsapp(company.id, cloudNumber(businessAccountId))
  const template = await makeTemplate(company.id, businessAccountId)
  const number = someNumber()
  const contact = made(await call(contacts.create, { as, body: { name: 'Cliente', number } }))
  const ticket = made(
    await call(tickets.create, { as, body: { contactId: contact.id, queueId: queue.id, whatsappId: whatsapp.id } }),
  )
  const sent = made(await call(messages.create, { as, params: { ticketId: ticket.id }, body: { body: 'Olá' } }))
  const note = made(
    await call(ticketNotes.create, { as, body: { note: 'Nota', ticketId: ticket.id, contactId: contact.id } }),
  )
  const tag = made(await call(tags.create, { as, body: { name: `Cliente ${crypto.randomUUID().slice(0, 8)}` } }))
  const shortcode = crypto.randomUUID().slice(0, 8)
  const quickMessage = made(await call(quickMessages.create, { as, body: { shortcode, message: 'Olá' } }))
  const actions = [{ type: 'tag' as const, tagId: tag.id }]
  const view = made(await call(views.create, { as, body: { name: 'Com a tag', filter: { tags: [tag.id] } } }))
  const macro = made(await call(macros.create, { as, body: { name: 'Triagem', shared: true, actions } }))
  const column = made(
    await call(tags.create, { as, body: { name: `Coluna ${crypto.randomUUID().slice(0, 8)}`, kanban: 1 } }),
  )
  const zone = made(await call(zones.create, { as, body: { name: `Zona ${crypto.randomUUID().slice(0, 8)}` } }))
  const place = made(await call(zoneDetails.create, { as, body: { zoneId: zone.id, city: 'Osasco', rate: 10 } }))
  const typePayment = TYPE_PAYMENTS.find(type => type.installments)!.id
  const payment = made(
    await call(payments.create, {
      as,
      body: { name: `Cartão ${crypto.randomUUID().slice(0, 8)}`, typePaymentId: typePayment },
    }),
  )
  const instalments = made(
    await call(paymentDetails.create, { as, body: { paymentId: payment.id, minimumValue: 100, installments: 3 } }),
  )
  const status = made(
    await call(statusBudgets.create, { as, body: { name: `Status ${crypto.randomUUID().slice(0, 8)}` } }),
  )
  const store = made(
    await call(stores.create, {
      as,
      body: { name: `Loja ${crypto.randomUUID().slice(0, 8)}`, keyPix: 'loja@example.com' },
    }),
  )
  const category = made(await call(categories.create, { as, body: { name: crypto.randomUUID().slice(0, 8) } }))
  const product = made(await call(products.create, { as, body: { name: 'Camiseta', categoryId: category.id } }))
  const price = { stock: 5000, costPrice: 10, sellingPrice: 20, promotionPrice: 0 }
  const sold = made(
    await call(productStores.create, { as, body: { storeId: store.id, productId: product.id, ...price } }),
  )
  const coupon = made(
    await call(coupons.create, {
      as,
      body: {
        name: `Cupom ${crypto.randomUUID().slice(0, 8)}`,
        type: 'fixed',
        value: 10,
        startAt: new Date().toISOString(),
      },
    }),
  )
  const portfolio = made(
    await call(portfolios.create, { as, body: { name: crypto.randomUUID().slice(0, 8), userId: user.id } }),
  )
  const buyer = { document: newCpf(), fullName: 'Maria da Silva', email: 'maria@example.com' }
  const customer = made(await call(customers.create, { as, body: { ...buyer, portfolioId: portfolio.id } }))
  const home = { name: 'Casa', zipCode: '01001000', address: 'Praça da Sé', number: '1' }
  const there = { neighborhood: 'Sé', city: 'São Paulo', state: 'SP' }
  const address = made(
    await call(customerAddresses.create, { as, body: { customerId: customer.id, ...home, ...there } }),
  )
  // The company's delivery method, which the calls make rates for.
  await saveSetting(company.id, 'deliveryMethods', 'byValue')
  const rate = made(await call(rates.create, { as, body: { storeId: store.id, minimumValue: 100, value: 10 } }))
  const order = made(
    await call(budgets.create, {
      as,
      body: {
        storeId: store.id,
        customerId: customer.id,
        ticketId: ticket.id,
        itens: [{ productId: product.id, amount: 1 }],
        typeDelivery: 'retirada',
        payments: [{ method: payment.id, value: 20 }],
      },
    }),
  )
  const contract = made(
    await call(contracts.create, {
      as,
      body: {
        number: crypto.randomUUID(),
        customerId: customer.id,
        type: 'Anual',
        value: 1200,
        startAt: '2030-01-01',
        expiresAt: '2030-12-31',
      },
    }),
  )
  const list = made(await call(contactLists.create, { as, body: { name: `Lista ${crypto.randomUUID().slice(0, 8)}` } }))
  const listed = made(
    await call(contactListItems.create, { as, body: { contactListId: list.id, name: 'Cliente', number } }),
  )
  const campaign = made(
    await call(campaigns.create, {
      as,
      body: { name: 'Natal', message1: 'Olá', whatsappId: whatsapp.id, contactListId: list.id },
    }),
  )
  const option = made(await call(queueOptions.create, { as, body: { queueId: queue.id, title: 'Boletos' } }))
  const invitation = made(
    await call(invitations.create, { as, body: { name: 'Convidada', email: `${crypto.randomUUID()}@example.com` } }),
  )
  await call(preferences.save, { as, body: { ...DEFAULT_PREFERENCES, pinned: [ticket.id], version: 0 } })
  const device = made(await call(pushDevices.add, { as, body: { ...newSubscription().given, language: 'pt' } }))
  const holiday = made(await call(holidays.create, { as, body: { date: newDate(), name: 'Natal' } }))
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const schedule = made(
    await call(schedules.create, {
      as,
      body: { contactId: contact.id, body: 'Até amanhã', sendAt, whatsappId: whatsapp.id },
    }),
  )
  const file = made(
    await call(files.create, { as, body: { name: crypto.randomUUID().slice(0, 8), message: 'Para novos clientes' } }),
  )
  const prompt = made(
    await call(prompts.create, {
      as,
      body: {
        name: crypto.randomUUID().slice(0, 8),
        prompt: 'Você atende os clientes da loja, com frases curtas e educadas.',
        apiKey: 'sk-balcao-test-0001',
        queueId: queue.id,
      },
    }),
  )
  const version = made(await call(promptVersions.create, { as, params: { id: prompt.id }, body: { temperature: 0 } }))
  const testCase = made(
    await call(promptCases.create, { as, params: { id: prompt.id }, body: { name: 'Frete', messages: ['Quanto é?'] } }),
  )
  const document = made(
    await call(knowledge.create, {
      as,
      body: { name: crypto.randomUUID().slice(0, 8), text: 'Trocas em até 7 dias.' },
    }),
  )
  const dataImport = await createRow(as.user.companyId, DATA_IMPORTS, newDataImport())
  const chat = made(await call(chats.create, { as, body: { title: 'Equipe', users: [user.id] } }))
  // A company has five at most, and may be asked for another tenant's worth of everything.
  for (const { id } of (await call(webhooks.listAll, { as })).body) await call(webhooks.remove, { as, params: { id } })
  const webhook = made(
    await call(webhooks.create, {
      as,
      body: { name: crypto.randomUUID().slice(0, 8), url: 'https://sistema.example/', events: ['ticket.opened'] },
    }),
  )
  // A company has twenty at most, and may be asked for another tenant's worth of everything.
  for (const { id } of (await call(apiTokens.list, { as, query: { limit: 20 } })).body.apiTokens)
    await call(apiTokens.remove, { as, params: { id } })
  const apiToken = made(await call(apiTokens.create, { as, body: { name: 'Loja virtual', scopes: ['contacts:read'] } }))
  const field = made(
    await call(fields.create, { as, body: { name: crypto.randomUUID(), on: 'contact', type: 'text' } }),
  )
  const goal = made(
    await call(goals.create, { as, body: { name: crypto.randomUUID().slice(0, 8), firstAnswerMinutes: 15 } }),
  )
  const rule = made(
    await call(rules.create, {
      as,
      body: {
        name: crypto.randomUUID().slice(0, 8),
        event: 'ticket.closed',
        actions: [{ type: 'note', text: 'Encerrado' }],
      },
    }),
  )
  const integration = made(
    await call(queueIntegration.create, {
      as,
      body: { type: 'webhook', name: crypto.randomUUID().slice(0, 8), urlN8N: 'https://sistema.example/' },
    }),
  )
  const { body: delivery } = await call(webhooks.test, { as, params: { id: webhook.id } })
  return {
    company,
    ids: {
      company: company.id,
      plan: (await makePlan()).id,
      user: user.id,
      queue: queue.id,
      queueOption: option.id,
      prompt: prompt.id,
      promptVersion: version.id,
      promptCase: testCase.id,
      promptRun: await makePromptRun(company, prompt.id, version, testCase),
      dataImport: dataImport.id,
      knowledge: document.id,
      invitation: invitation.id,
      holiday: holiday.id,
      // Whatever it names, it is gone afterwards.
      paymentNotice: newId(),
      whatsapp: whatsapp.id,
      cloudWhatsapp: cloudWhatsapp.id,
      template: template.id,
      contact: contact.id,
      contactNumber: number,
      ticket: ticket.id,
      message: sent.messages[0]!.id,
      note: note.id,
      tag: tag.id,
      quickMessage: quickMessage.id,
      macro: macro.id,
      view: view.id,
      lane: column.id,
      zone: zone.id,
      zoneDetail: place.id,
      typePayment,
      payment: payment.id,
      paymentDetail: instalments.id,
      statusBudGet: status.id,
      store: store.id,
      category: category.id,
      product: product.id,
      productStore: sold.id,
      coupon: coupon.id,
      rate: rate.id,
      budget: order.id,
      contract: contract.id,
      contactList: list.id,
      contactListItem: listed.id,
      campaign: campaign.id,
      portfolio: portfolio.id,
      customer: customer.id,
      document: customer.document,
      customerAddress: address.id,
      schedule: schedule.id,
      announcement: await makeAnnouncement(),
      file: file.id,
      help: await makeHelp(),
      chat: chat.id,
      webhook: webhook.id,
      rule: rule.id,
      goal: goal.id,
      apiToken: apiToken.id,
      field: field.id,
      queueIntegration: integration.id,
      delivery: delivery.id,
      job: await makeJob(company),
      pushDevice: device.id,
    },
  }
}
