import { copilot } from '@balcao/shared/api/automation/copilot.ts'
import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAgent } from '../../../../test/agent-fixture.ts'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import { tokenUse } from '../../../data/automation/token-use.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import { handler as jobs } from '../../../workers/jobs/handler.ts'
import { citedSources, withoutCitation } from './sources.ts'

const { gate, sim } = await useSimulators()

type Asked = { body: string }
const script = (given: object) => sim('POST', 'bots/openai', given)
const lastAsked = async () =>
  JSON.parse((await sim<Asked[]>('GET', 'bots/openai/calls')).at(-1)!.body) as {
    messages: { role: string; content: string }[]
    stream?: boolean
  }

beforeEach(async () => {
  await script({})
  await sim('DELETE', 'bots/openai/calls')
})

/** Returns an agent's company with a ticket in which the contact wrote `texts`, and its admin. */
async function talk(...texts: string[]) {
  const it = await makeAgent()
  await script({ replies: texts.map(() => 'Certo.') })
  for (const body of texts) await it.write({ body })
  await script({})
  const { id } = await it.ticket()
  const act = (body: object, as = it.company.admin) =>
    call(copilot.act, { as, params: { ticketId: id }, body: body as never })
  return { company: it.company, ticketId: id, act }
}

const fieldsIn = (body: unknown) => (body as { fields: Record<string, { value: string; messageId: string }> }).fields

describe('the copilot', () => {
  it('suggests from the conversation and fitting quick messages, as data, and sends nothing', async () => {
    const { company, ticketId, act } = await talk('Vocês entregam em Pinheiros?')
    const as = company.admin
    await call(quickMessages.create, {
      as,
      body: { shortcode: 'entrega', message: 'Entregamos em Pinheiros por R$ 10,00.', geral: true },
    })
    await call(quickMessages.create, { as, body: { shortcode: 'pix', message: 'A chave é 123.', geral: true } })
    const before = (await listMessages(company.id, ticketId, { limit: 50 })).length
    await script({ replies: ['Sim, por R$ 10,00.\nFontes: [1]'] })
    const { status, body } = await act({ action: 'suggest' })
    expect([status, body]).toEqual([
      200,
      {
        text: 'Sim, por R$ 10,00.',
        sources: [
          {
            ...{ kind: 'quickMessage', id: expect.any(String), name: 'entrega', heading: '' },
            text: 'Entregamos em Pinheiros por R$ 10,00.',
          },
        ],
      },
    ])
    const { messages } = await lastAsked()
    expect(messages[1]!.content).toContain('cliente: "Vocês entregam em Pinheiros?"')
    expect(messages[1]!.content).not.toContain('A chave é 123.')
    expect((await listMessages(company.id, ticketId, { limit: 50 })).length).toBe(before)
  })

  it('changes a text, and sees no conversation for it', async () => {
    const { act } = await talk('Segredo do contato')
    await script({ replies: ['Bom dia.', 'Good morning.'] })
    expect((await act({ action: 'formal', text: 'bom dia!!' })).body).toEqual({ text: 'Bom dia.' })
    expect((await act({ action: 'translate', text: 'Bom dia.', language: 'en' })).body).toEqual({
      text: 'Good morning.',
    })
    const { messages } = await lastAsked()
    expect(messages[0]!.content).toContain('código en')
    expect(messages[1]!.content).toBe('Texto:\n"Bom dia."')
  })

  it('translates into the contact’s language where none is named', async () => {
    const { act } = await talk('¿Cuánto cuesta?')
    await script({ replies: ['Cuesta poco.'] })
    expect((await act({ action: 'translate', text: 'Custa pouco.' })).status).toBe(200)
    expect((await lastAsked()).messages[1]!.content).toContain('cliente: "¿Cuánto cuesta?"')
  })

  it('fills the customer form only with what the contact wrote, and says where', async () => {
    const { act, company, ticketId } = await talk('Sou Maria Andrade, CPF 529.982.247-25', 'maria@exemplo.com.br')
    const rows = (await listMessages(company.id, ticketId, { limit: 50 })).reverse()
    const numbered = rows.map(({ id, body }, i) => ({ id, body, number: i + 1 }))
    const [first, second] = numbered.filter(({ body }) => body !== 'Certo.')
    const given = {
      fullName: { value: 'Maria Andrade', message: first!.number },
      document: { value: '529.982.247-25', message: first!.number },
      email: { value: 'maria@exemplo.com.br', message: second!.number },
      // Made up, in the agent's words, of a wrong message, of no form.
      birthday: { value: '1990-05-01', message: first!.number },
      city: { value: 'Certo', message: 2 },
      zipCode: { value: '01310100', message: 99 },
      state: 'SP',
    }
    await script({ replies: [`Aqui está:\n${JSON.stringify(given)}`] })
    const { status, body } = await act({ action: 'customer' })
    expect([status, fieldsIn(body)]).toEqual([
      200,
      {
        fullName: { value: 'Maria Andrade', messageId: first!.id, words: first!.body },
        document: { value: '52998224725', messageId: first!.id, words: first!.body },
        email: { value: 'maria@exemplo.com.br', messageId: second!.id, words: second!.body },
      },
    ])
    await script({ replies: ['não sei'] })
    expect((await act({ action: 'customer' })).body).toEqual({ fields: {} })
  })

  it('streams to the asking user, and answers the whole text', async () => {
    const { act } = await talk('Oi')
    const long = 'Bom dia, tudo bem? '.repeat(10).trim()
    await script({ replies: [long] })
    const answer = await act({ action: 'summarize', requestId: crypto.randomUUID() })
    expect(answer.body).toEqual({ text: long })
    expect((await lastAsked()).stream).toBe(true)
  })

  it('counts what was paid for, also without a text, and the search for its sources', async () => {
    const { act, company } = await talk('Vocês aceitam trocas com nota fiscal?')
    const as = company.admin
    gate.sent()
    await call(knowledge.create, { as, body: { name: 'Trocas', text: 'Aceitamos trocas com a nota fiscal.' } })
    for (const waiting = gate.sent(); waiting.length > 0; waiting.push(...gate.sent()))
      await jobs(batchOf([JSON.stringify(waiting.shift())]))
    const tokens = async () => (await tokenUse(company.id)).tokens
    const before = await tokens()
    const nothing = { choices: [{ message: { content: '' } }], usage: { prompt_tokens: 60, completion_tokens: 30 } }
    await script({ replies: [nothing, nothing] })
    expect((await act({ action: 'summarize' })).error).toBe('ERR_AI_ANSWER')
    expect(await tokens()).toBe(before + 90)
    expect((await act({ action: 'suggest' })).error).toBe('ERR_AI_ANSWER')
    expect(await tokens()).toBeGreaterThan(before + 180)
  })

  it('says why it cannot, and changes nothing', async () => {
    const { act, company } = await talk('Oi')
    const details = async (body: object) => (await act(body)).details.map(({ path }) => path)
    expect(await details({ action: 'shorten' })).toEqual(['text'])
    expect(await details({ action: 'shorten', text: '   ' })).toEqual(['text'])
    expect(await details({ action: 'send' })).toEqual(['action'])
    expect(await details({ action: 'translate', text: 'a', language: 'portuguese' })).toEqual(['language'])
    await script({ fail: { status: 401 } })
    expect((await act({ action: 'summarize' })).error).toBe('ERR_AI_KEY_REFUSED')
    await script({ fail: { status: 401 } })
    expect((await act({ action: 'summarize', requestId: crypto.randomUUID() })).error).toBe('ERR_AI_KEY_REFUSED')
    await script({ replies: [''] })
    expect((await act({ action: 'summarize', requestId: crypto.randomUUID() })).error).toBe('ERR_AI_ANSWER')
    // Nobody who may not see the ticket, nobody of another company.
    const outside = await makeUser(company.id)
    expect((await act({ action: 'summarize' }, outside)).error).toBe('ERR_NO_PERMISSION')
    expect((await act({ action: 'summarize' }, (await makeCompany()).admin)).error).toBe('ERR_NO_TICKET_FOUND')
  })
})

describe('the sources of a suggestion', () => {
  const sources = ['a', 'b'].map(id => ({ kind: 'knowledge' as const, id, name: id, heading: '', text: id }))
  it('are those its last line names, or all', () => {
    expect(citedSources('Sim.\nFontes: [2]', sources)).toEqual([sources[1]])
    expect(citedSources('Sim.\nFontes: nenhuma', sources)).toEqual([])
    expect(citedSources('Sim.', sources)).toEqual(sources)
    for (const text of ['Sim.\nFontes: [2]', 'Sim.\nFon', 'Sim.\nSources: none \n', 'Sim.'])
      expect(withoutCitation(text)).toBe('Sim.')
    expect(withoutCitation('As fontes: duas')).toBe('As fontes: duas')
  })
})
