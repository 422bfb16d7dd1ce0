import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { metered } from '../table/meter.ts'
import {
  clearPendingChanges,
  MAX_NAMED_CHANGES,
  type PendingChanges,
  publishNowOrDefer,
  REPORT_GAP_MS,
  takePendingChanges,
} from './pending-report-changes.ts'

/** Numbers that look like chance and are the same at every run (mulberry32). */
function chance(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Publication = { at: number; keys: ReadonlySet<string>; many: boolean }

/**
 * A campaign whose processes share nothing but the table; what a queue delays comes when the
 * simulated time is there.
 */
function simulate(dies: () => boolean = () => false) {
  const campaign = { companyId: newId(), campaignId: newId() }
  const waiting: number[] = []
  const published: Publication[] = []
  const arm = async (dueAt: number) => void waiting.push(dueAt)
  const publish = async (news: PendingChanges | undefined, own: readonly string[], at: number) => {
    if (!news) return
    // Killed before it said anything: what it took is still there.
    if (own.length === 0 && dies()) return void waiting.push(at + 500)
    published.push({ at, keys: new Set([...own, ...news.keys]), many: news.many })
    await clearPendingChanges(campaign, news)
  }
  return {
    campaign,
    published,
    change: async (keys: readonly string[], at: number) =>
      publish(await publishNowOrDefer(campaign, keys, at, arm), keys, at),
    /** Messages that are due by then come, each perhaps late. */
    async until(at: number, late: () => number = () => 0) {
      for (;;) {
        const due = waiting.filter(when => when <= at).sort((a, b) => a - b)[0]
        if (due === undefined) return
        waiting.splice(waiting.indexOf(due), 1)
        const now = due + late()
        await publish(await takePendingChanges(campaign, now, arm), [], now)
      }
    },
    waits: () => waiting.length,
  }
}

const mostInASecond = (published: readonly Publication[]): number =>
  Math.max(0, ...published.map(({ at }) => published.filter(other => other.at >= at && other.at < at + 1000).length))

describe('changes to publish of a campaign', () => {
  it.each([1, 2, 3])('is never more than two in a second, and all of it in the end (%i)', async seed => {
    const random = chance(seed)
    const { published, change, until, waits } = simulate(() => random() < 0.1)
    const changed = new Set<string>()
    let now = 1_700_000_000_000
    for (let i = 0; i < 60; i++) {
      // Bursts, and quiet in between.
      now += random() < 0.8 ? Math.floor(random() * 120) : Math.floor(random() * 4000)
      await until(now, () => Math.floor(random() * 300))
      const keys = Array.from({ length: Math.floor(random() * 4) }, (_, n) => `${seed}-${i}-${n}`)
      for (const key of keys) changed.add(key)
      // Two processes at the same moment.
      await Promise.all(
        keys.length > 1 ? [change(keys.slice(0, 1), now), change(keys.slice(1), now)] : [change(keys, now)],
      )
    }
    await until(now + 60_000)
    expect(waits()).toBe(0)
    expect(mostInASecond(published)).toBeLessThanOrEqual(2)
    expect(published.some(({ many }) => many)).toBe(false)
    expect(new Set(published.flatMap(({ keys }) => [...keys]))).toEqual(changed)
    expect(published.length).toBeGreaterThan(5)
  })

  it('are published at once after a pause, and the last of a burst by a message', async () => {
    const { published, change, until, waits } = simulate()
    await change(['a'], 10_000)
    await change(['b'], 10_100)
    await change(['c'], 10_200)
    expect(published.map(({ keys }) => [...keys])).toEqual([['a']])
    expect(waits()).toBe(1)
    await until(10_000 + REPORT_GAP_MS)
    expect(published.map(({ at, keys }) => [at, [...keys].sort()])).toEqual([
      [10_000, ['a']],
      [11_000, ['b', 'c']],
    ])
    // The message that comes twice.
    await until(20_000)
    expect(published).toHaveLength(2)
  })

  it('says that there is more than it names', async () => {
    const { published, change, until } = simulate()
    const keys = (from: number, count: number) => Array.from({ length: count }, (_, i) => `${from + i}`)
    await change([], 10_000)
    await change(keys(0, MAX_NAMED_CHANGES), 10_100)
    await change(keys(1000, 1), 10_200)
    await change(keys(2000, 1), 10_300)
    await until(11_000)
    expect(published.map(({ many }) => many)).toEqual([false, true])
  })

  it('may be figures alone', async () => {
    const { published, change, until } = simulate()
    await change([], 10_000)
    await change([], 10_100)
    await until(11_000)
    expect(published.map(({ at }) => at)).toEqual([10_000, 11_000])
  })

  it('costs a write unit for a change, and one more where something waited; a refused try is not reported', async () => {
    const { change } = simulate()
    const cost = async (at: number) => (await metered(() => change([`${at}`], at))).units.write
    expect([await cost(10_000), await cost(10_100), await cost(10_200)]).toEqual([1, 1, 1])
    expect(await cost(12_000)).toBe(2)
    expect(await cost(13_500)).toBe(1)
  })
})
