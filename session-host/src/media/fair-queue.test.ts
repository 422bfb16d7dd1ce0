import { expect, it } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** Work that ends on request; `order` lists what began, in order. */
function workbench(run: FairQueue) {
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: string, name: string) =>
    run(key, async () => {
      order.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
    })
  const turn = () => new Promise(resolve => setImmediate(resolve))
  return {
    order,
    add: (key: string, ...names: string[]) => names.map(name => add(key, name)),
    turn,
    async end(name: string) {
      ends.get(name)!()
      await turn()
    },
  }
}

it('one key has its share of the slots and no more', async () => {
  const bench = workbench(createFairQueue(3, 2))
  bench.add('a', 'a1', 'a2', 'a3')
  bench.add('b', 'b1', 'b2')
  await bench.turn()
  expect(bench.order).toEqual(['a1', 'a2', 'b1'])
  // A slot is free, and its share keeps the first in the line from it.
  await bench.end('b1')
  expect(bench.order.at(-1)).toBe('b2')
  await bench.end('b2')
  expect(bench.order).toHaveLength(4)
  await bench.end('a1')
  expect(bench.order.at(-1)).toBe('a3')
})

it('who waits is served in turn, one piece a key', async () => {
  const bench = workbench(createFairQueue(1, 1))
  bench.add('a', 'a1', 'a2', 'a3')
  bench.add('b', 'b1', 'b2')
  bench.add('c', 'c1')
  await bench.turn()
  const expected = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']
  for (const name of expected) {
    expect(bench.order.at(-1)).toBe(name)
    await bench.end(name)
  }
  expect(bench.order.toSorted()).toEqual(expected.toSorted())
})

it('work that fails gives its slot back and its error on', async () => {
  const run = createFairQueue(1, 1)
  await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(
    run('a', () => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await run('a', async () => 1)).toBe(1)
})
