import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { makeCompany, makeQueue } from '../../../test/harness.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import { changeOption, createOption, everyOption, optionsOf, removeOption } from './queue-option.ts'

let gate: Gate
let companyId: string
beforeAll(async () => {
  gate = await openGate()
  companyId = (await makeCompany()).id
})
afterAll(() => gate.close())

const stored = async () => (await rowsOf(companyId)).filter(row => row.pk === `${companyId}#queueOption`)
const titles = async (queueId: string) => (await optionsOf(companyId, queueId)).map(row => row.title)

describe('a removal that ends in its midst', () => {
  it('has taken the whole branch; what it leaves is seen by nobody and goes with the next removal', async () => {
    const queue = await makeQueue(companyId)
    const add = async (title: string, parentId: string | null = null) =>
      (
        await createOption(
          companyId,
          { queueId: queue.id, title, message: '', kind: 'text', targetQueueId: null, media: null },
          { parentId },
        )
      ).id
    const a = await add('A')
    const a1 = await add('A1', a)
    await add('A11', a1)
    const b = await add('B')
    await add('C')

    // The option itself is gone; what was below it is about to go.
    gate.stopAt(5, 'before')
    const cut = removeOption(companyId, a)
    await vi.waitFor(() => expect(gate.isStopped()).toBe(true))
    expect(await stored()).toHaveLength(4)
    expect(await titles(queue.id)).toEqual(['B', 'C'])
    expect((await everyOption(companyId)).map(row => [row.title, row.option])).toEqual([
      ['B', 1],
      ['C', 2],
    ])
    const lost = { code: 'ERR_NO_QUEUE_OPTION_FOUND' }
    await expect(changeOption(companyId, a1, { parentId: null }, () => ({}))).rejects.toMatchObject(lost)
    await expect(add('A12', a1)).rejects.toMatchObject(lost)
    expect(await removeOption(companyId, a1)).toBeUndefined()

    expect(await removeOption(companyId, b)).toMatchObject({ id: b })
    expect((await stored()).map(({ title, option }) => [title, option])).toEqual([['C', 1]])
    // It wakes up after all and finds nothing left to do.
    gate.goOn()
    expect(await cut).toMatchObject({ id: a })
    expect(await titles(queue.id)).toEqual(['C'])
  })
})
