import { newId } from '@balcao/shared/ids.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { expectTeamReports } from '../../../test/team-report-fixture.ts'
import { saveSetting } from '../company/setting.ts'
import { transact } from '../table/transact.ts'
import { changeTicket, getTicket, type TicketChanges } from '../tickets/ticket.ts'
import { deleteTicket } from '../tickets/ticket-removal.ts'
import { claimRecount } from './complete-days.ts'
import { closedOnDays, everyDayRow, madeOnDays, setDayRow } from './day-counter.ts'
import { recountDays } from './recount-days.ts'

const DAY = 86_400_000
const ZONE = 'America/Sao_Paulo'
const people = [
  { id: newId(), name: 'Ana' },
  { id: newId(), name: 'Bia' },
]
const queues = [
  { id: newId(), name: 'Vendas', color: '#112233' },
  { id: newId(), name: 'Suporte', color: '#445566' },
]
const connections = [
  { id: newId(), name: 'Loja' },
  { id: newId(), name: 'Centro' },
]

const tags = ['Novo', 'VIP', 'Troca'].map(name => ({ id: newId(), name, color: '#778899' }))
const goals = [newId(), newId()].map(id => id.slice(-12))
const goal = (kind: 'firstAnswer' | 'resolution', key: string, isMissed: boolean) => ({
  ...{ kind, goal: key, startedAt: 1, warnAt: 2, dueAt: 3, metAt: 4 },
  breachedAt: isMissed ? 3 : null,
})
const referral = (sourceId: string) => ({
  ...{ sourceType: 'ad', sourceId, sourceUrl: 'https://fb.me/1#2', headline: `Anúncio ${sourceId}`, body: '', at: 1 },
})

let made = 0
async function someTicket(companyId: string): Promise<string> {
  made++
  return (await makeTicket(companyId, { whatsapp: connections[made % 2]!, chatbot: made % 3 === 0 })).id
}

type Step =
  | { do: 'create' }
  | { do: 'delete'; at: number }
  | { do: 'change'; at: number; set: TicketChanges; daysAgo: number }

const at = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ do: 'create' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      at,
      daysAgo: fc.nat(40),
      set: fc.oneof(
        fc.record({ status: fc.constant('open' as const), user: fc.constantFrom(...people) }),
        fc.record({ status: fc.constant('pending' as const), user: fc.constant(null) }),
        fc.record({ status: fc.constant('closed' as const) }),
        fc.record({ queue: fc.constantFrom(...queues, null), user: fc.constantFrom(...people) }),
        fc.record({ tags: fc.subarray(tags) }),
        fc.record({
          goals: fc.constantFrom(
            [],
            [goal('firstAnswer', goals[0]!, true), goal('resolution', goals[0]!, false)],
            [goal('firstAnswer', goals[0]!, false), goal('resolution', goals[1]!, true)],
          ),
        }),
        fc.record({ referral: fc.constantFrom(referral('11'), referral(''), null) }),
        fc.record({ rating: fc.constantFrom(1 as const, 2 as const, 3 as const) }),
      ),
    }),
  },
)

async function play(companyId: string, ids: string[], given: Step): Promise<void> {
  if (given.do === 'create') {
    ids.push(await someTicket(companyId))
    return
  }
  const id = ids[given.at % Math.max(1, ids.length)]
  if (!id) return
  if (given.do === 'delete') {
    await deleteTicket(companyId, id)
    ids.splice(ids.indexOf(id), 1)
    return
  }
  const { set, daysAgo } = given
  await changeTicket(companyId, id, now => {
    const closes = set.status === 'closed' && now.status !== 'closed'
    if (set.rating && now.status !== 'closed') return undefined
    return { set: closes ? { ...set, closedAt: Date.now() - daysAgo * DAY } : set }
  })
}

const figuresOf = async (companyId: string) =>
  Object.fromEntries(
    (await everyDayRow(companyId))
      .filter(({ figures }) => Object.keys(figures).length > 0)
      .map(({ kind, sk, figures }) => [`${kind}#${sk}`, figures]),
  )

const range = () => [localDay(Date.now() - 50 * DAY, ZONE), localDay(Date.now() + DAY, ZONE)] as const

describe('the day counters', () => {
  it('say what the tickets say after any history, and a recount agrees', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async history => {
        const companyId = newId()
        const ids: string[] = []
        for (const each of history) await play(companyId, ids, each)
        const counted = await figuresOf(companyId)
        expect(await recountDays(companyId)).toBe(0)
        expect(await figuresOf(companyId)).toEqual(counted)
        // By hand, from the rows.
        const tickets = (await Promise.all(ids.map(id => getTicket(companyId, id, true)))).flatMap(row => row ?? [])
        const closed = tickets.filter(({ status }) => status === 'closed')
        const by = await closedOnDays(companyId, ...range())
        for (const userId of [...people.map(({ id }) => id), null]) {
          const own = closed.filter(({ user }) => (user?.id ?? null) === userId)
          const row = by.find(found => found.userId === userId)
          expect(row?.closed ?? 0).toBe(own.length)
          expect(row?.rated ?? 0).toBe(own.filter(({ rating }) => rating !== null).length)
          expect(row?.rating ?? 0).toBe(own.reduce((sum, { rating }) => sum + (rating ?? 0), 0))
        }
        await expectTeamReports(companyId, tickets, ZONE, range())
        const made = [...(await madeOnDays(companyId, ...range())).values()].flat()
        expect(made.reduce((a, b) => a + b, 0)).toBe(tickets.length)
      }),
      { numRuns: 12 },
    )
  })

  it('are known to be complete once they were counted', async () => {
    const companyId = newId()
    expect(await Promise.all([claimRecount(companyId), claimRecount(companyId)])).toEqual(
      expect.arrayContaining(['begin', 'counting']),
    )
    expect(await claimRecount(companyId)).toBe('counting')
    await recountDays(companyId)
    expect(await claimRecount(companyId)).toBe('complete')
  })

  it('are put right by a recount, which says how many rows were wrong', async () => {
    const companyId = newId()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) await play(companyId, ids, { do: 'create' })
    const [id] = ids
    await changeTicket(companyId, id!, () => ({ set: { status: 'open', user: people[0]! } }))
    await changeTicket(companyId, id!, () => ({ set: { status: 'closed' } }))
    const right = await figuresOf(companyId)
    const rows = await everyDayRow(companyId)
    const [wrong, ...others] = rows
    await transact([
      setDayRow(companyId, { ...wrong!, figures: { closed: 99 } }, wrong),
      setDayRow(companyId, { kind: 'closed', sk: `2020-01-01#${people[1]!.id}`, figures: { closed: 5 } }, undefined),
    ])
    expect(await recountDays(companyId)).toBe(2)
    expect(await figuresOf(companyId)).toEqual(right)
    // What was right was left alone.
    expect(await everyDayRow(companyId)).toEqual(expect.arrayContaining(others))
    await expect(transact([setDayRow(companyId, wrong!, wrong)])).rejects.toThrow('refused: day')
  })

  it('are right though people go on working while they are recounted', async () => {
    const companyId = newId()
    const ids: string[] = []
    for (let i = 0; i < 6; i++) await play(companyId, ids, { do: 'create' })
    const wrong = (await everyDayRow(companyId))[0]!
    await transact([setDayRow(companyId, { ...wrong, figures: {} }, wrong)])
    let working = true
    const work = async () => {
      for (let i = 0; i < 24; i++) {
        const status = i % 3 === 0 ? 'open' : i % 3 === 1 ? 'closed' : 'pending'
        await changeTicket(companyId, ids[i % 6]!, () => ({
          set: { status, user: status === 'pending' ? null : people[i % 2]! },
        }))
      }
      working = false
    }
    const recounting = async () => {
      while (working) await recountDays(companyId)
    }
    await Promise.all([work(), recounting()])
    await recountDays(companyId)
    const counted = await figuresOf(companyId)
    expect(await recountDays(companyId)).toBe(0)
    expect(await figuresOf(companyId)).toEqual(counted)
  })

  it("follow the company's zone once they are recounted in another", async () => {
    const companyId = newId()
    const id = await someTicket(companyId)
    const closedAt = Date.parse(`${localDay(Date.now(), ZONE)}T01:30:00Z`)
    await changeTicket(companyId, id, () => ({ set: { status: 'closed', closedAt } }))
    const days = async () =>
      (await everyDayRow(companyId)).flatMap(row => (row.figures.closed ? [row.sk.slice(0, 10)] : []))
    expect(new Set(await days())).toEqual(new Set([localDay(closedAt, ZONE)]))
    await saveSetting(companyId, 'timezone', 'UTC')
    expect(await recountDays(companyId)).toBeGreaterThan(0)
    expect(new Set(await days())).toEqual(new Set([localDay(closedAt, 'UTC')]))
    expect(localDay(closedAt, 'UTC')).not.toBe(localDay(closedAt, ZONE))
  })
})
