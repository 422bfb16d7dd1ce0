import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSimulators, startSimulators } from '../start-simulators.ts'

let simulators: RunningSimulators

beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(path.startsWith('http') ? path : `${simulators.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

type Call = { at: string; method: string; url: string; headers: Record<string, string>; body: string }

async function setScript(name: string, script: unknown): Promise<string> {
  const answer = await post(`/sim/bots/${name}`, script)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { url: string }).url
}
const calls = async (name: string) => (await (await fetch(`${simulators.url}/sim/bots/${name}/calls`)).json()) as Call[]

describe('a bot', () => {
  it('answers its replies in order, and keeps the calls with their raw bodies', async () => {
    const url = await setScript('webhook', { replies: ['Olá', { replies: ['a', 'b'], close: true }] })
    const answers = []
    for (const n of [1, 2, 3]) answers.push(await (await post(`${url}?n=${n}`, { n })).json())
    expect(answers).toEqual([{ reply: 'Olá' }, { replies: ['a', 'b'], close: true }, {}])
    const asked = await calls('webhook')
    expect(asked.at(-1)).toMatchObject({ method: 'POST', url: `${url}?n=3`, body: '{"n":3}' })
    expect(asked.at(-1)!.headers['content-type']).toBe('application/json')
    expect(Date.parse(asked.at(-1)!.at)).toBeGreaterThan(Date.now() - 60_000)
  })

  it.each([
    ['so many calls', 2, [500, 500, 200]],
    ['all calls', true, [500, 500, 500]],
    ['as configured', { status: 429, times: 1 }, [429, 200, 200]],
  ])('fails %s, and takes no reply for them', async (_, fail, statuses) => {
    const url = await setScript('webhook', { replies: ['first'], fail })
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await post(url, {}))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const first = answers.find(({ status }) => status === 200)
    if (first) expect(await first.json()).toEqual({ reply: 'first' })
  })

  it('waits as long as configured', async () => {
    const url = await setScript('webhook', { replies: ['late'], delayMs: 150 })
    const begun = performance.now()
    await post(url, {})
    expect(performance.now() - begun).toBeGreaterThan(140)
  })

  it('that nobody knows has no address; a script of another form is refused', async () => {
    expect((await post('/sim/bots/eliza', {})).status).toBe(404)
    expect((await post('/simulated/bots/eliza', {})).status).toBe(404)
    expect((await post('/sim/bots/webhook', { fail: 'often' })).status).toBe(400)
    expect((await fetch(`${simulators.url}/sim/bots/webhook/calls`, { method: 'PUT' })).status).toBe(405)
  })

  it('has a screen and shows its address', async () => {
    const page = await fetch(`${simulators.url}/bots`)
    expect(page.headers.get('content-type')).toContain('text/html')
    const systems = (await (await fetch(`${simulators.url}/sim/systems`)).json()) as unknown[]
    expect(systems).toContainEqual({ name: 'Bots', href: '/bots' })
  })
})

describe('typebot', () => {
  it('begins and goes on, and its flow ends when nothing is left', async () => {
    const url = await setScript('typebot', { replies: ['Qual mesa?'] })
    const begun = (await (await post(`${url}/api/v1/typebots/vendas/startChat`, {})).json()) as { sessionId: string }
    expect(begun).toMatchObject({
      messages: [{ type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Qual mesa?' }] }] } }],
      input: { type: 'text input' },
    })
    const on = await post(`${url}/api/v1/sessions/${begun.sessionId}/continueChat`, { message: 'a redonda' })
    expect(await on.json()).toEqual({ messages: [] })
    expect((await post(`${url}/api/v1/sessions/nobody/continueChat`, { message: 'x' })).status).toBe(404)
  })
})

describe('dialogflow', () => {
  it('answers nobody without a token, and gives one only for an assertion', async () => {
    const url = await setScript('dialogflow', { replies: ['Olá'] })
    const detect = await post(`${url}/v2/projects/loja/agent/sessions/1:detectIntent`, {})
    expect(detect.status).toBe(401)
    const grant = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'a.b.c' })
    const token = await fetch(`${url}/token`, { method: 'POST', body: grant })
    expect([token.status, await token.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })
})
