import { describe, expect, it } from 'vitest'
import {
  configuration,
  finance,
  kinds,
  live,
  MENU,
  message,
  OPEN,
  queue,
  sales,
  texts,
} from '../../../test/inbound-samples.ts'
import { decide } from './decide.ts'
import type { PipelineAction, PipelineState } from './pipeline.ts'

const asked = (actions: readonly PipelineAction[]) => actions.filter(action => action.type === 'askBot')
const bot = queue('bot', { greetingMessage: '', integrationId: 'n8n', promptId: 'ia' })
const ofConnection = configuration({ connection: { promptId: 'ia' } })

describe('a bot', () => {
  it('of the connection answers instead of the choice of queues', () => {
    const actions = decide(live(), message(), ofConnection)
    expect(asked(actions)).toEqual([{ type: 'askBot', bot: { kind: 'prompt', id: 'ia' }, begins: true }])
    expect(texts(actions)).toEqual([])
  })
  it('goes on with what it began, whatever is set by now', () => {
    const state = live({ bot: { kind: 'integration', id: 'n8n' } })
    expect(asked(decide(state, message(), ofConnection))).toEqual([
      { type: 'askBot', bot: { kind: 'integration', id: 'n8n' }, begins: false },
    ])
  })
  it('of the queue goes before that of the connection, an integration before an agent', () => {
    const config = configuration({ queues: [bot], menu: [], connection: { promptId: 'outra' } })
    expect(asked(decide(live({ queueId: 'bot' }), message(), config))).toEqual([
      { type: 'askBot', bot: { kind: 'integration', id: 'n8n' }, begins: true },
    ])
  })
  it('begins with the message that chose its queue, and with the first one where there is no choice', () => {
    const menu = { phase: 'menu' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const chosen = decide(live({ menu }), message({ body: '2' }), configuration({ queues: [sales, bot] }))
    expect(kinds(chosen)).toContain('queue')
    expect(asked(chosen)).toHaveLength(1)
    const only = decide(live(), message(), configuration({ queues: [bot, finance], menu: ['bot'] }))
    expect(asked(only)).toHaveLength(1)
  })
  it('that was deleted is left for the menu, and the next message asks whoever answers there by then', () => {
    const state = live({ bot: { kind: 'prompt', id: 'ia' } })
    const gone = configuration({ botIds: [] })
    const actions = decide(state, message(), gone)
    expect(kinds(actions)).toContain('leaveBot')
    expect(asked(actions)).toEqual([])
    expect(texts(actions)).toEqual([MENU])
    const replaced = configuration({ botIds: ['outra'], connection: { promptId: 'outra' } })
    expect(asked(decide(state, message(), replaced))).toEqual([
      { type: 'askBot', bot: { kind: 'prompt', id: 'outra' }, begins: true },
    ])
    const menu = { phase: 'menu' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    expect(asked(decide(live({ menu }), message(), replaced))).toHaveLength(1)
  })
  it("that was deleted in its queue is replaced by the queue's own reply", () => {
    const menu = { phase: 'entered' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const state = live({ queueId: 'vendas', menu, bot: { kind: 'integration', id: 'n8n' } })
    const actions = decide(state, message(), configuration({ botIds: [] }))
    expect(kinds(actions)).toContain('leaveBot')
    expect(texts(actions)).toEqual(['Bem-vindo a vendas'])
  })
  it.each<[string, PipelineState, Parameters<typeof message>[0]]>([
    ['once a person has the ticket', live({ userId: 'ana', status: 'open' }), {}],
    ['once it handed over', live({ menu: { phase: 'done', startedAt: OPEN, shownAt: OPEN, repeats: 0 } }), {}],
    ['to what is typed on the handset', live(), { fromMe: true }],
    ['outside the hours', live({}, { now: Date.parse('2026-11-21T02:00:00Z') }), {}],
  ])('says nothing %s', (_, state, changes) => {
    const config = configuration({ connection: { promptId: 'ia' }, settings: { scheduleType: 'company' } })
    expect(asked(decide(state, message(changes), config))).toEqual([])
  })
})
