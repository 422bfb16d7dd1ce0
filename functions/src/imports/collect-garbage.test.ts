import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { collectGarbage, withGarbageCollected } from './collect-garbage.ts'
import { readDump } from './dump/read-dump.ts'

const heap = () => getHeapStatistics().used_heap_size

/** Returns how far the heap grows at most while something is done, which looks at it itself. */
async function growth(work: (look: () => void) => void | Promise<void>): Promise<number> {
  collectGarbage()
  const before = heap()
  let most = before
  await work(() => {
    most = Math.max(most, heap())
  })
  return most - before
}

/** Records that live long enough to count as lasting, as those of a group do. */
const newRecords = (group: number) =>
  Array.from({ length: 20_000 }, (_, i) => ({ id: `${group}-${i}`, text: 'x'.repeat(8) + i }))

it('keeps the heap near what is used, whatever was thrown away', async () => {
  const grown = await growth(look => {
    for (let group = 0; group < 40; group++) {
      expect(newRecords(group)).toHaveLength(20_000)
      collectGarbage()
      look()
    }
  })
  expect(grown).toBeLessThan(17_000_000)
})

it('keeps it so while records are only mapped', async () => {
  function* mapped() {
    for (let group = 0; group < 40; group++) yield* newRecords(group)
  }
  const grown = await growth(look => {
    let count = 0
    for (const { id } of withGarbageCollected(mapped())) if (id.endsWith('0') && count++ % 50 === 0) look()
    expect(count).toBe(80_000)
  })
  expect(grown).toBeLessThan(17_000_000)
})

it('keeps it so while a dump is read', async () => {
  const row = `1\t${'Olá, tudo bem? '.repeat(20)}\n`
  async function* dump() {
    yield Buffer.from('COPY public."Messages" ("id", "body") FROM stdin;\n')
    for (let part = 0; part < 400; part++) yield Buffer.from(row.repeat(400))
    yield Buffer.from('\\.\n')
  }
  let rows = 0
  const grown = await growth(async look => {
    const takeRow = () => {
      if (rows++ % 400 === 0) look()
    }
    await readDump(dump(), { open: () => ({ row: takeRow, broken: () => undefined }) })
  })
  expect(rows).toBe(160_000)
  expect(grown).toBeLessThan(25_000_000)
})
