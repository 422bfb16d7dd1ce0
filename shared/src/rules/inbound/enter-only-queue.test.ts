import { describe, expect, it } from 'vitest'
import {
  configuration,
  find,
  fresh,
  kinds,
  live,
  message,
  NIGHT,
  queue,
  sales,
  texts,
} from '../../../test/inbound-samples.ts'
import { DEFAULT_SCHEDULES } from '../../entities/working-hours.ts'
import { decide } from './decide.ts'

const one = configuration({ queues: [sales] })
const entered = { type: 'queue', queueId: 'vendas' }

describe('a connection with one queue', () => {
  it('sets it without asking, and greets only with the setting', () => {
    expect(find(decide(fresh(), message(), one), 'queue')).toEqual(entered)
    expect(texts(decide(fresh(), message(), one))).toEqual([])
    const greeted = configuration({ queues: [sales], settings: { sendGreetingMessageOneQueues: 'enabled' } })
    expect(texts(decide(fresh(), message(), greeted))).toEqual(['Bem-vindo a vendas'])
  })
  it('sets it at night too, where the ticket waits for the morning, and sends the hours', () => {
    const settings = { scheduleType: 'company', sendGreetingMessageOneQueues: 'enabled' }
    const actions = decide(fresh(NIGHT), message(), configuration({ queues: [sales], settings }))
    expect(find(actions, 'queue')).toEqual(entered)
    expect(texts(actions)).toEqual(['Estamos fechados'])
    expect(kinds(actions).indexOf('queue')).toBeLessThan(kinds(actions).indexOf('outOfHoursSent'))
  })
  it('sends the hours of that queue, and closes after them when the setting is on', () => {
    const late = queue('vendas', { schedules: DEFAULT_SCHEDULES, outOfHoursMessage: 'Vendas fechou' })
    const settings = { scheduleType: 'queue', finishTicketOutFourHours: 'enabled' }
    const actions = decide(fresh(NIGHT), message(), configuration({ queues: [late], settings }))
    expect(find(actions, 'queue')).toEqual(entered)
    expect(texts(actions)).toEqual(['Vendas fechou'])
    expect(kinds(actions).at(-1)).toBe('close')
  })
  it.each([
    ['a missed call', { kind: 'call_log' as const, body: '', call: { video: false, refused: false } }],
    ['what the handset writes', { fromMe: true }],
    ['a group', { group: { id: 'g' } }],
  ])('%s waits in it, without a word', (_, changes) => {
    const settings = { CheckMsgIsGroup: 'disabled', sendGreetingMessageOneQueues: 'enabled' }
    const actions = decide(fresh(), message(changes), configuration({ queues: [sales], settings }))
    expect(find(actions, 'queue')).toEqual(entered)
    expect(texts(actions)).toEqual([])
  })
  it('leaves a ticket alone that somebody serves or that stands in another queue', () => {
    expect(find(decide(live({ status: 'open', userId: 'ana' }), message(), one), 'queue')).toBeUndefined()
    expect(find(decide(live({ queueId: 'financeiro' }), message(), one), 'queue')).toBeUndefined()
  })
})
