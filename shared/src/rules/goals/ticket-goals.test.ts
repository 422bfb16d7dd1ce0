import { describe, expect, it } from 'vitest'
import type { Goal } from '../../entities/goal.ts'
import { DEFAULT_SCHEDULES } from '../../entities/working-hours.ts'
import { breachGoals, goalState, meetGoal, moveGoals, nextDue, startGoals, targetsFor } from './ticket-goals.ts'

const at = (text: string) => Date.parse(text)
const calendar = { schedules: DEFAULT_SCHEDULES, holidays: [], timeZone: 'America/Sao_Paulo' }
/** Friday 10:00 in São Paulo. */
const OPENED = at('2026-11-20T13:00:00Z')
const MINUTE = 60_000

const goal = (id: string, given: Partial<Goal>) => ({
  id,
  queueId: null,
  priority: null,
  firstAnswerMinutes: null,
  resolutionMinutes: null,
  ...given,
})

const targets = (firstAnswer: number | null, resolution: number | null) => ({
  firstAnswer: firstAnswer === null ? null : { minutes: firstAnswer, goal: 'g' },
  resolution: resolution === null ? null : { minutes: resolution, goal: 'g' },
})

describe('targetsFor', () => {
  const goals = [
    goal('1', { firstAnswerMinutes: 60, resolutionMinutes: 480 }),
    goal('2', { priority: 'urgent', firstAnswerMinutes: 20 }),
    goal('3', { queueId: 'sales', firstAnswerMinutes: 30 }),
    goal('4', { queueId: 'sales', priority: 'urgent', firstAnswerMinutes: 5 }),
    goal('5', { queueId: 'sales', firstAnswerMinutes: 45 }),
  ]
  it.each([
    ['no queue, no priority', { queueId: null, priority: 'none' }, { minutes: 60, goal: '1' }],
    ['a priority', { queueId: 'support', priority: 'urgent' }, { minutes: 20, goal: '2' }],
    ['a queue before a priority, the older of two', { queueId: 'sales', priority: 'low' }, { minutes: 30, goal: '3' }],
    ['both', { queueId: 'sales', priority: 'urgent' }, { minutes: 5, goal: '4' }],
  ] as const)('takes what is closest: %s', (_, ticket, firstAnswer) => {
    expect(targetsFor(goals, ticket)).toEqual({ firstAnswer, resolution: { minutes: 480, goal: '1' } })
  })
  it('has none without a goal', () => {
    expect(targetsFor([goals[2]!], { queueId: null, priority: 'none' })).toEqual({
      firstAnswer: null,
      resolution: null,
    })
  })
})

describe('a ticket’s goals', () => {
  const started = () => startGoals(targets(60, 600), OPENED, calendar)

  it('are due after their working time, and warn a quarter before', () => {
    expect(started()).toEqual([
      // 8 h left of Friday, 2 h of Saturday from 8 on; three quarters are 7 h 30.
      ...[
        { kind: 'firstAnswer', warnAt: at('2026-11-20T13:45:00Z'), dueAt: at('2026-11-20T14:00:00Z') },
        { kind: 'resolution', warnAt: at('2026-11-20T20:30:00Z'), dueAt: at('2026-11-21T13:00:00Z') },
      ].map(each => ({ ...each, goal: 'g', startedAt: OPENED, breachedAt: null, metAt: null })),
    ])
    expect(nextDue(started())).toBe(at('2026-11-20T14:00:00Z'))
  })
  it('are none where it is never open', () => {
    const closed = DEFAULT_SCHEDULES.map(day => ({ ...day, startTime: '00:00', endTime: '00:00' }))
    expect(startGoals(targets(60, null), OPENED, { ...calendar, schedules: closed })).toEqual([])
  })
  it('are met once, in time or late', () => {
    const inTime = meetGoal(started(), 'firstAnswer', OPENED + 60 * MINUTE)
    expect(inTime[0]).toMatchObject({ metAt: OPENED + 60 * MINUTE, breachedAt: null })
    expect(meetGoal(inTime, 'firstAnswer', OPENED + 90 * MINUTE)).toBe(inTime)
    const late = meetGoal(started(), 'firstAnswer', OPENED + 60 * MINUTE + 1)
    expect(late[0]).toMatchObject({ metAt: OPENED + 60 * MINUTE + 1, breachedAt: OPENED + 60 * MINUTE })
  })
  it('are breached at the moment they are due, whenever that is found', () => {
    const goals = started()
    expect(breachGoals(goals, OPENED + 60 * MINUTE - 1)).toBe(goals)
    const breached = breachGoals(goals, OPENED + 75 * MINUTE)
    expect(breached.map(each => each.breachedAt)).toEqual([OPENED + 60 * MINUTE, null])
    expect(breachGoals(breached, OPENED + 80 * MINUTE)).toBe(breached)
    expect(nextDue(breached)).toBe(at('2026-11-21T13:00:00Z'))
  })
  it('move with queue and priority from the same start; what is decided stays', () => {
    const since = { startedAt: OPENED, isAnswered: false }
    const [answer, resolution] = moveGoals(started(), targets(30, 60), since, calendar)
    expect([answer?.dueAt, resolution?.dueAt]).toEqual([OPENED + 30 * MINUTE, OPENED + 60 * MINUTE])
    const met = meetGoal(started(), 'firstAnswer', OPENED + MINUTE)
    const answered = { ...since, isAnswered: true }
    expect(moveGoals(met, targets(30, null), answered, calendar)).toEqual([met[0]])
    expect(moveGoals([], targets(30, null), answered, calendar)).toEqual([])
    const breached = breachGoals(started(), OPENED + 75 * MINUTE)
    expect(moveGoals(breached, targets(120, 600), since, calendar)).toEqual(breached)
  })
  it.each([
    ['running', 44, null],
    ['warned', 45, null],
    ['warned', 60, null],
    ['late', 61, null],
    ['met', 90, 60],
    ['breached', 90, 61],
  ] as const)('stand as %s after %i minutes', (state, minutes, met) => {
    const goals = met === null ? started() : meetGoal(started(), 'firstAnswer', OPENED + met * MINUTE)
    expect(goalState(goals[0]!, OPENED + minutes * MINUTE)).toBe(state)
  })
})
