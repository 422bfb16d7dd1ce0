/**
 * Every system a bot asks while it hangs, is down, throttles or lies: the ticket is a person's,
 * with a note, or the answer comes another way. Limits of calls are shortened, else each case would
 * wait for them.
 */

import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { allowLogged } from '@balcao/shared/test/output.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { GOOD_KEY, makeAgent, VOICE_KEY } from '../../test/agent-fixture.ts'
import { makeIntegrated } from '../../test/integrated-fixture.ts'
import { config } from '../config.ts'
import { listMessages } from '../data/tickets/message.ts'
import type * as outgoing from '../integrations/outgoing/call-external-url.ts'
import { putObject } from '../integrations/storage.ts'
import { runBotReply } from './run-bot-reply.ts'

/** Time limit of a call here (ms); a system that hangs takes far longer. */
const LIMIT_MS = 400
const HANGS = { delayMs: 60_000 }

vi.mock('../integrations/outgoing/call-external-url.ts', async original => {
  const real = await original<typeof outgoing>()
  const callExternalUrl: typeof outgoing.callExternalUrl = (url, request, options = {}) =>
    real.callExternalUrl(url, request, {
      ...options,
      timeoutMs: Math.min(LIMIT_MS, options.timeoutMs ?? LIMIT_MS),
    })
  return { ...real, callExternalUrl }
})

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
  expect(config().OPENAI_URL).toContain(new URL(simulators.url).host)
})
afterEach(() => allowLogged('an integration could not answer'))
afterAll(() => simulators.close())

async function script(name: string, given: object): Promise<{ url: string; jsonContent: string }> {
  const answer = await fetch(`${simulators.url}/sim/bots/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { url: string; jsonContent: string }
}

const FAULTS: [string, object][] = [
  ['hangs', HANGS],
  ['is down', { fail: { status: 503 } }],
  ['throttles', { fail: { status: 429 } }],
]

const INTEGRATIONS = {
  webhook: async (given: object) => ({ type: 'webhook', urlN8N: (await script('webhook', given)).url }),
  n8n: async (given: object) => ({ type: 'n8n', urlN8N: (await script('webhook', given)).url }),
  typebot: async (given: object) => ({
    ...{ type: 'typebot', urlN8N: (await script('typebot', given)).url },
    ...{ typebotSlug: 'vendas', typebotDelayMessage: 0 },
  }),
  dialogflow: async (given: object) => ({
    ...{ type: 'dialogflow', projectName: 'loja', jsonContent: (await script('dialogflow', given)).jsonContent },
  }),
}

describe.each(Object.keys(INTEGRATIONS) as (keyof typeof INTEGRATIONS)[])('a system behind %s', name => {
  it.each([...FAULTS, ['lies', { replies: [{ nothing: ['of', 'its'], form: 1 }] }] as [string, object]])(
    'that %s leaves the conversation to a person, with a note, once',
    async (fault, given) => {
      // What a webhook answers in another form says nothing, and is no failure.
      const isHeard = fault === 'lies' && (name === 'webhook' || name === 'n8n')
      const it = await makeIntegrated(await INTEGRATIONS[name](given))
      const ticket = await it.writeAndReply('oi')
      expect(ticket).toMatchObject({ status: 'pending', useIntegration: isHeard })
      expect(await it.talk()).toEqual([])
      expect(await it.notes()).toHaveLength(isHeard ? 0 : 1)
      // Nobody asks it again by itself.
      await runBotReply({ companyId: it.companyId, ticketId: ticket.id })
      expect(await it.notes()).toHaveLength(isHeard ? 0 : 1)
    },
  )
})

describe('the model of an agent', () => {
  it.each(FAULTS)('that %s leaves the conversation to a person, with a note', async (_, given) => {
    const agent = await makeAgent()
    await script('openai', given)
    const { id: ticketId } = await agent.write()
    await runBotReply({ companyId: agent.companyId, ticketId })
    expect(await agent.ticket()).toMatchObject({ status: 'pending', useIntegration: false, promptId: null })
    expect((await agent.ticket()).queue?.id).toBe(agent.target.id)
    const notes = await agent.notes()
    expect(notes).toHaveLength(1)
    expect(notes[0]).not.toContain(GOOD_KEY)
  })
})

describe('a voice message', () => {
  it.each([...FAULTS, ['lies', { replies: [{ words: 7 }] }] as [string, object]])(
    'that is to be transcribed by a service that %s is answered by nobody, and a person has it',
    async (_, given) => {
      const agent = await makeAgent()
      await script('openai', given)
      const key = `${agent.companyId}/media/in/${crypto.randomUUID()}`
      await putObject(key, new Uint8Array(2000), 'audio/ogg')
      const media = { kind: 'audio' as const, key, mimetype: 'audio/ogg', size: 2000, ptt: true, seconds: 2 }
      const { id: ticketId } = await agent.write({ kind: 'media', body: '', media })
      await runBotReply({ companyId: agent.companyId, ticketId })
      expect(await agent.ticket()).toMatchObject({ status: 'pending', useIntegration: false, promptId: null })
      expect(await agent.notes()).toHaveLength(1)
      const [message] = await listMessages(agent.companyId, ticketId, { limit: 1 })
      expect([message!.mediaType, message!.transcript ?? '']).toEqual(['audio', ''])
    },
  )
})

describe('the voice of an agent', () => {
  it.each(FAULTS)('by a service that %s is written instead', async (_, given) => {
    const agent = await makeAgent({ voice: 'pt-BR-FranciscaNeural', voiceKey: VOICE_KEY, voiceRegion: 'brazilsouth' })
    await script('openai', { replies: ['Abrimos às nove.'] })
    await script('azure', given)
    const { id: ticketId } = await agent.write()
    await runBotReply({ companyId: agent.companyId, ticketId })
    expect((await agent.talk()).at(-1)).toBe('machine: Abrimos às nove.')
    expect(await agent.ticket()).toMatchObject({ useIntegration: true, promptId: agent.prompt.id })
    await script('azure', {})
  })
})
