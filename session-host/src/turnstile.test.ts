import { expect, it } from 'vitest'
import { createTurnstile } from './turnstile.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

it('lets so many through, then one for one that leaves, in order', async () => {
  const enter = createTurnstile(2)
  const inside: number[] = []
  const leaves: (() => void)[] = []
  for (let n = 0; n < 5; n++) {
    void enter().then(leave => {
      inside.push(n)
      leaves.push(leave)
    })
  }
  await turn()
  expect(inside).toEqual([0, 1])
  leaves[0]!()
  leaves[0]!()
  await turn()
  expect(inside).toEqual([0, 1, 2])
  for (const leave of [...leaves]) leave()
  await turn()
  expect(inside).toEqual([0, 1, 2, 3, 4])
  for (const leave of leaves) leave()
  const [first, second] = await Promise.all([enter(), enter()])
  expect([first, second]).toHaveLength(2)
})
