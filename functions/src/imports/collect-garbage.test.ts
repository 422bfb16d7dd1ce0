import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

it('keeps the heap near what is used, whatever was thrown away', () => {
  collectGarbage()
  const before = getHeapStatistics().used_heap_size
  let most = 0
  for (let group = 0; group < 40; group++) {
    // Lives long enough to count as lasting, as the records of a group do.
    const records = Array.from({ length: 20_000 }, (_, i) => ({ id: `${group}-${i}`, text: 'x'.repeat(8) + i }))
    expect(records).toHaveLength(20_000)
    collectGarbage()
    most = Math.max(most, getHeapStatistics().used_heap_size)
  }
  expect(most - before).toBeLessThan(40_000_000)
})
