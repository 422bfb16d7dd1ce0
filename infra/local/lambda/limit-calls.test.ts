import { expect, it } from 'vitest'
import type { Functions } from './create-functions.ts'
import { limitCalls } from './limit-calls.ts'

it('serves so many calls of a function at once; the next wait, and are refused before any work', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const functions = {
    invoke: (name: string, event: unknown) => {
      begun.push(`${name} ${String(event)}`)
      return new Promise(resolve => ends.push(() => resolve(event)))
    },
  } as unknown as Functions
  const limited = limitCalls(functions, { most: 2, waitMs: 50 })
  const [first, , third] = [1, 2, 3].map(event => limited.invoke('tickets', event))
  const other = limited.invoke('orders', 1)
  await expect(third).rejects.toMatchObject({ name: 'TooManyRequestsException' })
  expect(begun).toEqual(['tickets 1', 'tickets 2', 'orders 1'])
  const fourth = limited.invoke('tickets', 4)
  ends[0]!()
  expect(await first).toBe(1)
  await expect.poll(() => begun).toContain('tickets 4')
  for (const end of ends) end()
  expect(await Promise.all([fourth, other])).toEqual([4, 1])
})
