/** A whole sale by an AI agent, message by message, against the simulator of its model. */
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { beforeEach, expect, it } from 'vitest'
import { type AgentFixture, makeAgent } from '../../../test/agent-fixture.ts'
import { call } from '../../../test/harness.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { makeStore, openShop, type Shop, sell, stockOf } from '../../../test/shop.ts'
import { useSimulators } from '../../../test/use-simulators.ts'
import type { ProductStoreRow } from '../../data/catalog/product-store.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { findByDocument } from '../../data/customers/customer.ts'
import { PORTFOLIOS } from '../../data/customers/portfolio.ts'
import { keepZipPlace } from '../../data/customers/zip-place.ts'
import { requireBudget } from '../../data/orders/budget.ts'
import { createZoneDetail, ZONES } from '../../data/orders/zone.ts'
import { createRow, everyRow, newRow } from '../../data/table/small-list.ts'
import { readDraft } from '../../data/tickets/draft-row.ts'
import { runBotReply } from '../run-bot-reply.ts'

const { sim } = await useSimulators()

type Message = { role: string; content: string | null }
type Reply = string | { toolCalls: { name: string; arguments: object }[] }

let agent: AgentFixture
let shop: Shop
let cake: ProductStoreRow
let tea: ProductStoreRow
beforeEach(async () => {
  await sim('POST', 'bots/openai', {})
  await sim('DELETE', 'bots/openai/calls')
  agent = await makeAgent({
    tools: { catalogue: true, cart: true, delivery: true, coupon: true, customer: true, orderStatus: true },
    mayFinishOrders: true,
    finishLimit: 500,
  })
  const store = await makeStore(agent.companyId, { keyPix: 'loja@example.com' })
  shop = { ...(await openShop(agent.company)), store }
  await call(prompts.update, { as: agent.company.admin, params: { id: agent.prompt.id }, body: { storeId: store.id } })
  cake = await sell(shop, { name: 'Bolo de cenoura', sellingPrice: 30, stock: 3 })
  tea = await sell(shop, { name: 'Chá', sellingPrice: 8, stock: 10 })
})

const tool = (name: string, given: object): Reply => ({ toolCalls: [{ name, arguments: given }] })

/** Has the contact write, and the model do this; answers what the tools told the model. */
async function exchange(body: string, ...replies: Reply[]): Promise<Record<string, unknown>[]> {
  await sim('POST', 'bots/openai', { replies })
  await sim('DELETE', 'bots/openai/calls')
  const ticket = await agent.write({ body })
  await runBotReply({ companyId: agent.companyId, ticketId: ticket.id })
  const asked = await sim<{ body: string }[]>('GET', 'bots/openai/calls')
  const messages: Message[] = JSON.parse(asked.at(-1)?.body ?? '{"messages":[]}').messages
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(content!))
}

const instructed = async (): Promise<string> => {
  const asked = await sim<{ body: string }[]>('GET', 'bots/openai/calls')
  return JSON.parse(asked[0]!.body).messages[0].content
}

it('finds, fills the cart, quotes, refuses a coupon, registers, sells by Pix, and the stock falls', async () => {
  const { companyId } = agent
  await saveSetting(companyId, 'deliveryMethods', 'byZone')
  const { id: zoneId } = await createRow(companyId, ZONES, newRow({ name: 'Centro', isActive: true }))
  await createZoneDetail(companyId, { zoneId, city: 'Canoas', neighborhood: '', rate: 7.5, isActive: true })
  const zipCode = `96${String(Date.now() % 1e6).padStart(6, '0')}`
  const where = { address: 'Rua Augusta', neighborhood: 'Centro', city: 'Canoas', state: 'RS' }
  await keepZipPlace({ zipCode, ...where, latitude: null, longitude: null }, 3600)

  const [found] = await exchange('Tem bolo?', tool('search_products', { query: 'bolo' }), 'Tem, por R$ 30,00.')
  expect(found).toMatchObject({ ok: true, products: [{ productId: cake.productId, price: 'R$ 30,00', stock: 3 }] })

  const add = ({ productId }: ProductStoreRow, amount: number) => ({
    name: 'add_to_cart',
    arguments: { productId, amount },
  })
  const added = await exchange('Quero dois e um chá', { toolCalls: [add(cake, 2), add(tea, 1)] }, 'Pronto: R$ 68,00.')
  expect(added.at(-1)).toMatchObject({ ok: true, cart: { total: 'R$ 68,00' } })
  expect(await instructed()).toContain(shop.pix)

  const [quoted] = await exchange(
    `Meu CEP é ${zipCode}, número 12`,
    tool('quote_delivery', { zipCode, number: '12' }),
    'O frete é R$ 7,50.',
  )
  expect(quoted).toMatchObject({ freight: 'R$ 7,50', totalWithFreight: 'R$ 75,50' })
  // The next reply knows the cart, though the answers of tools are gone.
  expect(await instructed()).toMatch(/Carrinho agora: .*"Bolo de cenoura","amount":2/)

  const [coupon] = await exchange(
    'Tenho o cupom NATAL',
    tool('apply_coupon', { name: 'NATAL' }),
    'Este cupom não existe.',
  )
  expect(coupon).toMatchObject({ error: 'ERR_NO_COUPON_FOUND' })

  const document = newCpf()
  const register = tool('register_customer', { document, fullName: 'Joana Prado', email: 'joana@example.com' })
  const [consent] = await exchange(`CPF ${document}, Joana Prado`, register, 'Posso guardar os seus dados?')
  expect(consent).toMatchObject({ error: 'consent_needed' })
  const [registered] = await exchange('Pode', register, 'Obrigado, Joana.')
  expect(registered).toEqual({ ok: true, firstName: 'Joana' })

  const [sold] = await exchange(
    'Pode fechar, pago por Pix',
    tool('finish_order', { delivery: 'entrega', paymentId: shop.pix }),
    'Pedido feito: R$ 75,50.',
  )
  expect(sold).toMatchObject({ ok: true, number: 1, total: 'R$ 75,50' })
  const [order] = (await call(budgets.list, { as: shop.admin, query: {} })).body.budGets
  expect(order).toMatchObject({ total: 75.5, freight: 7.5, user: { id: agent.prompt.id, name: agent.prompt.name } })
  expect(order!.customer.id).toBe((await findByDocument(companyId, document))!.id)
  expect([await stockOf(shop, cake), await stockOf(shop, tea)]).toEqual([1, 9])
  expect((await agent.talk()).slice(-3)).toEqual([
    expect.stringMatching(/^machine: \*Pedido nº 1\*[\s\S]*CEP /),
    expect.stringMatching(/^machine: 000201/),
    'machine: Pedido feito: R$ 75,50.',
  ])
  expect((await requireBudget(companyId, order!.id)).steps).toMatchObject([
    { type: 'sent', user: { id: agent.prompt.id, name: agent.prompt.name } },
  ])

  const [status] = await exchange('E o meu pedido?', tool('order_status', { number: 1 }), 'Foi recebido.')
  expect(status).toMatchObject({ ok: true, status: 'recebido', total: 'R$ 75,50' })
  expect((await everyRow(companyId, PORTFOLIOS)).length).toBe(1)
})

it('tells of the order it made, though its model fails before it answers', async () => {
  const ticket = await agent.write({ body: 'Um chá' })
  await changeContact(agent.companyId, ticket.contact.id, { customerId: shop.customer.id })
  await exchange('Quero um chá', tool('add_to_cart', { productId: tea.productId, amount: 1 }), 'Pronto.')
  const given = { delivery: 'retirada', paymentId: shop.pix }
  await exchange('Pode fechar', tool('finish_order', given), '')
  const told = (await agent.talk()).slice(-2)
  expect(told).toEqual([expect.stringMatching(/^machine: \*Pedido nº 1\*/), expect.stringMatching(/^machine: 000201/)])
  expect(await agent.notes()).toEqual([expect.stringMatching(/não pôde ser usado/)])
  expect(await stockOf(shop, tea)).toBe(9)
})

it('hands the cart to the attendant who takes over, who goes on with it', async () => {
  await exchange('Quero um chá', tool('add_to_cart', { productId: tea.productId, amount: 1 }), 'Pronto.')
  const { id } = await agent.ticket()
  const as = agent.company.admin
  await call(tickets.update, { as, params: { id }, body: { status: 'open', userId: as.user.id } })
  await exchange('Mais um', tool('add_to_cart', { productId: tea.productId, amount: 1 }), 'Pronto.')
  expect(await readDraft(agent.companyId, id, true)).toMatchObject({ itens: [{ name: 'Chá', amount: 1 }] })
})

it('a second reply of the same message adds nothing twice', async () => {
  await exchange('Quero um chá', tool('add_to_cart', { productId: tea.productId, amount: 1 }), 'Pronto.')
  const { id } = await agent.ticket()
  await runBotReply({ companyId: agent.companyId, ticketId: id })
  expect(await readDraft(agent.companyId, id, true)).toMatchObject({ itens: [{ amount: 1 }] })
})
