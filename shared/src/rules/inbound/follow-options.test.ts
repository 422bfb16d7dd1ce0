import { describe, expect, it } from 'vitest'
import {
  configuration,
  finance,
  find,
  fresh,
  inMenu,
  live,
  message,
  NIGHT,
  OPEN,
  option,
  picture,
  queue,
  sales,
  texts,
} from '../../../test/inbound-samples.ts'
import { DEFAULT_SCHEDULES } from '../../entities/working-hours.ts'
import { decide } from './decide.ts'
import type { PipelineConfiguration } from './pipeline.ts'
import { MINUTE } from './pipeline.ts'
import { playAnswer, startPlay } from './play.ts'

/** Vendas: Orçamento (Novo, Usado (Caminhão)), Cobrança → financeiro, Encerrar. */
const options = [
  option('orçamento', { option: 1 }),
  option('cobrança', { option: 2, kind: 'queue', targetQueueId: 'financeiro', message: 'Já te passo' }),
  option('encerrar', { option: 3, kind: 'close', message: 'Até logo!' }),
  option('novo', { parentId: 'orçamento', option: 1 }),
  option('usado', { parentId: 'orçamento', option: 2 }),
  option('caminhão', { parentId: 'usado', option: 1 }),
]
const tree = configuration({ options })
const FIRST = 'Bem-vindo a vendas\n\n*1* - orçamento\n*2* - cobrança\n*3* - encerrar\n*0* - Voltar'
const BUDGET = 'Sobre orçamento\n\n*1* - novo\n*2* - usado\n*0* - Voltar\n*#* - Menu principal'
const MAIN = 'Olá!\n\n*1* - vendas\n*2* - financeiro'

/** Returns the bot's replies to each answer; answers come a minute apart. */
function talk(given: PipelineConfiguration, answers: readonly string[], begin = OPEN) {
  let state = startPlay(given)
  return answers.map((answer, i) => {
    const { state: after, replies, ...rest } = playAnswer(state, answer, begin + i * MINUTE)
    state = after
    return { replies: replies.map(({ text }) => text), menu: after.ticket?.menu, ...rest }
  })
}
const replies = (...given: Parameters<typeof talk>) => talk(...given).map(turn => turn.replies)

describe('the options of a queue', () => {
  it('are offered with its greeting, and go down by number to a person', () => {
    const turns = talk(tree, ['oi', '1', '1', '1', 'oi?'])
    expect(turns.map(turn => turn.replies)).toEqual([[MAIN], [FIRST], [BUDGET], ['Sobre novo'], []])
    expect(turns.map(({ ended }) => ended)).toEqual([null, null, null, 'person', 'person'])
    expect(turns[2]?.where).toEqual({ queueId: 'vendas', optionId: 'orçamento', path: ['orçamento'] })
    expect(turns[3]).toMatchObject({ where: { queueId: 'vendas', optionId: null }, menu: { phase: 'done' } })
  })
  it('`0` goes back one level and from the first menu to the queues, `#` to them from anywhere', () => {
    expect(replies(tree, ['oi', '1', '1', '2', '0', '0', '0', '2'])).toEqual([
      [MAIN],
      [FIRST],
      [BUDGET],
      ['Sobre usado\n\n*1* - caminhão\n*0* - Voltar\n*#* - Menu principal'],
      [BUDGET],
      [FIRST],
      [MAIN],
      ['Bem-vindo a financeiro'],
    ])
    const turns = talk(tree, ['oi', '1', '1', '2', '#'])
    expect(turns.at(-1)).toMatchObject({
      replies: [MAIN],
      where: { queueId: null },
      menu: { phase: 'menu', repeats: 0 },
    })
  })
  it('going back to the queues takes the ticket out of its queue, and the time to choose begins anew', () => {
    const on = configuration({ options, connection: { timeSendQueue: 15, sendIdQueue: 'financeiro' } })
    const menu = { phase: 'options' as const, startedAt: OPEN - 9 * MINUTE, shownAt: OPEN - 9 * MINUTE, repeats: 2 }
    const actions = decide(live({ queueId: 'vendas', menu }), message({ body: '0' }), on)
    expect(find(actions, 'queue')).toEqual({ type: 'queue', queueId: null })
    expect(find(actions, 'menu')).toMatchObject({ chatbot: true, menu: { phase: 'menu', startedAt: OPEN, repeats: 0 } })
    expect(find(actions, 'arm')).toEqual({ type: 'arm', timer: 'redirectQueue', dueAt: OPEN + 15 * MINUTE })
  })
  it('an invalid answer repeats the menu it was given to, up to the limit, then a person takes over', () => {
    const turns = talk(tree, ['oi', '1', '1', 'x', '9', 'x', 'x', '1'])
    expect(turns.slice(3).map(turn => turn.replies)).toEqual([[BUDGET], [BUDGET], [BUDGET], [], []])
    expect(turns.at(-2)).toMatchObject({ ended: 'person', where: { queueId: 'vendas' } })
    const slow = configuration({ options, connection: { timeUseBotQueues: 2 } })
    expect(replies(slow, ['oi', '1', 'x', 'x', 'x']).slice(2)).toEqual([[], [FIRST], []])
  })
  it('a valid answer gives the next menu its repetitions again', () => {
    expect(replies(tree, ['oi', 'x', 'x', 'x', '1', 'x', 'x', 'x', '1', 'x']).at(-1)).toEqual([BUDGET])
  })
  it('one of kind queue hands over to it, with its own menu', () => {
    const there = option('boleto', { queueId: 'financeiro' })
    const turns = talk(configuration({ options: [...options, there] }), ['oi', '1', '2', '0'])
    expect(turns[2]).toMatchObject({
      replies: ['Já te passo', 'Bem-vindo a financeiro\n\n*1* - boleto\n*0* - Voltar'],
      where: { queueId: 'financeiro' },
      ended: null,
    })
    expect(turns[3]?.replies).toEqual([MAIN])
    const menu = { phase: 'options' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const actions = decide(live({ queueId: 'vendas', menu }), message({ body: '2' }), tree)
    expect(actions.filter(({ type }) => type === 'log')).toEqual([{ type: 'log', event: 'redirect' }])
    expect(actions.flatMap(action => (action.type === 'reply' ? [action.step] : []))).toEqual([0, 1])
  })
  it('one whose queue is gone leaves the contact to a person where they are', () => {
    const lost = [option('longe', { kind: 'queue', targetQueueId: 'gone', message: 'Um momento' })]
    expect(talk(configuration({ options: lost }), ['oi', '1', '1']).at(-1)).toMatchObject({
      replies: ['Um momento'],
      ended: 'person',
      where: { queueId: 'vendas' },
    })
  })
  it('one of kind close sends its message and closes; the next message begins anew', () => {
    const turns = talk(tree, ['oi', '1', '3', 'oi'])
    expect(turns[2]).toMatchObject({ replies: ['Até logo!'], ended: 'closed' })
    expect(turns[3]).toMatchObject({ replies: [MAIN], ended: null })
  })
  it('whose queue lost them hands over; whose menu lost them shows the first one again', () => {
    const menu = { phase: 'options' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const at = { id: 'gone', path: ['Gone'] }
    const none = decide(live({ queueId: 'vendas', menu }), message({ body: '1' }), configuration())
    expect(texts(none)).toEqual([])
    expect(find(none, 'menu')).toMatchObject({ chatbot: false, menu: { phase: 'done' } })
    const lost = decide(live({ queueId: 'vendas', menu: { ...menu, at } }), message({ body: '2' }), tree)
    expect(texts(lost)).toEqual([FIRST])
    expect(find(lost, 'queue')).toBeUndefined()
    expect(texts(decide(live({ queueId: 'gone', menu }), message({ body: '1' }), tree))).toEqual([])
    expect(texts(decide(live({ menu }), message({ body: '1' }), tree))).toEqual([MAIN])
  })
  it('keep silent for a person, the handset and groups', () => {
    const menu = { phase: 'options' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const at = { queueId: 'vendas', menu }
    expect(texts(decide(live({ ...at, status: 'open', userId: 'ana' }), message({ body: '1' }), tree))).toEqual([])
    const own = decide(live(at), message({ body: '1', fromMe: true }), tree)
    expect(texts(own)).toEqual([])
    expect(find(own, 'menu')).toMatchObject({ chatbot: false, menu: { phase: 'done' } })
    const open = configuration({ options, settings: { CheckMsgIsGroup: 'disabled' } })
    expect(texts(decide(live(at), message({ body: '1', group: { id: 'g' } }), open))).toEqual([])
  })
  it('keep the last levels of a long way', () => {
    const deep = Array.from({ length: 6 }, (_, i) =>
      option(`nível ${i}`, { parentId: i === 0 ? null : `nível ${i - 1}`, title: i === 4 ? 'x'.repeat(100) : `n${i}` }),
    )
    const turns = talk(configuration({ options: deep }), ['oi', '1', '1', '1', '1', '1', '1'])
    expect(turns[3]?.where.path).toEqual(['n0', 'n1'])
    expect(turns[6]?.where.path).toEqual(['…', 'n2', 'n3', 'x'.repeat(40)])
  })
})

describe('files', () => {
  const voice = { ...picture, kind: 'audio' as const }
  const spoken = (given: PipelineConfiguration, answers: string[]) => {
    let state = startPlay(given)
    return answers.map((answer, i) => {
      const played = playAnswer(state, answer, OPEN + i * MINUTE)
      state = played.state
      return played.replies.map(({ text, media }) => [media?.kind ?? null, text])
    })
  }

  it('come before the text: with it below where it has a place, else with the text after them', () => {
    const greeting = { ...sales, media: picture }
    const first = [option('fotos', { media: voice }), option('preços', { option: 2, media: picture, message: '' })]
    const given = configuration({ options: first, queues: [greeting, finance] })
    expect(spoken(given, ['oi', '1', '1'])[1]).toEqual([
      ['image', 'Bem-vindo a vendas\n\n*1* - fotos\n*2* - preços\n*0* - Voltar'],
    ])
    expect(spoken(given, ['oi', '1', '1'])[2]).toEqual([
      ['audio', ''],
      [null, 'Sobre fotos'],
    ])
    expect(spoken(given, ['oi', '1', '2'])[2]).toEqual([['image', '']])
    const long = configuration({ queues: [{ ...greeting, greetingMessage: 'a'.repeat(1025) }, finance] })
    expect(spoken(long, ['oi', '1'])[1]?.map(([kind]) => kind)).toEqual(['image', null])
  })
  it('are sent on the way down, not again with the menu', () => {
    const first = [option('a', { media: picture }), option('b', { parentId: 'a' })]
    const given = configuration({ options: first, queues: [{ ...sales, media: picture }, finance] })
    const kinds = spoken(given, ['oi', '1', '1', 'x', '0', 'x']).map(turn => turn.map(([kind]) => kind))
    expect(kinds).toEqual([[null], ['image'], ['image'], [null], [null], [null]])
  })
})

describe('a connection with one queue', () => {
  const queues = [sales]
  it('offers its options, under the greeting only with the setting', () => {
    const LINES = '*1* - orçamento\n*2* - cobrança\n*3* - encerrar'
    expect(replies(configuration({ queues, options }), ['oi', '1', '0', '#', '0'])).toEqual([
      [LINES],
      ['Sobre orçamento\n\n*1* - novo\n*2* - usado\n*0* - Voltar'],
      [LINES],
      [LINES],
      [LINES],
    ])
    const settings = { sendGreetingMessageOneQueues: 'enabled' }
    const actions = decide(fresh(), message(), configuration({ queues, options, settings }))
    expect(texts(actions)).toEqual([`Bem-vindo a vendas\n\n${LINES}`])
    expect(find(actions, 'menu')).toMatchObject({ chatbot: true, menu: { phase: 'options' } })
    expect(actions.flatMap(action => (action.type === 'log' ? [action.event] : []))).toEqual(['queue', 'chatBot'])
  })
  it('is where `0` and `#` lead back to from another queue it handed over to', () => {
    const there = [
      option('boleto', { queueId: 'financeiro' }),
      option('2a via', { queueId: 'financeiro', parentId: 'boleto' }),
    ]
    const given = configuration({ queues: [sales, finance], menu: ['vendas'], options: [...options, ...there] })
    for (const answers of [
      ['oi', '2', '0'],
      ['oi', '2', '1', '#'],
    ]) {
      expect(talk(given, answers).at(-1)).toMatchObject({
        replies: ['*1* - orçamento\n*2* - cobrança\n*3* - encerrar'],
        where: { queueId: 'vendas' },
      })
    }
  })
  it('leaves a ticket that a person gave back without a queue to people', () => {
    const menu = { phase: 'done' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const settings = { sendGreetingMessageOneQueues: 'enabled' }
    const actions = decide(live({ menu }), message(), configuration({ queues, options, settings }))
    expect(find(actions, 'queue')).toEqual({ type: 'queue', queueId: 'vendas' })
    expect(texts(actions)).toEqual([])
  })
})

describe('a queue that is closed', () => {
  const settings = { scheduleType: 'queue' }
  const late = queue('financeiro', { schedules: DEFAULT_SCHEDULES, outOfHoursMessage: 'Financeiro fechou' })
  const there = option('boleto', { queueId: 'financeiro' })
  const given = configuration({ settings, queues: [sales, late], options: [...options, there] })

  it('sends its hours instead of greeting and menu, and offers them once it is open', () => {
    const night = talk(given, ['oi', '2', 'oi?'], NIGHT)
    expect(night.map(turn => turn.replies)).toEqual([[MAIN], ['Financeiro fechou'], []])
    expect(night[1]).toMatchObject({ ended: 'person', where: { queueId: 'financeiro' } })
    const menu = night[2]!.menu!
    const morning = decide(live({ queueId: 'financeiro', menu }), message(), given)
    expect(texts(morning)).toEqual(['Bem-vindo a financeiro\n\n*1* - boleto\n*0* - Voltar'])
    expect(find(morning, 'menu')).toMatchObject({ chatbot: true, menu: { phase: 'options' } })
  })
  it('that is the target of an option sends its hours after the option', () => {
    const turns = talk(given, ['oi', '1', '2'], NIGHT)
    expect(turns[2]).toMatchObject({ replies: ['Já te passo', 'Financeiro fechou'], where: { queueId: 'financeiro' } })
  })
  it('is sent to contacts in its options; in the morning they continue there', () => {
    const menu = { phase: 'options' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const standing = live({ queueId: 'financeiro', menu })
    const night = decide({ ...standing, now: NIGHT }, message({ body: '1' }), given)
    expect(texts(night)).toEqual(['Financeiro fechou'])
    expect(find(night, 'menu')).toBeUndefined()
    expect(texts(decide(standing, message({ body: '1' }), given))).toEqual(['Sobre boleto'])
  })
  it('of the company is sent at every level', () => {
    const company = configuration({ settings: { scheduleType: 'company' }, options })
    const menu = { phase: 'options' as const, startedAt: OPEN, shownAt: OPEN, repeats: 0 }
    const at = live({ queueId: 'vendas', menu }, { now: NIGHT })
    expect(texts(decide(at, message({ body: '2' }), company))).toEqual(['Estamos fechados'])
  })
})

describe('a queue that was chosen from the menu', () => {
  it('logs the queue once, the bot when it begins', () => {
    const logs = (state: Parameters<typeof decide>[0], body: string) =>
      decide(state, message({ body }), tree).flatMap(action => (action.type === 'log' ? [action.event] : []))
    expect(logs(fresh(), 'oi')).toEqual(['chatBot'])
    expect(logs(inMenu(), '1')).toEqual(['queue'])
  })
})
