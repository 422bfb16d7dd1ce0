import { describe, expect, it } from 'vitest'
import {
  configuration,
  find,
  fresh,
  inMenu,
  kinds,
  live,
  MENU,
  message,
  OPEN,
  texts,
} from '../../../test/inbound-samples.ts'
import { decide } from './decide.ts'
import { MINUTE } from './pipeline.ts'

describe('the queue menu', () => {
  it('greets once with the numbered queues', () => {
    const actions = decide(fresh(), message(), configuration())
    expect(texts(actions)).toEqual([MENU])
    expect(find(actions, 'menu')).toMatchObject({ chatbot: true, menu: { phase: 'menu', repeats: 0 } })
    expect(find(actions, 'log')).toEqual({ type: 'log', event: 'chatBot' })
  })
  it('a valid number sets the queue and greets', () => {
    const actions = decide(inMenu(), message({ body: ' 2 ' }), configuration())
    expect(find(actions, 'queue')).toEqual({ type: 'queue', queueId: 'financeiro' })
    expect(texts(actions)).toEqual(['Bem-vindo a financeiro'])
    expect(find(actions, 'menu')).toMatchObject({ chatbot: false, menu: { phase: 'done' } })
  })
  it.each(['*João:*\n２', 'quero a 2', 'Financeiro, por favor', 'FINAN'])('%j chooses the second queue', body =>
    expect(find(decide(inMenu(), message({ body }), configuration()), 'queue')).toMatchObject({
      queueId: 'financeiro',
    }),
  )
  it('an invalid answer repeats it up to the limit, then leaves the ticket pending', () => {
    expect(texts(decide(inMenu(2), message({ body: '7' }), configuration()))).toEqual([MENU])
    const last = decide(inMenu(3), message({ body: '7' }), configuration())
    expect(texts(last)).toEqual([])
    expect(find(last, 'menu')).toMatchObject({ chatbot: false, menu: { phase: 'done' } })
  })
  it('not sooner than the interval', () => {
    const slow = configuration({ connection: { timeUseBotQueues: 5 } })
    const soon = decide(inMenu(0, OPEN - MINUTE), message({ body: 'x' }), slow)
    expect(kinds(soon).slice(2)).toEqual(['store'])
    expect(texts(decide(inMenu(0, OPEN - 5 * MINUTE), message({ body: 'x' }), slow))).toEqual([MENU])
  })
  it('a picture with a number under it is no choice', () => {
    const picture = message({ kind: 'media', body: '1', media: { kind: 'image', mimetype: 'image/png' } })
    expect(texts(decide(inMenu(), picture, configuration()))).toEqual([MENU])
  })
  it('a connection without queues greets once', () => {
    const none = configuration({ menu: [] })
    expect(texts(decide(fresh(), message(), none))).toEqual(['Olá!'])
    const done = live({ menu: { phase: 'done', startedAt: 0, shownAt: 0, repeats: 0 } })
    expect(texts(decide(done, message(), none))).toEqual([])
  })
  it('is armed to redirect who does not choose', () => {
    const on = configuration({ connection: { timeSendQueue: 15, sendIdQueue: 'vendas' } })
    expect(find(decide(fresh(), message(), on), 'arm')).toEqual({
      type: 'arm',
      timer: 'redirectQueue',
      dueAt: OPEN + 15 * MINUTE,
    })
  })
  it('is silent once a person or a queue has the ticket', () => {
    const open = { status: 'open' as const }
    expect(texts(decide(live({ ...open, userId: 'ana' }), message({ body: '1' }), configuration()))).toEqual([])
    expect(texts(decide(live({ ...open }), message({ body: '1' }), configuration()))).toEqual([])
    expect(texts(decide(live({ queueId: 'vendas' }), message({ body: '1' }), configuration()))).toEqual([])
  })
})
