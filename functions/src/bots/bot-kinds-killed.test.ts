/**
 * A bot that is killed at each of its writes: the contact hears nothing twice, no tool's work is
 * done twice, and nobody is left without an answer or a person.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import { expect, it } from 'vitest'
import { type AgentFixture, makeAgent } from '../../test/agent-fixture.ts'
import { call } from '../../test/harness.ts'
import { killAtCall } from '../../test/kill-at-call.ts'
import { openShop, sell } from '../../test/shop.ts'
import { useSimulators } from '../../test/use-simulators.ts'
import { documentClient, tableName } from '../data/table/client.ts'
import { changeQueue } from '../data/team/queue.ts'
import { readDraft } from '../data/tickets/draft-row.ts'
import { runBotReply } from './run-bot-reply.ts'

const { gate, sim: callSimulator } = await useSimulators()

type Call = { url: string; headers: Record<string, string>; body: string }
const sim = <T>(method: string, path: string, body?: unknown): Promise<T> => callSimulator(method, `bots/${path}`, body)

/** A company whose queue an integration answers, and not the agent that it has too. */
async function makeIntegrated(bot: 'webhook' | 'typebot'): Promise<AgentFixture> {
  const { url } = await sim<{ url: string }>('POST', bot, {})
  const agent = await makeAgent()
  const body = { type: bot, name: 'Robô', urlN8N: url, typebotSlug: 'vendas', typebotDelayMessage: 0 }
  const made = await call(queueIntegration.create, { as: agent.company.admin, body: body as never })
  await changeQueue(agent.companyId, agent.queues[0]!, { integrationId: made.body.id, promptId: null })
  return agent
}

const setTo = async (key: { pk: string; sk: string }, changes: Record<string, unknown>) => {
  const names = Object.keys(changes)
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: `SET ${names.map(name => `${name} = :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(names.map(name => [`:${name}`, changes[name]])),
    }),
  )
}

/** Calls at which a process may die. */
const DEATHS = {
  webhook: [
    // Nothing was begun; the event left and nobody noted it; it is noted, and the answer is lost.
    { operation: 'TransactWriteItems', nth: 1, moment: 'before' },
    { operation: 'TransactWriteItems', nth: 2, moment: 'before' },
    { operation: 'TransactWriteItems', nth: 2, moment: 'after' },
    // The answer is kept; said; on its way.
    { operation: 'UpdateItem', nth: 3, moment: 'after' },
    { operation: 'TransactWriteItems', nth: 3, moment: 'after' },
    { operation: 'SendMessage', nth: 1, moment: 'after' },
  ],
  typebot: [
    // The answer is lost, and asked for again; kept; said; on its way.
    { operation: 'UpdateItem', nth: 3, moment: 'before' },
    { operation: 'UpdateItem', nth: 3, moment: 'after' },
    { operation: 'TransactWriteItems', nth: 1, moment: 'after' },
    { operation: 'SendMessage', nth: 1, moment: 'after' },
  ],
} as const

it.each(['webhook', 'typebot'] as const)(
  'a %s is asked, and its answer sent, once or left to a person',
  async bot => {
    for (const death of DEATHS[bot]) {
      const agent = await makeIntegrated(bot)
      await sim('POST', bot, { replies: ['Olá!', 'Olá de novo!'] })
      await sim('DELETE', `${bot}/calls`)
      const ticket = await agent.write()
      const job = { companyId: agent.companyId, ticketId: ticket.id }
      expect(await killAtCall(gate, death, 'machines', job)).toBe(true)
      // The claims of who died are over.
      const key = { pk: `${agent.companyId}#ticket#${ticket.id}`, sk: 'machine' }
      await setTo(key, { claimedUntil: 0 })
      await runBotReply(job)
      await runBotReply(job)
      const replies = (await agent.talk()).filter(line => line.startsWith('machine'))
      const notes = await agent.notes()
      const where = `${bot}, killed ${death.moment} ${death.operation} ${death.nth}: ${replies}, ${notes}`
      expect(replies.length, where).toBeLessThanOrEqual(1)
      if (replies.length === 0) expect([notes.length, (await agent.ticket()).useIntegration], where).toEqual([1, false])
      // Whoever is asked of one message twice can tell: it bears the same id.
      const calls = await sim<Call[]>('GET', `${bot}/calls`)
      const ids = new Set(calls.map(({ headers }) => headers['x-balcao-delivery']))
      expect([calls.length <= 2, ids.size], where).toEqual([true, 1])
    }
  },
  120_000,
)

/**
 * Calls at which a process may die while an agent answers with a tool, and the number of times the
 * model is asked in all.
 */
const AGENT_DEATHS = [
  // The model's message is kept; the tool's result is lost, then kept.
  { operation: 'TransactWriteItems', nth: 1, moment: 'after', asked: 2 },
  { operation: 'TransactWriteItems', nth: 2, moment: 'before', asked: 2 },
  { operation: 'TransactWriteItems', nth: 2, moment: 'after', asked: 2 },
  // The answer is lost, and asked for again; kept; said; on its way.
  { operation: 'TransactWriteItems', nth: 3, moment: 'before', asked: 3 },
  { operation: 'TransactWriteItems', nth: 3, moment: 'after', asked: 2 },
  { operation: 'TransactWriteItems', nth: 4, moment: 'after', asked: 2 },
  { operation: 'SendMessage', nth: 1, moment: 'after', asked: 2 },
] as const

it('an agent goes on where it was, and the model is asked nothing twice', async () => {
  for (const { asked, ...death } of AGENT_DEATHS) {
    const agent = await makeAgent({ tools: { catalogue: true } })
    const shop = await openShop(agent.company)
    await sell(shop, { name: 'Bolo' })
    const calls = [{ name: 'search_products', arguments: { query: 'bolo' } }]
    await sim('POST', 'openai', { replies: [{ toolCalls: calls }, 'Temos bolo.', 'Temos bolo.'] })
    await sim('DELETE', 'openai/calls')
    const ticket = await agent.write({ body: 'Tem bolo?' })
    const job = { companyId: agent.companyId, ticketId: ticket.id }
    expect(await killAtCall(gate, death, 'machines', job)).toBe(true)
    // Meanwhile the contact writes again: that is answered by the next reply.
    await agent.write({ body: 'E torta?' })
    await setTo({ pk: `${agent.companyId}#ticket#${ticket.id}`, sk: 'machine' }, { claimedUntil: 0 })
    await runBotReply(job)
    const where = `killed ${death.moment} ${death.operation} ${death.nth}`
    const questions = (await sim<Call[]>('GET', 'openai/calls')).map(({ body }) => JSON.parse(body).messages)
    expect(questions.length, where).toBe(asked)
    expect(JSON.stringify(questions), where).not.toContain('torta')
    expect(
      (await agent.talk()).filter(line => line.startsWith('machine')),
      where,
    ).toEqual(['machine: Temos bolo.'])
    expect(questions.at(-1).at(-1), where).toMatchObject({ role: 'tool', content: expect.stringContaining('R$ 10,00') })
    await sim('POST', 'openai', { replies: ['Torta não.'] })
    await runBotReply(job)
    await runBotReply(job)
    expect((await agent.talk()).at(-1), where).toBe('machine: Torta não.')
    expect((await agent.talk()).filter(line => line.startsWith('machine')).length, where).toBe(2)
  }
}, 120_000)

it('what an agent puts into the cart is there once, wherever its process dies', async () => {
  // The steps before the call; the draft begun with its ticket; the
  // result; the answer; its sending.
  for (const [nth, moment] of [
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
    [3, 'after'],
    [4, 'after'],
    [5, 'after'],
  ] as const) {
    const agent = await makeAgent({ tools: { cart: true } })
    const shop = await openShop(agent.company)
    const { productId } = await sell(shop, { name: 'Bolo' })
    const calls = [{ name: 'add_to_cart', arguments: { productId, amount: 2 } }]
    await sim('POST', 'openai', { replies: [{ toolCalls: calls }, 'Pronto.', 'Pronto.'] })
    const ticket = await agent.write({ body: 'Quero dois bolos' })
    const job = { companyId: agent.companyId, ticketId: ticket.id }
    expect(await killAtCall(gate, { operation: 'TransactWriteItems', nth, moment }, 'machines', job)).toBe(true)
    await setTo({ pk: `${agent.companyId}#ticket#${ticket.id}`, sk: 'machine' }, { claimedUntil: 0 })
    await runBotReply(job)
    await runBotReply(job)
    const where = `killed ${moment} ${nth}`
    const draft = await readDraft(agent.companyId, ticket.id, true)
    expect(
      draft?.itens.map(({ amount }) => amount),
      where,
    ).toEqual([2])
    expect(
      (await agent.talk()).filter(line => line.startsWith('machine')),
      where,
    ).toEqual(['machine: Pronto.'])
    const log = await call(botCalls.list, { as: agent.company.admin, params: { ticketId: ticket.id } })
    expect(
      log.body.botCalls.map(({ ok }) => ok),
      where,
    ).toEqual([true])
  }
}, 120_000)
