import { expect, it } from 'vitest'
import { Gap } from './gap.ts'
import type { Meta } from './meta.ts'

function world(options: { lastSeen?: number; downSince?: number } = {}) {
  const stored: Meta = { wanted: true, downSince: options.downSince }
  const published: object[] = []
  const gap = new Gap({
    lastSeen: options.lastSeen,
    meta: {
      read: async () => ({ ...stored }),
      keep: async change => void Object.assign(stored, change),
    },
    publisher: { publishGap: times => void published.push(times) },
    now: () => 10_000,
  })
  for (let messages = 0; messages < 3; messages++) gap.countRecovered()
  return { gap, published, stored }
}

it('is published when the replay is over, once', async () => {
  const { gap, published, stored } = world({ downSince: 2000, lastSeen: 1000 })
  gap.opening()
  await gap.settle()
  expect(published).toEqual([])
  gap.replayed()
  await gap.settle()
  await gap.settle()
  expect(published).toEqual([{ from: 2000, to: 10_000, recovered: 3 }])
  expect(stored.downSince).toBeUndefined()
})

it('begins when a host that did not say goodbye was last seen, for the first socket only', async () => {
  const { gap, published } = world({ lastSeen: 1000 })
  gap.replayed()
  await gap.settle()
  gap.opening()
  gap.replayed()
  await gap.settle()
  expect(published).toEqual([{ from: 1000, to: 10_000, recovered: 3 }])
})

it('of a next socket waits for its own replay, and counts only that', async () => {
  const { gap, published, stored } = world()
  gap.replayed()
  await gap.settle()
  stored.downSince = 5000
  gap.opening()
  await gap.settle()
  expect(published).toEqual([])
  gap.countRecovered()
  gap.replayed()
  await gap.settle()
  expect(published).toEqual([{ from: 5000, to: 10_000, recovered: 1 }])
})
