import { newId } from '@balcao/shared/ids.ts'
import { expect, it, vi } from 'vitest'
import { tableName } from '../table/client.ts'
import { put } from '../table/transact.ts'

it('numbers have no gap and none is twice, when fifty processes want the next one at once', async () => {
  const companyId = newId()
  const processes: typeof import('./new-budget.ts')[] = []
  for (let i = 0; i < 50; i++) {
    // Modules of its own, so that it stands in no line with the others.
    vi.resetModules()
    processes.push(await import('./new-budget.ts'))
  }
  const numbers = await Promise.all(
    processes.map(({ writeNumbered }) =>
      writeNumbered(companyId, Date.now() + 20_000, number => [
        put('order', { TableName: tableName(), Item: { pk: `${companyId}#test`, sk: String(number) } }),
      ]),
    ),
  )
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
})
