/**
 * The reply of a bot: whoever dies, comes second or is late, the contact is answered once and
 * people are never spoken over.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AgentFixture, makeAgent } from '../../test/agent-fixture.ts'
import { botReplyRow } from '../../test/bot-reply-row.ts'
import { call } from '../../test/harness.ts'
import { killAtCall } from '../../test/kill-at-call.ts'
import { batchOf, commandsOf } from '../../test/pipeline-fixture.ts'
import { useSimulators } from '../../test/use-simulators.ts'
import { botAnswerWrite, isAnsweredEnough } from '../data/automation/bot-pace.ts'
import { claimBotReply, finishBotReply, storeBotOutcome } from '../data/automation/bot-reply.ts'
import { tokenUse } from '../data/automation/token-use.ts'
import { changeCompany } from '../data/company/company.ts'
import { documentClient, tableName } from '../data/table/client.ts'
import { transact } from '../data/table/transact.ts'
import { handler as jobs } from '../workers/jobs/handler.ts'
import { handOff } from './hand-off.ts'
import { runBotReply } from './run-bot-reply.ts'
import { sendReplies } from './send-replies.ts'

const { gate, sim: callSimulator } = await useSimulators()

const sim = <T>(method: string, path: string, body?: unknown): Promise<T> => callSimulator(method, `bots/${path}`, body)
const script = (given: object) => sim('POST', 'openai', given)
const asked = async () => (await sim<unknown[]>('GET', 'openai/calls')).length
beforeEach(async () => {
  await script({})
  await sim('DELETE', 'openai/calls')
})

const completion = (content: string) => ({ choices: [{ message: { content } }], usage: { total_tokens: 10 } })
const leaves = (content: string) => ({
  choices: [
    { message: { content, tool_calls: [{ function: { name: 'transfer_to_person', arguments: '{"reason":"fim"}' } }] } },
  ],
  usage: { total_tokens: 10 },
})
const sends = async (agent: AgentFixture) =>
  (await commandsOf(agent)).flatMap(command => (command.type === 'send' ? [command.whatsappMessageId] : []))

/** The claim of a process that died is over. */
const outlive = ({ companyId }: AgentFixture, ticketId: string) =>
  documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `${companyId}#ticket#${ticketId}`, sk: 'machine' },
      UpdateExpression: 'SET claimedUntil = :zero',
      ExpressionAttributeValues: { ':zero': 0 },
    }),
  )

describe('a bot reply', () => {
  it('that two claim at once is one answer', async () => {
    const agent = await makeAgent()
    await script({ replies: [completion('um'), completion('dois')] })
    const ticket = await agent.write()
    const reply = { companyId: agent.companyId, ticketId: ticket.id }
    await Promise.all([runBotReply(reply), runBotReply(reply), runBotReply(reply)])
    await runBotReply(reply)
    expect(await agent.talk()).toEqual(['contact: oi', 'machine: um'])
    expect([await asked(), (await tokenUse(agent.companyId)).tokens]).toEqual([1, 10])
  })

  it('answers together what comes while an answer is under way', async () => {
    const agent = await makeAgent()
    await script({ replies: [completion('um'), completion('dois')], delayMs: 300 })
    const ticket = await agent.write({ body: 'a' })
    const reply = { companyId: agent.companyId, ticketId: ticket.id }
    const first = runBotReply(reply)
    await expect.poll(asked).toBe(1)
    await agent.write({ body: 'b' })
    await agent.write({ body: 'c' })
    await runBotReply(reply)
    await first
    await runBotReply(reply)
    expect((await agent.talk()).filter(line => line.startsWith('machine'))).toEqual(['machine: um', 'machine: dois'])
    const calls = await sim<{ body: string }[]>('GET', 'openai/calls')
    const contents = JSON.parse(calls[1]!.body).messages.map(({ content }: { content: string }) => content)
    expect(calls.length).toBe(2)
    expect(contents).toEqual(expect.arrayContaining(['b', 'c']))
    const row = await botReplyRow(agent.companyId, ticket.id)
    expect(row).toMatchObject({ asked: 3, answered: 3, replyNumber: 2, outcome: null })
  })

  it('is a person’s after sixty within an hour, in whichever tickets: whoever writes may be a bot', async () => {
    const agent = await makeAgent({ maxMessages: 100 })
    await script({ replies: [completion('um'), completion('dois')] })
    const { contact, id: ticketId } = await agent.write()
    const reply = { companyId: agent.companyId, ticketId }
    for (let i = 0; i < 59; i++) await transact([botAnswerWrite(agent.companyId, contact.id, Date.now())])
    await runBotReply(reply)
    expect((await agent.talk()).at(-1)).toBe('machine: um')
    await agent.write({ body: 'e agora?' })
    await runBotReply(reply)
    expect((await agent.talk()).at(-1)).toBe('contact: e agora?')
    expect(await asked()).toBe(1)
    expect(await agent.ticket()).toMatchObject({ status: 'pending', useIntegration: false })
    expect(await agent.notes()).toEqual([expect.stringContaining('60 vezes em uma hora')])
    expect(await isAnsweredEnough(agent.companyId, contact.id, Date.now() + 3_600_000)).toBe(false)
  })

  it('is over when a person accepts: of two lines the second is not sent, and nothing is handed over', async () => {
    const agent = await makeAgent()
    const ticket = await agent.write()
    const reply = (await claimBotReply(agent.companyId, ticket.id, Date.now()))!
    const accept = () =>
      call(tickets.update, {
        as: agent.company.admin,
        params: { id: ticket.id },
        body: { status: 'open', userId: agent.adminId },
      })
    const lines = [{ text: 'um' }, { text: 'dois', delayMs: 1000 }]
    const sending = sendReplies(ticket, reply, { lines, name: 'IA' })
    await expect.poll(async () => (await agent.talk()).at(-1)).toBe('machine: um')
    expect((await accept()).status).toBe(200)
    expect(await sending).toBe(false)
    await handOff(ticket, { queueId: agent.target.id, reason: reasonOf('promptMoved'), by: { id: 'x', name: 'IA' } })
    expect((await agent.talk()).filter(line => line.startsWith('machine'))).toEqual(['machine: um'])
    expect(await agent.ticket()).toMatchObject({
      status: 'open',
      useIntegration: false,
      queue: { id: agent.queues[0]!.id },
    })
    expect(await agent.notes()).toEqual([])
  })

  it.each([
    ['disabled', { status: false }, { status: true }],
    ['past its due date', { dueDate: '2026-01-01T00:00:00.000Z' }, { dueDate: '2099-01-01T00:00:00.000Z' }],
  ])(
    'of a company that is %s asks nobody and owes nothing; what was written is answered with the next word',
    async (_, silent, again) => {
      const agent = await makeAgent()
      await script({ replies: [completion('olá')] })
      const ticket = await agent.write({ body: 'a' })
      const reply = { companyId: agent.companyId, ticketId: ticket.id }
      await changeCompany(agent.companyId, silent)
      await runBotReply(reply)
      await agent.write({ body: 'b' })
      await runBotReply(reply)
      expect([await agent.talk(), await asked(), await sends(agent)]).toEqual([['contact: a', 'contact: b'], 0, []])
      const row = await botReplyRow(agent.companyId, ticket.id)
      expect(row).toMatchObject({ asked: 1, answered: 1, outcome: null })
      expect(await agent.ticket()).toMatchObject({ status: 'pending', unreadMessages: 2 })
      await changeCompany(agent.companyId, again)
      await agent.write({ body: 'c' })
      await runBotReply(reply)
      expect(await agent.talk()).toEqual(['contact: a', 'contact: b', 'contact: c', 'machine: olá'])
      const [{ body }] = (await sim<{ body: string }[]>('GET', 'openai/calls')) as [{ body: string }]
      const contents = JSON.parse(body).messages.map(({ content }: { content: string }) => content)
      expect(contents).toEqual(expect.arrayContaining(['a', 'b', 'c']))
    },
  )

  it('that a company is disabled in the midst of stops after the line that was sent', async () => {
    const agent = await makeAgent()
    const ticket = await agent.write()
    const reply = (await claimBotReply(agent.companyId, ticket.id, Date.now()))!
    const sending = sendReplies(ticket, reply, { lines: [{ text: 'um' }, { text: 'dois', delayMs: 1000 }], name: 'IA' })
    await expect.poll(async () => (await agent.talk()).at(-1)).toBe('machine: um')
    await changeCompany(agent.companyId, { status: false })
    expect(await sending).toBe(false)
    expect((await agent.talk()).filter(line => line.startsWith('machine'))).toEqual(['machine: um'])
  })

  it('that a person ended before it began is not asked for again', async () => {
    const agent = await makeAgent()
    const ticket = await agent.write()
    const accepted = await call(tickets.update, {
      as: agent.company.admin,
      params: { id: ticket.id },
      body: { status: 'open', userId: agent.adminId },
    })
    expect(accepted.status).toBe(200)
    await runBotReply({ companyId: agent.companyId, ticketId: ticket.id })
    expect(await botReplyRow(agent.companyId, ticket.id)).toMatchObject({ asked: 1, answered: 1 })
    expect(await asked()).toBe(0)
  })

  it('whose claim another took keeps and counts nothing', async () => {
    const agent = await makeAgent()
    const ticket = await agent.write()
    const late = (await claimBotReply(agent.companyId, ticket.id, Date.now()))!
    expect(await claimBotReply(agent.companyId, ticket.id, Date.now())).toBeUndefined()
    expect(await claimBotReply(agent.companyId, ticket.id, Date.now() + 200_000)).toBeDefined()
    expect(await storeBotOutcome(late, '{"lines":[]}', null)).toBe(false)
    expect(await finishBotReply(late, null)).toBe(false)
    expect(await botReplyRow(agent.companyId, ticket.id)).toMatchObject({ outcome: null, answered: 0 })
  })

  it('that is killed after each of its writes is sent, counted and handed over once', async () => {
    const agent = await makeAgent()
    await script({ replies: Array.from({ length: 40 }, () => leaves('Até logo.')) })
    const ticket = await agent.write()
    const reply = { companyId: agent.companyId, ticketId: ticket.id }
    // Behind what is kept, what is said, what leaves, the hand-over (a line said before is refused
    // once more), and the end.
    const deaths = [
      { nth: 1, operation: 'TransactWriteItems' },
      { nth: 1, operation: 'TransactWriteItems' },
      { nth: 1, operation: 'SendMessage' },
      { nth: 2, operation: 'TransactWriteItems' },
      { nth: 3, operation: 'UpdateItem' },
    ]
    for (const death of deaths) {
      expect(await killAtCall(gate, death, 'machines', reply)).toBe(true)
      await outlive(agent, ticket.id)
    }
    await runBotReply(reply)
    expect(await agent.talk()).toEqual(['contact: oi', 'machine: Até logo.'])
    expect(new Set(await sends(agent)).size).toBe(1)
    expect(await agent.notes()).toEqual(['O agente de IA transferiu: fim'])
    expect(await agent.ticket()).toMatchObject({ useIntegration: false, queue: { id: agent.target.id } })
    expect((await tokenUse(agent.companyId)).tokens).toBe(10)
    expect(await botReplyRow(agent.companyId, ticket.id)).toMatchObject({ asked: 1, answered: 1, outcome: null })
  }, 60_000)
})

describe('an agent that is deleted', () => {
  it('leaves queues, connections and tickets, and says so', async () => {
    const agent = await makeAgent()
    const ticket = await agent.write()
    expect(ticket.useIntegration).toBe(true)
    gate.sent()
    const answer = await call(prompts.remove, {
      as: agent.company.admin,
      params: { id: agent.prompt.id },
      headers: { 'accept-language': 'en' },
    })
    const { name } = agent.queues[0]!
    expect(answer.body).toEqual({
      queues: [name],
      connections: [],
      message: `Agent deleted. Taken out of the queues: ${name}. Where it answered, the menu answers now.`,
    })
    const sent = gate.sent()
    expect(sent).toEqual([{ type: 'removeMachine', companyId: agent.companyId, kind: 'prompt', id: agent.prompt.id }])
    expect((await jobs(batchOf(sent.map(job => JSON.stringify(job))))).batchItemFailures).toEqual([])
    expect(await agent.ticket()).toMatchObject({
      useIntegration: false,
      promptId: null,
      status: 'pending',
      chatbot: false,
    })
    // The next message is the bot's again.
    expect((await agent.ticket()).menu?.phase).not.toBe('done')
  })
})
