/** Versions of AI agents and the test bench, against the simulator of their model. */
import { promptCases, promptRuns, promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { PromptRun } from '@balcao/shared/entities/prompt-test.ts'
import { TOOL_NAMES } from '@balcao/shared/entities/prompt-test.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AgentFixture, makeAgent } from '../../../../test/agent-fixture.ts'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { openShop, sell } from '../../../../test/shop.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import { TOOLS } from '../../../bots/tools/tools.ts'
import { aiUseOf } from '../../../data/automation/ai-use.ts'
import { PROMPTS } from '../../../data/automation/prompt.ts'
import { removeCases } from '../../../data/automation/prompt-case.ts'
import { trimRuns } from '../../../data/automation/prompt-run.ts'
import { removeVersions } from '../../../data/automation/prompt-version.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { handler as worker } from '../../../workers/bots/handler.ts'

const { sim } = await useSimulators()
const script = (...replies: unknown[]) => sim('POST', 'bots/openai', { replies })
const toolCall = (name: string, args: unknown) => ({ toolCalls: [{ name, arguments: args }] })
const asked = async () =>
  (await sim<{ body: string }[]>('GET', 'bots/openai/calls')).map(
    ({ body }) => JSON.parse(body) as { messages: { role: string; content: string }[] },
  )

beforeEach(async () => {
  await script()
  await sim('DELETE', 'bots/openai/calls')
})

const TEXT = 'Você vende bolos por mensagem, com poucas palavras, e nunca promete o que não pode cumprir.'

/** Calls of one agent's admin. */
function bench({ company: { admin: as }, prompt }: AgentFixture) {
  const params = { id: prompt.id }
  return {
    as,
    params,
    versions: async () => {
      const { live, versions } = (await call(promptVersions.list, { as, params })).body
      return [live, ...versions].map(({ number, live, note }) => `${number}${live ? ' live' : ''} ${note}`.trim())
    },
    list: async () => (await call(promptVersions.list, { as, params })).body,
    keep: (body: object) => call(promptVersions.create, { as, params, body }),
    publish: (versionId: string) => call(promptVersions.publish, { as, params: { ...params, versionId } }),
    add: (body: object) => call(promptCases.create, { as, params, body: { name: 'Bolo', ...body } as never }),
    run: (body: { versions?: string[]; caseIds: string[] }) => call(promptRuns.create, { as, params, body }),
    results: async (runId: string, caseId: string) =>
      (await call(promptRuns.results, { as, params: { ...params, runId, caseId } })).body.results,
    get: async (runId: string) => (await call(promptRuns.get, { as, params: { ...params, runId } })).body,
  }
}

/** Plays a run to its end, as its queue would. @returns the number of steps */
async function play(companyId: string, { id }: PromptRun, most = 100): Promise<number> {
  for (let steps = 0; ; steps++) {
    const job = (await getJob(companyId, id, true))!
    if (!['waiting', 'running'].includes(job.status) || steps === most) return steps
    const body = JSON.stringify({ type: 'promptRun', companyId, jobId: id, seq: job.seq })
    const { batchItemFailures } = await worker({ Records: [{ messageId: '1', body, attributes: {} }] } as never)
    expect(batchItemFailures).toEqual([])
  }
}

it('names every tool that an agent may have', () => {
  expect([...TOOLS.map(({ name }) => name), 'knowledge']).toEqual([...TOOL_NAMES])
})

describe('versions', () => {
  let agent: AgentFixture
  beforeAll(async () => {
    agent = await makeAgent()
  })

  it('are kept without being live, published, and gone back from', async () => {
    const { keep, publish, versions, list } = bench(agent)
    expect(await versions()).toEqual(['1 live'])
    const made = await keep({ note: 'Mais curta', prompt: TEXT, tools: { catalogue: true } })
    expect([made.status, made.body]).toMatchObject([201, { number: 2, live: false, createdBy: { id: agent.adminId } }])
    expect(made.body.configuration).toMatchObject({ prompt: TEXT, temperature: 1, tools: { catalogue: true } })
    expect((await requireRow(agent.companyId, PROMPTS, agent.prompt.id, true)).prompt).toBe(agent.prompt.prompt)
    const published = await publish(made.body.id)
    expect([published.status, published.body]).toMatchObject([200, { prompt: TEXT, hasApiKey: true }])
    expect(await versions()).toEqual(['2 live Mais curta', '1'])
    // Once more changes nothing, and going back is the same call.
    expect((await publish(made.body.id)).status).toBe(200)
    const first = (await list()).versions[0]!
    expect((await publish(first.id)).body.prompt).toBe(agent.prompt.prompt)
    expect(await versions()).toEqual(['1 live', '2 Mais curta'])
  })

  it('come of each other configuration that is saved, not of a name or a key', async () => {
    const agent = await makeAgent()
    const { versions, as, params, publish, list } = bench(agent)
    await call(prompts.update, { as, params, body: { name: 'Vendedora nova', apiKey: 'sk-outra', temperature: 1 } })
    expect(await versions()).toEqual(['1 live'])
    await call(prompts.update, { as, params, body: { temperature: 0.3 } })
    expect(await versions()).toEqual(['2 live', '1'])
    // The keys are the agent's, whatever its version.
    await publish((await list()).versions[0]!.id)
    const row = await requireRow(agent.companyId, PROMPTS, agent.prompt.id, true)
    expect([row.temperature, row.name]).toEqual([1, 'Vendedora nova'])
    expect(JSON.stringify(await list())).not.toContain('sk-')
  })

  it('end with one that is live, whoever publishes at once', async () => {
    const agent = await makeAgent()
    const { keep, publish, list } = bench(agent)
    const made = [await keep({ temperature: 0.1 }), await keep({ temperature: 0.2 }), await keep({ temperature: 0.3 })]
    const answers = await Promise.all(made.map(({ body }) => publish(body.id)))
    for (const { status, error } of answers) expect(status === 200 || error === 'ERR_CONFLICT').toBe(true)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const { live, versions } = await list()
    expect([live, ...versions].map(({ number }) => number).sort()).toEqual([1, 2, 3, 4])
    expect(live.configuration.temperature).toBe(
      (await requireRow(agent.companyId, PROMPTS, agent.prompt.id, true)).temperature,
    )
  })

  it('are fifty at most: the oldest goes, never the live one nor the one before it', async () => {
    const agent = await makeAgent()
    const { keep, publish, list } = bench(agent)
    let last = ''
    for (let i = 0; i < 51; i++) last = (await keep({ note: `${i}` })).body.id
    expect((await list()).live.number).toBe(1)
    expect((await list()).versions.map(({ number }) => number)).toEqual(Array.from({ length: 49 }, (_, i) => 52 - i))
    await publish(last)
    const { live, versions } = await list()
    expect([live.number, versions.length, versions.at(-1)!.number]).toEqual([52, 49, 1])
  }, 60_000)

  it('refuse what is wrong, and change nothing', async () => {
    const { keep, publish, versions } = bench(agent)
    const before = await versions()
    expect((await keep({ temperature: 3 })).details.map(({ path }) => path)).toEqual(['temperature'])
    expect((await keep({ note: 'x'.repeat(201) })).status).toBe(400)
    expect((await publish(agent.prompt.queueId)).error).toBe('ERR_NO_PROMPT_VERSION_FOUND')
    const other = bench(await makeAgent())
    const foreign = (await other.keep({})).body.id
    expect((await publish(foreign)).error).toBe('ERR_NO_PROMPT_VERSION_FOUND')
    expect(await versions()).toEqual(before)
  })
})

describe('cases', () => {
  it('are changed and deleted, and other messages take their mark away', async () => {
    const agent = await makeAgent()
    const { add, as, params, run, get } = bench(agent)
    const made = await add({ messages: ['Tem bolo?'] })
    const none = { says: [], never: [], tools: [], noTools: [] }
    expect([made.status, made.body]).toMatchObject([201, { name: 'Bolo', expect: none, mark: null }])
    const caseId = made.body.id
    const ofCase = { ...params, caseId }
    await script('Temos.')
    const { body: begun } = await run({ caseIds: [caseId] })
    await play(agent.companyId, begun)
    const { versions } = await get(begun.id)
    const mark = (value: 'good' | 'bad' | null) =>
      call(promptCases.mark, { as, params: ofCase, body: { value, runId: begun.id, versionId: versions[0]!.id } })
    expect((await mark('good')).body.mark).toMatchObject({ value: 'good', number: 1, by: { id: agent.adminId } })
    const change = (body: object) => call(promptCases.update, { as, params: ofCase, body })
    expect((await change({ name: 'Bolos' })).body).toMatchObject({ name: 'Bolos', mark: { value: 'good' } })
    expect((await change({ messages: ['Tem torta?'] })).body.mark).toBeNull()
    expect((await mark(null)).body.mark).toBeNull()
    expect((await change({ messages: [] })).status).toBe(400)
    expect((await change({ expect: { ...none, tools: ['sudo'] } })).status).toBe(400)
    await call(promptCases.remove, { as, params: ofCase })
    expect((await call(promptCases.list, { as, params })).body.cases).toEqual([])
    expect((await call(promptCases.remove, { as, params: ofCase })).status).toBe(204)
  })

  it('come of a conversation without the person of it', async () => {
    const agent = await makeAgent()
    const { as, params } = bench(agent)
    await agent.write({ body: 'Oi, aqui é o Joaquim Barbosa', pushName: 'Joaquim B.' } as never)
    await agent.write({ body: 'meu cpf é 111.444.777-35' })
    const ticket = await agent.ticket()
    const made = await call(promptCases.fromTicket, { as, params, body: { ticketId: ticket.id } })
    expect([made.status, made.body.messages]).toEqual([201, ['Oi, aqui é o Maria Silva\nmeu cpf é 529.982.247-25']])
    // An id or a time may have any digits.
    const { id, createdAt, updatedAt, ...written } = made.raw
    expect(JSON.stringify(written)).not.toMatch(/Joaquim|Barbosa|111/)
    const stranger = bench(await makeAgent())
    const refused = await call(promptCases.fromTicket, { ...stranger, body: { ticketId: ticket.id } })
    expect(refused.error).toBe('ERR_NO_TICKET_FOUND')
  })

  it('are a hundred at most', async () => {
    const { add } = bench(await makeAgent())
    for (let i = 0; i < 100; i += 10) await Promise.all(Array.from({ length: 10 }, () => add({ messages: ['Oi'] })))
    expect((await add({ messages: ['Oi'] })).error).toBe('ERR_PROMPT_CASE_LIMIT')
  })
})

describe('a run', () => {
  it('shows what two versions answered and called, and writes nothing to the shop', async () => {
    const agent = await makeAgent({ tools: { catalogue: true, cart: true } })
    const shop = await openShop(agent.company)
    const { productId } = await sell(shop, { name: 'Bolo de cenoura', sellingPrice: 31, stock: 3 })
    const { add, keep, run, results, get, list } = bench(agent)
    const draft = (await keep({ prompt: TEXT, tools: { cart: false } })).body
    const sells = (
      await add({ messages: ['Quero um bolo', 'Quanto ficou?'], expect: { tools: ['add_to_cart'], never: ['amanhã'] } })
    ).body
    const live = (await list()).live.id
    await script(
      toolCall('add_to_cart', { productId, amount: 1 }),
      'Está no carrinho.',
      'São R$ 31,00.',
      'Não vendo por aqui. Só AMANHA.',
      'Não sei.',
    )
    const before = await rowsOf(agent.companyId)
    const given = { versions: [live, draft.id], caseIds: [sells.id] }
    const atOnce = await Promise.all([run(given), run(given)])
    expect(atOnce.map(({ error }) => error ?? '').sort()).toEqual(['', 'ERR_PROMPT_RUN_UNDER_WAY'])
    const { status, body: begun } = atOnce.find(({ error }) => !error)!
    expect([status, begun]).toMatchObject([202, { status: 'running', results: [] }])
    expect((await run({ caseIds: [sells.id] })).error).toBe('ERR_PROMPT_RUN_UNDER_WAY')
    expect(await play(agent.companyId, begun)).toBe(4)
    const ended = await get(begun.id)
    expect(ended).toMatchObject({ status: 'done', versions: [{ number: 1 }, { number: 2 }] })
    expect(ended.results).toEqual([
      { caseId: sells.id, versionId: live, passed: true },
      { caseId: sells.id, versionId: draft.id, passed: false },
    ])
    const [first, second] = await results(begun.id, sells.id)
    expect(first).toMatchObject({
      passed: true,
      why: [],
      turns: [{ answer: 'Está no carrinho.' }, { answer: 'São R$ 31,00.' }],
    })
    expect(first!.turns[0]!.calls).toMatchObject([{ tool: 'add_to_cart', ok: true }])
    expect(second!.why).toEqual([
      { kind: 'never', value: 'amanhã' },
      { kind: 'tools', value: 'add_to_cart' },
    ])
    // The second message is asked with the first one's answer, and with the cart of this trial.
    const calls = await asked()
    expect(calls[2]!.messages[0]!.content).toContain('Bolo de cenoura')
    expect(calls[3]!.messages[0]!.content).toContain(TEXT)
    expect(calls[3]!.messages[0]!.content).not.toContain('Bolo de cenoura')
    const kinds = (rows: Record<string, unknown>[]) => rows.map(({ pk }) => String(pk).split('#')[1])
    const isNew = new Set(['list-locks', 'prompt-run', 'prompt-turn', 'job', 'ai-use', 'tokens', 'timers'])
    const after = await rowsOf(agent.companyId)
    expect(kinds(after).filter(kind => !isNew.has(kind!))).toEqual(kinds(before).filter(kind => !isNew.has(kind!)))
    const use = await aiUseOf(agent.companyId, '2000-01-01', '2999-01-01')
    expect(use).toMatchObject([{ kind: 'prompt', id: agent.prompt.id, calls: 5, toolCalls: 1 }])
  })

  it('is judged by the marks of earlier results', async () => {
    const agent = await makeAgent({ tools: { tag: true } })
    const { add, run, results, as, params, list } = bench(agent)
    const [good, bad] = [(await add({ messages: ['Marque'] })).body, (await add({ messages: ['Oi'] })).body]
    const versionId = (await list()).live.id
    await script(toolCall('set_tag', { name: 'VIP' }), 'Marquei.', 'Que horas são?')
    const first = (await run({ caseIds: [good.id, bad.id] })).body
    await play(agent.companyId, first)
    const mark = (caseId: string, value: 'good' | 'bad') =>
      call(promptCases.mark, { as, params: { ...params, caseId }, body: { value, runId: first.id, versionId } })
    expect((await mark(good.id, 'good')).body.mark).toMatchObject({ tools: ['set_tag'] })
    await mark(bad.id, 'bad')
    await script('Marquei mesmo.', 'QUE  HORAS são?')
    const second = (await run({ caseIds: [good.id, bad.id] })).body
    await play(agent.companyId, second)
    expect((await results(second.id, good.id))[0]!.why).toEqual([{ kind: 'good', value: 'set_tag' }])
    expect((await results(second.id, bad.id))[0]!.why).toEqual([{ kind: 'bad', value: '' }])
  })

  it('ends a conversation that is handed over, and goes on after a model that fails', async () => {
    const agent = await makeAgent()
    const { add, run, results } = bench(agent)
    const moved = (await add({ messages: ['Reclamação', 'Oi?'] })).body
    const asks = (await add({ messages: ['Quero um atendente'] })).body
    const last = (await add({ messages: ['Oi'] })).body
    await script(toolCall('transfer_to_person', { reason: 'Reclama' }), '', 'Olá!')
    const begun = (await run({ caseIds: [moved.id, asks.id, last.id] })).body
    await play(agent.companyId, begun)
    const [result] = await results(begun.id, moved.id)
    expect(result).toMatchObject({ passed: true, turns: [{ said: 'Reclamação', handsOver: 'Reclama' }] })
    expect((await results(begun.id, asks.id))[0]!.turns[0]).toMatchObject({ calls: [], handsOver: expect.any(String) })
    expect((await results(begun.id, last.id))[0]!.passed).not.toBeNull()
  })

  it('goes on at the message at which it was cut off', async () => {
    const agent = await makeAgent()
    const { add, run, results, get } = bench(agent)
    const { id } = (await add({ messages: ['Um', 'Dois', 'Três'] })).body
    await script('1', '2', '3')
    const begun = (await run({ caseIds: [id] })).body
    await play(agent.companyId, begun, 2)
    // The message of a step that was done comes again.
    const body = JSON.stringify({ type: 'promptRun', companyId: agent.companyId, jobId: begun.id, seq: 0 })
    await worker({ Records: [{ messageId: '1', body, attributes: {} }] } as never)
    expect((await results(begun.id, id))[0]).toMatchObject({ passed: null, turns: [{ answer: '1' }, { answer: '2' }] })
    await play(agent.companyId, begun)
    expect((await results(begun.id, id))[0]!.turns.map(({ answer }) => answer)).toEqual(['1', '2', '3'])
    expect((await get(begun.id)).status).toBe('done')
    expect(await asked()).toHaveLength(3)
  })

  it('is refused and ended at the month’s limit, and asks no model then', async () => {
    const agent = await makeAgent()
    const { add, run, get } = bench(agent)
    const { id } = (await add({ messages: ['Um', 'Dois'] })).body
    await script('1', '2')
    const begun = (await run({ caseIds: [id] })).body
    await play(agent.companyId, begun, 1)
    await saveSetting(agent.companyId, 'openAiMonthlyTokens', '1')
    await play(agent.companyId, begun)
    expect(await get(begun.id)).toMatchObject({ status: 'failed', error: 'ERR_AI_TOKENS_SPENT' })
    expect((await run({ caseIds: [id] })).error).toBe('ERR_AI_TOKENS_SPENT')
    expect(await asked()).toHaveLength(1)
  })

  it('is kept with the last twenty, and goes with its agent', async () => {
    const agent = await makeAgent()
    const { add, run, as, params } = bench(agent)
    const { id } = (await add({ messages: ['Oi'] })).body
    const ids: string[] = []
    for (let i = 0; i < 21; i++) {
      await script('Olá')
      const begun = (await run({ caseIds: [id] })).body
      await play(agent.companyId, begun)
      ids.unshift(begun.id)
    }
    const runs = (await call(promptRuns.list, { as, params })).body.runs.map(each => each.id)
    expect(runs).toEqual(ids.slice(0, 20))
    const { companyId, prompt } = agent
    const left = async () =>
      (await rowsOf(companyId)).filter(({ pk }) => /#prompt-(run|turn|case|version)#/.test(String(pk))).length
    expect(await left()).toBe(41)
    await Promise.all([
      removeVersions(companyId, prompt.id),
      removeCases(companyId, prompt.id),
      trimRuns(companyId, prompt.id, 0),
    ])
    expect(await left()).toBe(0)
  }, 60_000)

  it('is nobody’s in another company, nor of those who are no admins', async () => {
    const agent = await makeAgent()
    const { add, run, params, list } = bench(agent)
    const { id } = (await add({ messages: ['Oi'] })).body
    const begun = (await run({ caseIds: [id] })).body
    const { admin: stranger } = await makeCompany()
    const attendant = await makeUser(agent.companyId)
    const versionId = (await list()).live.id
    for (const as of [stranger, attendant]) {
      const code = as === stranger ? 'ERR_NO_PROMPT_FOUND' : 'ERR_NO_PERMISSION'
      const answers = [
        await call(promptVersions.list, { as, params }),
        await call(promptVersions.publish, { as, params: { ...params, versionId } }),
        await call(promptCases.list, { as, params }),
        await call(promptRuns.get, { as, params: { ...params, runId: begun.id } }),
        await call(promptRuns.results, { as, params: { ...params, runId: begun.id, caseId: id } }),
        await call(promptRuns.create, { as, params, body: { caseIds: [id] } }),
      ]
      expect(answers.map(({ error }) => error)).toEqual(answers.map(() => code))
    }
  })
})

describe('a trial in the dialog', () => {
  it('knows tools, and keeps its cart from message to message', async () => {
    const agent = await makeAgent()
    const shop = await openShop(agent.company)
    const { productId } = await sell(shop, { name: 'Bolo de milho', sellingPrice: 20, stock: 3 })
    const { as } = bench(agent)
    const attempt = (messages: { fromMe: boolean; body: string }[], trial?: string) =>
      call(prompts.attempt, {
        as,
        body: { promptId: agent.prompt.id, prompt: TEXT, tools: { cart: true }, messages, ...(trial ? { trial } : {}) },
      })
    await script(toolCall('add_to_cart', { productId, amount: 2 }), 'Pronto.', 'São R$ 40,00.')
    const said = { fromMe: false, body: 'Quero dois bolos' }
    const first = await attempt([said])
    expect([first.status, first.body]).toMatchObject([
      200,
      { answer: 'Pronto.', calls: [{ tool: 'add_to_cart', ok: true }] },
    ])
    const next = [said, { fromMe: true, body: 'Pronto.' }, { fromMe: false, body: 'Quanto?' }]
    expect((await attempt(next, first.body.trial)).body.answer).toBe('São R$ 40,00.')
    // A conversation that ends with the agent's own words asks for no answer.
    expect((await attempt(next.slice(0, 2))).status).toBe(400)
    // Nobody makes one up, and another company's is none.
    expect((await attempt(next, 'eyJ9')).error).toBe('ERR_PROMPT_TRIAL')
    const other = await makeAgent()
    const foreign = await call(prompts.attempt, {
      as: other.company.admin,
      body: { promptId: other.prompt.id, prompt: TEXT, messages: [said], trial: first.body.trial },
    })
    expect(foreign.error).toBe('ERR_PROMPT_TRIAL')
  })
})
