/**
 * An agent that is killed while it makes an order: there is one, its stock is taken once, and its
 * customer reads of it once.
 */
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { expect, it } from 'vitest'
import { makeAgent } from '../../../test/agent-fixture.ts'
import { call, changeElsewhere } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { makeStore, openShop, sell, stockOf } from '../../../test/shop.ts'
import { useSimulators } from '../../../test/use-simulators.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { requireBudget } from '../../data/orders/budget.ts'
import { readDraft } from '../../data/tickets/draft-row.ts'
import { runBotReply } from '../run-bot-reply.ts'

const { gate, sim } = await useSimulators()

/** Makes an agent whose contact, a customer, has one cake in the cart. */
async function readyToSell() {
  const agent = await makeAgent({ tools: { cart: true }, mayFinishOrders: true })
  const store = await makeStore(agent.companyId, { keyPix: 'loja@example.com' })
  const shop = { ...(await openShop(agent.company)), store }
  const { productId } = await sell(shop, { name: 'Bolo', stock: 5 })
  const params = { id: agent.prompt.id }
  await call(prompts.update, { as: shop.admin, params, body: { storeId: store.id } })
  const ticket = await agent.write({ body: 'Um bolo' })
  await changeContact(agent.companyId, ticket.contact.id, { customerId: shop.customer.id })
  const job = { companyId: agent.companyId, ticketId: ticket.id }
  const script = (name: string, given: object) =>
    sim('POST', 'bots/openai', { replies: [{ toolCalls: [{ name, arguments: given }] }, 'Feito.', 'Feito.', 'Feito.'] })
  const calls = {
    add: () => script('add_to_cart', { productId, amount: 1 }),
    finish: () => script('finish_order', { delivery: 'retirada', paymentId: shop.pix }),
  }
  return { agent, shop, productId, job, calls }
}

type Death = Exclude<Parameters<typeof killAtCall>[1], number>

/** Kills the reply there, and has others go on once its claim is over. */
async function dieAndGoOn({ job }: Awaited<ReturnType<typeof readyToSell>>, death: Death): Promise<void> {
  expect(await killAtCall(gate, death, 'machines', job), JSON.stringify(death)).toBe(true)
  await changeElsewhere({ pk: `${job.companyId}#ticket#${job.ticketId}`, sk: 'machine' }, 'claimedUntil', 0)
  await runBotReply(job)
  await runBotReply(job)
}

/**
 * The model's message is kept; then the tool writes, its result is kept, and the messages are sent.
 */
const DEATHS: Death[] = [
  { operation: 'TransactWriteItems', nth: 1, moment: 'after' },
  ...[2, 3, 4, 5].flatMap(nth =>
    (['before', 'after'] as const).map(moment => ({ operation: 'TransactWriteItems', nth, moment })),
  ),
]

it('an order is made and told of once', { timeout: 240_000 }, async () => {
  for (const death of DEATHS) {
    const sale = await readyToSell()
    const { agent, shop, productId, job, calls } = sale
    await calls.add()
    await runBotReply(job)
    await calls.finish()
    await agent.write({ body: 'Pode fechar' })
    await dieAndGoOn(sale, death)
    const where = JSON.stringify(death)
    const { budGets } = (await call(budgets.list, { as: shop.admin, query: {} })).body
    expect(budGets.length, where).toBe(1)
    expect(await stockOf(shop, { productId }), where).toBe(4)
    const told = (await agent.talk()).slice(-3).map(line => line.slice(0, 15))
    expect(told, where).toEqual(['machine: *Pedid', 'machine: 000201', 'machine: Feito.'])
    expect((await agent.talk()).filter(line => line.includes('*Pedido')).length, where).toBe(1)
    const { steps } = await requireBudget(agent.companyId, budGets[0]!.id)
    expect(
      steps.map(({ type }) => type),
      where,
    ).toEqual(['sent'])
  }
})

it('an order is told of by a reply that was cut off and waits too long to go on', { timeout: 60_000 }, async () => {
  const sale = await readyToSell()
  const { agent, job, calls } = sale
  await calls.add()
  await runBotReply(job)
  await calls.finish()
  await agent.write({ body: 'Pode fechar' })
  // Its result is kept: the third write.
  expect(await killAtCall(gate, { operation: 'TransactWriteItems', nth: 3, moment: 'after' }, 'machines', job)).toBe(
    true,
  )
  const key = { pk: `${job.companyId}#ticket#${job.ticketId}`, sk: 'machine' }
  await changeElsewhere(key, 'claimedUntil', 0)
  await changeElsewhere(key, 'waitingSince', Date.now() - 200_000)
  await runBotReply(job)
  const told = (await agent.talk()).slice(-2).map(line => line.slice(0, 15))
  expect(told).toEqual(['machine: *Pedid', 'machine: 000201'])
  const [order] = (await call(budgets.list, { as: sale.shop.admin, query: {} })).body.budGets
  const { id, name } = agent.prompt
  expect((await requireBudget(agent.companyId, order!.id)).steps).toMatchObject([{ type: 'sent', user: { id, name } }])
  expect(await agent.notes()).toHaveLength(1)
  expect(await agent.ticket()).toMatchObject({ useIntegration: false })
})

it('a product is put into the cart once', { timeout: 120_000 }, async () => {
  for (const death of DEATHS.slice(0, 5)) {
    const sale = await readyToSell()
    const { agent, calls, job } = sale
    await calls.add()
    await dieAndGoOn(sale, death)
    const draft = await readDraft(agent.companyId, job.ticketId, true)
    expect(
      draft?.itens.map(({ amount }) => amount),
      JSON.stringify(death),
    ).toEqual([1])
  }
})
