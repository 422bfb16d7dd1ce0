import { expect, it } from 'vitest'
import { inParts } from './in-parts.ts'

/** Work that ends when the test says so. */
function heldWork() {
  const begun: number[] = []
  const ends = new Map<number, { resolve: (result: string) => void; reject: (error: Error) => void }>()
  const work = (item: number) => {
    begun.push(item)
    return new Promise<string>((resolve, reject) => ends.set(item, { resolve, reject }))
  }
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { begun, ends, work, settle }
}

it('begins the next once one of those under way ends, and keeps the order of the results', async () => {
  const { begun, ends, work, settle } = heldWork()
  const all = inParts([1, 2, 3, 4], 2, work)
  expect(begun).toEqual([1, 2])
  ends.get(2)!.resolve('b')
  await settle()
  expect(begun).toEqual([1, 2, 3])
  ends.get(3)!.resolve('c')
  await settle()
  ends.get(1)!.resolve('a')
  ends.get(4)!.resolve('d')
  expect(await all).toEqual(['a', 'b', 'c', 'd'])
})

it('begins none after one has failed', async () => {
  const { begun, ends, work, settle } = heldWork()
  const all = inParts([1, 2, 3, 4], 2, work)
  ends.get(1)!.reject(new Error('away'))
  await expect(all).rejects.toThrow('away')
  ends.get(2)!.resolve('b')
  await settle()
  expect(begun).toEqual([1, 2])
})

it('runs nothing for no items', async () => {
  expect(await inParts([], 2, heldWork().work)).toEqual([])
})
