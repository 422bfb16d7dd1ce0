import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const nextTick = () => new Promise(resolve => setImmediate(resolve))

it('lets so many through, then one for one that leaves, in order', async () => {
  const openings = createSemaphore(2)
  const inside: number[] = []
  const releases: (() => void)[] = []
  for (let n = 0; n < 5; n++) {
    void openings().then(release => {
      inside.push(n)
      releases.push(release)
    })
  }
  await nextTick()
  expect(inside).toEqual([0, 1])
  releases[0]!()
  releases[0]!()
  await nextTick()
  expect(inside).toEqual([0, 1, 2])
  for (const release of [...releases]) release()
  await nextTick()
  expect(inside).toEqual([0, 1, 2, 3, 4])
  for (const release of releases) release()
  const [first, second] = await Promise.all([openings(), openings()])
  expect([first, second]).toHaveLength(2)
})
