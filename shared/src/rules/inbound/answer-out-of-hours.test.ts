import { describe, expect, it } from 'vitest'
import {
  configuration,
  finance,
  find,
  fresh,
  kinds,
  live,
  MENU,
  message,
  NIGHT,
  queue,
  sales,
  texts,
} from '../../../test/inbound-samples.ts'
import { DEFAULT_SCHEDULES } from '../../entities/working-hours.ts'
import { OUT_OF_HOURS_PAUSE } from './answer-out-of-hours.ts'
import { decide } from './decide.ts'

describe('working hours', () => {
  const settings = { scheduleType: 'company' }
  const night = (ticket = {}, state = {}) => live(ticket, { now: NIGHT, ...state })

  it('are sent to the contact once in two hours, and the bot is silent', () => {
    expect(texts(decide(fresh(NIGHT), message(), configuration({ settings })))).toEqual(['Estamos fechados'])
    const told = night({}, { outOfHoursSentAt: NIGHT - OUT_OF_HOURS_PAUSE + 1 })
    expect(texts(decide(told, message(), configuration({ settings })))).toEqual([])
    const again = night({}, { outOfHoursSentAt: NIGHT - OUT_OF_HOURS_PAUSE })
    expect(texts(decide(again, message(), configuration({ settings })))).toEqual(['Estamos fechados'])
  })
  it('close the ticket after the message when the setting is on', () => {
    const on = configuration({ settings: { ...settings, finishTicketOutFourHours: 'enabled' } })
    expect(kinds(decide(fresh(NIGHT), message(), on)).slice(-3)).toEqual(['outOfHoursSent', 'reply', 'close'])
  })
  it('are those of a holiday on its day, of the company and of queues', () => {
    const holidays = [{ date: '2026-11-20', startTime: null, endTime: null }]
    const at = (scheduleType: string, days = holidays) =>
      configuration({ settings: { scheduleType }, queues: [sales, finance], holidays: days })
    const inQueue = live({ queueId: 'vendas' })
    expect(texts(decide(fresh(), message(), at('company')))).toEqual(['Estamos fechados'])
    expect(texts(decide(inQueue, message(), at('queue')))).toEqual(['Estamos fechados'])
    // Without the text, and where hours do not apply, the ordinary answer follows.
    expect(texts(decide(fresh(), message(), at('company', [])))).toEqual([MENU])
    expect(texts(decide(fresh(), message(), at('queue')))).toEqual([MENU])
    expect(texts(decide(fresh(), message(), at('disabled')))).toEqual([MENU])
    const dayOff = [{ date: '2026-11-21', startTime: null, endTime: null }]
    // 23:00 on Friday in São Paulo is Saturday in UTC.
    expect(texts(decide(live({ queueId: 'vendas' }, { now: NIGHT }), message(), at('queue', dayOff)))).toEqual([])
  })
  it('of the queue count for tickets that have one, with its text first', () => {
    const late = queue('vendas', { schedules: DEFAULT_SCHEDULES, outOfHoursMessage: 'Vendas fechou' })
    const byQueue = configuration({ settings: { scheduleType: 'queue' }, queues: [late, finance] })
    expect(texts(decide(night({ queueId: 'vendas' }), message(), byQueue))).toEqual(['Vendas fechou'])
    expect(texts(decide(night({ queueId: 'financeiro' }), message(), byQueue))).toEqual([])
    expect(texts(decide(fresh(NIGHT), message(), byQueue))).toEqual([MENU])
    const menu = { phase: 'menu' as const, startedAt: NIGHT, shownAt: NIGHT, repeats: 0 }
    const choice = decide(night({ menu }), message({ body: '1' }), byQueue)
    expect(find(choice, 'queue')).toEqual({ type: 'queue', queueId: 'vendas' })
    expect(texts(choice)).toEqual(['Vendas fechou'])
  })
})
