/** The loop of an agent with tools, against the simulator of its model. */

import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AgentFixture, makeAgent } from '../../../test/agent-fixture.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../test/harness.ts'
import { makeStore, openShop, sell } from '../../../test/shop.ts'
import { useSimulators } from '../../../test/use-simulators.ts'
import { saveAiPrices } from '../../data/automation/ai-price.ts'
import { aiUseOf } from '../../data/automation/ai-use.ts'
import { tokenUse } from '../../data/automation/token-use.ts'
import { changeTicket } from '../../data/tickets/ticket.ts'
import { runBotReply } from '../run-bot-reply.ts'
import { defineTool, type ToolContext } from '../tools/tool.ts'
import { TOOLS } from '../tools/tools.ts'

const { sim } = await useSimulators()

type Message = { role: string; content: string | null; tool_call_id?: string; tool_calls?: { id: string }[] }
type Sent = { max_tokens: number; messages: Message[]; tools?: { function: { name: string } }[]; tool_choice?: string }
const asked = async (): Promise<Sent[]> =>
  (await sim<{ body: string }[]>('GET', 'bots/openai/calls')).map(({ body }) => JSON.parse(body))

/** Sets what the model does, message by message: a text, or calls of tools. */
const script = (...replies: unknown[]) => sim('POST', 'bots/openai', { replies })
const toolCalls = (...given: [name: string, args: unknown][]) => ({
  toolCalls: given.map(([name, args]) => ({ name, arguments: args })),
})

/** A tool that tests what is run, and under which key. */
const run = vi.fn<(context: ToolContext, parameters: { n: number }) => unknown>()
const probe = defineTool({
  ...{ name: 'probe', switch: 'tag', needs: null, description: '' },
  parameters: z.object({ n: z.number() }),
  run: async (context, parameters) => (await run(context, parameters)) as never,
})
const tools = TOOLS as (typeof TOOLS)[number][]

beforeEach(async () => {
  await script()
  await sim('DELETE', 'bots/openai/calls')
  tools.push(probe)
  run.mockReset().mockImplementation((_, { n }) => ({ answer: { ok: true, n } }))
})
afterEach(() => {
  tools.splice(tools.indexOf(probe), 1)
})

const withProbe = () => makeAgent({ tools: { tag: true } })

async function exchange(agent: AgentFixture, body = 'Oi') {
  const ticket = await agent.write({ body })
  await runBotReply({ companyId: agent.companyId, ticketId: ticket.id })
}
/** Returns the answers of the tools that the model has read by now. */
const answers = async () =>
  (await asked())
    .at(-1)!
    .messages.filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content!))

it('searches the store it sells in, and answers with what came', async () => {
  const agent = await makeAgent({ tools: { catalogue: true } })
  const shop = await openShop(agent.company)
  await sell(shop, { name: 'Bolo de cenoura', sellingPrice: 1240.5, promotionPrice: 1131, stock: 3 })
  await sell(shop, { name: 'Bolo velho', isActive: false })
  await script(toolCalls(['search_products', { query: 'bolo' }]), 'Temos bolo de cenoura.')
  await exchange(agent, 'Tem bolo?')
  expect((await agent.talk()).at(-1)).toBe('machine: Temos bolo de cenoura.')
  const [first, second] = await asked()
  expect(first!.tools!.map(tool => tool.function.name)).toEqual(['search_products', 'transfer_to_person'])
  expect(first!.messages[0]!.content).toContain('vêm só das funções')
  const [call, result] = second!.messages.slice(-2)
  expect([call!.content, result!.tool_call_id]).toEqual([null, call!.tool_calls![0]!.id])
  expect(await answers()).toEqual([
    {
      ok: true,
      products: [
        expect.objectContaining({
          ...{ name: 'Bolo de cenoura', price: 'R$ 1.131,00', insteadOf: 'R$ 1.240,50', stock: 3 },
          hasPicture: false,
        }),
      ],
      more: false,
    },
  ])
})

it('offers nothing of the shop without a switch, a store to sell in, or a plan that sells', async () => {
  const offered = async (agent: AgentFixture) => {
    await exchange(agent)
    return (await asked()).at(-1)!.tools!.map(tool => tool.function.name)
  }
  const none = await makeAgent()
  await openShop(none.company)
  expect(await offered(none)).toEqual(['transfer_to_person'])
  const given = { tools: { catalogue: true } }
  expect(await offered(await makeAgent(given))).toEqual(['transfer_to_person'])
  const two = await makeAgent(given)
  await openShop(two.company)
  const second = await makeStore(two.companyId)
  expect(await offered(two)).toEqual(['transfer_to_person'])
  const params = { id: two.prompt.id }
  await call(prompts.update, { as: two.company.admin, params, body: { storeId: second.id } })
  expect(await offered(two)).toContain('search_products')
  const plain = await makeAgent(given, { useSales: false })
  await openShop(plain.company)
  expect(await offered(plain)).toEqual(['transfer_to_person'])
})

it('runs several calls of one message in their order, each under a key of its own', async () => {
  const agent = await withProbe()
  await script(toolCalls(['probe', { n: 1 }], ['probe', { n: 2 }]), toolCalls(['probe', { n: 3 }]), 'Pronto.')
  await exchange(agent)
  expect(run.mock.calls.map(([, { n }]) => n)).toEqual([1, 2, 3])
  const keys = run.mock.calls.map(([{ key }]) => key)
  expect(new Set(keys).size).toBe(3)
  expect(keys[0]).toMatch(/:0$/)
  expect(await answers()).toEqual([1, 2, 3].map(n => ({ ok: true, n })))
})

it('keeps each call in the conversation, for who sees the ticket', async () => {
  const agent = await withProbe()
  const { companyId, prompt } = agent
  await saveAiPrices({ currency: 'BRL', prices: [{ model: '*', input: 1_000_000, output: 1_000_000 }] })
  await script(toolCalls(['probe', { n: 1 }], ['probe', '{']), 'Pronto.')
  await exchange(agent)
  const { id: ticketId } = await agent.ticket()
  const list = (as: TestUser) => call(botCalls.list, { as, params: { ticketId }, query: { limit: 1 } as never })
  const newest = await list(agent.company.admin)
  const of = { ticketId, promptId: prompt.id, promptName: prompt.name, tool: 'probe', messageId: expect.any(String) }
  expect(newest.body).toMatchObject({
    botCalls: [{ ...of, asked: '{', answered: '{"error":"invalid_arguments","message":""}', ok: false }],
    hasMore: true,
  })
  const query = { limit: 1, cursor: newest.body.nextCursor! } as never
  const older = await call(botCalls.list, { as: agent.company.admin, params: { ticketId }, query })
  expect(older.body).toMatchObject({ botCalls: [{ ...of, asked: '{"n":1}', ok: true }], hasMore: false })
  const [{ tokens, cost, replyId, ms }] = older.body.botCalls as [BotCall]
  expect([tokens > 10, cost, ms >= 0, replyId]).toEqual([true, tokens, true, newest.body.botCalls[0]!.replyId])
  expect((await list(await makeUser(companyId))).error).toBe('ERR_NO_PERMISSION')
  expect((await list((await makeCompany()).admin)).error).toBe('ERR_NO_TICKET_FOUND')
  const [use] = await aiUseOf(companyId, '2000-01-01', '2100-01-01')
  expect(use).toMatchObject({ kind: 'prompt', id: prompt.id, calls: 2, toolCalls: 2 })
  await saveAiPrices({ currency: 'BRL', prices: [] })
})

it.each([
  ['no JSON', 'n=1', { error: 'invalid_arguments' }],
  ['arguments of another form', { n: 'um' }, { error: 'invalid_arguments', message: 'n' }],
])('answers a call with %s by an error, and goes on', async (_, args, error) => {
  const agent = await withProbe()
  await script(toolCalls(['probe', args]), 'Certo.')
  await exchange(agent)
  expect(run).not.toHaveBeenCalled()
  expect(await answers()).toMatchObject([error])
  expect((await agent.talk()).at(-1)).toBe('machine: Certo.')
})

it('runs no tool that does not exist or was not given', async () => {
  const agent = await withProbe()
  await script(toolCalls(['drop_table', {}], ['search_products', { query: 'x' }]), 'Certo.')
  await exchange(agent)
  expect(await answers()).toEqual([{ error: 'unknown_tool' }, { error: 'unknown_tool' }])
})

it('runs the same call once in a reply, however its arguments are written', async () => {
  const agent = await withProbe()
  await script(
    toolCalls(['probe', '{"n":1,"x":2}']),
    toolCalls(['probe', '{ "x": 2, "n": 1 }'], ['probe', { n: 2 }]),
    'Certo.',
  )
  await exchange(agent)
  expect(await answers()).toEqual([{ ok: true, n: 1 }, { error: 'repeated' }, { ok: true, n: 2 }])
  // The next reply is another one.
  await script(toolCalls(['probe', '{"n":1,"x":2}']), 'De novo.')
  await exchange(agent)
  expect(await answers()).toEqual([{ ok: true, n: 1 }])
})

it('asks for an answer without tools after six calls', async () => {
  const agent = await withProbe()
  const three = (from: number) => toolCalls(...[0, 1, 2].map(i => ['probe', { n: from + i }] as [string, object]))
  await script(three(0), three(3), toolCalls(['probe', { n: 9 }]))
  await exchange(agent)
  expect(run).toHaveBeenCalledTimes(6)
  expect((await asked()).map(({ tool_choice }) => tool_choice)).toEqual([undefined, undefined, 'none'])
  // It called a tool all the same, and said nothing: a person has it.
  expect(await agent.notes()).toEqual([expect.stringMatching(/não pôde ser usado/)])

  const other = await withProbe()
  await script(three(0), three(3), 'Aqui está.')
  await exchange(other)
  expect((await other.talk()).at(-1)).toBe('machine: Aqui está.')
  // The seventh call of one message is not run.
  run.mockClear()
  const third = await withProbe()
  await script({
    toolCalls: [...three(0).toolCalls, ...three(3).toolCalls, ...toolCalls(['probe', { n: 7 }]).toolCalls],
  })
  await exchange(third)
  expect(run).toHaveBeenCalledTimes(6)
  expect((await answers()).at(-1)).toEqual({ error: 'too_many_calls' })
})

it('has room for a call, however short its answers are to be', async () => {
  const agent = await makeAgent({ tools: { tag: true }, maxTokens: 50 })
  await script('Oi!')
  await exchange(agent)
  const talker = await makeAgent({ maxTokens: 50 })
  await exchange(talker)
  expect((await asked()).map(sent => sent.max_tokens)).toEqual([400, 50])
})

it('looks at twelve calls of a message at most', async () => {
  const agent = await withProbe()
  const many = Array.from({ length: 40 }, (_, n): [string, object] => ['probe', { n }])
  await script(toolCalls(...many), 'Certo.')
  await exchange(agent)
  expect(run).toHaveBeenCalledTimes(6)
  expect(await answers()).toHaveLength(12)
})

it('says that a call was carried out whose answer is too long to be read', async () => {
  const agent = await withProbe()
  run.mockImplementation((_, { n }) => ({
    answer: { ...(n === 1 ? { ok: true } : { error: 'x' }), text: 'x'.repeat(13_000) },
  }))
  await script(toolCalls(['probe', { n: 1 }], ['probe', { n: 2 }]), 'Certo.')
  await exchange(agent)
  expect(await answers()).toEqual([{ ok: true, message: expect.any(String) }, { error: 'answer_too_long' }])
})

it('counts the tokens of an answer that says nothing, and hands over', async () => {
  const agent = await withProbe()
  await script({ choices: [{ message: { content: '' } }], usage: { total_tokens: 90 } })
  await exchange(agent)
  expect((await tokenUse(agent.companyId)).tokens).toBe(90)
  expect(await agent.notes()).toHaveLength(1)
})

it('sends what the tools made before the answer, and keeps their state', async () => {
  const agent = await withProbe()
  run.mockImplementation((_, { n }) => ({ answer: { ok: true }, lines: [{ text: `Linha ${n}` }], state: { n } }))
  await script(toolCalls(['probe', { n: 1 }], ['probe', { n: 2 }]), 'Fim.')
  await exchange(agent)
  expect((await agent.talk()).slice(1)).toEqual(['machine: Linha 1', 'machine: Linha 2', 'machine: Fim.'])
  await script(toolCalls(['probe', { n: 3 }]))
  await exchange(agent)
  expect(run.mock.calls.map(([{ state, replyNumber }]) => [state, replyNumber])).toEqual([
    [{}, 0],
    [{ n: 1 }, 0],
    [{ n: 2 }, 1],
  ])
})

it('hands over when a tool says so, and runs nothing after it', async () => {
  const agent = await withProbe()
  run.mockImplementation(() => ({ answer: { ok: true }, handOver: 'Pedido acima do limite' }))
  const both = toolCalls(['probe', { n: 1 }], ['probe', { n: 2 }])
  await script({ ...both, text: 'Uma pessoa confirma.' })
  await exchange(agent)
  expect(run).toHaveBeenCalledTimes(1)
  expect((await agent.talk()).at(-1)).toBe('machine: Uma pessoa confirma.')
  expect(await agent.notes()).toEqual(['O agente de IA transferiu: Pedido acima do limite'])
  expect((await asked()).length).toBe(1)
})

it('runs no tool and says nothing once a person has the ticket', async () => {
  const agent = await withProbe()
  const { user } = agent.company.admin
  run.mockImplementation(async () => {
    const ticket = await agent.ticket()
    const by = { id: user.id, name: user.name }
    await changeTicket(agent.companyId, ticket.id, () => ({ set: { status: 'open', user: by } }))
    return { answer: { ok: true } }
  })
  await script(toolCalls(['probe', { n: 1 }], ['probe', { n: 2 }]), 'Tarde demais.')
  await exchange(agent)
  expect(run).toHaveBeenCalledTimes(1)
  expect(await agent.talk()).toEqual(['contact: Oi'])
  expect((await asked()).length).toBe(1)
})

it('asks once more for an answer with an invented price or its own instructions, then hands over', async () => {
  const agent = await withProbe()
  await script('Custa R$ 5.', 'Um momento, vou ver o preço.')
  await exchange(agent, 'Quanto custa? R$ 5?')
  expect((await agent.talk()).at(-1)).toBe('machine: Um momento, vou ver o preço.')
  const corrected = (await asked()).at(-1)!.messages.slice(-2)
  expect(corrected).toMatchObject([{ role: 'assistant', content: 'Custa R$ 5.' }, { role: 'system' }])
  await script('Para você é de graça.', 'Já vejo.')
  await exchange(agent, 'Faz de graça?')
  expect((await agent.talk()).at(-1)).toBe('machine: Já vejo.')
  await script('Sai pela metade do preço.', agent.prompt.prompt)
  await exchange(agent, 'Diga!')
  expect(await agent.notes()).toEqual([expect.stringMatching(/a resposta não foi enviada/)])
  expect((await agent.talk()).at(-1)).toBe('contact: Diga!')

  // The agent may say what a tool has said; its last words are checked, too.
  const other = await withProbe()
  run.mockImplementation(() => ({ answer: { ok: true, price: 'R$ 5,00' } }))
  await script(toolCalls(['probe', { n: 1 }]), 'Custa R$ 5.')
  await exchange(other)
  expect((await other.talk()).at(-1)).toBe('machine: Custa R$ 5.')
  await script({ ...toolCalls(['transfer_to_person', { reason: 'x' }]), text: 'Fica R$ 1.' })
  await exchange(other)
  expect((await other.talk()).at(-1)).toBe('contact: Oi')
  expect(await other.notes()).toEqual(['O agente de IA transferiu: x'])
})

it('leaves to a person outside of its hours', async () => {
  const agent = await makeAgent({ hours: 'closed' })
  await exchange(agent)
  expect(await agent.notes()).toEqual(['O agente de IA não atende neste horário.'])
  expect(await asked()).toEqual([])
  // Without any hours a company is always open.
  const open = await makeAgent({ hours: 'open' })
  await script('Olá!')
  await exchange(open)
  expect((await open.talk()).at(-1)).toBe('machine: Olá!')
})
