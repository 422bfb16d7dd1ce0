import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { writeItems } from './batch-items.ts'
import { countRow, countTicket, openTicketsOfUser, rowCount, ticketCountsByQueue } from './counter.ts'
import { transact } from './transact.ts'

const queue = { id: newId(), name: 'Vendas', color: '#112233' }
const user = { id: newId(), name: 'Ana' }
const ticket = (changes: object = {}) =>
  ({ id: newId(), status: 'pending', queue, user: null, ...changes }) as Parameters<typeof countTicket>[1]

it('counts what comes, moves and goes, by queue and by who has it', async () => {
  const companyId = newId()
  const [first, second] = [ticket()!, ticket()!]
  const taken = { ...first, status: 'open', user } as typeof first
  for (const each of [first, second]) await transact(countTicket(companyId, undefined, each))
  await transact(countTicket(companyId, first, taken))
  expect(await ticketCountsByQueue(companyId)).toEqual(
    new Map([[queue.id, { pending: 1, open: 1, closed: 0, snoozed: 0 }]]),
  )
  expect(await openTicketsOfUser(companyId, user.id)).toEqual(new Map([[queue.id, { open: 1, snoozed: 0 }]]))
  await transact(countTicket(companyId, taken, undefined))
  expect(await openTicketsOfUser(companyId, user.id)).toEqual(new Map([[queue.id, { open: 0, snoozed: 0 }]]))
  expect(countTicket(companyId, second, { ...second })).toEqual([])
})

it('counts rows of a list, of each list by itself', async () => {
  const companyId = newId()
  for (let n = 0; n < 10; n++) await transact([countRow(companyId, 'contacts', newId(), 1)])
  await transact([countRow(companyId, 'contacts', newId(), -1), countRow(companyId, 'products', newId(), 1)])
  expect([await rowCount(companyId, 'contacts'), await rowCount(companyId, 'products')]).toEqual([9, 1])
})

it('reads all queues, however many there are, and rows that say more of themselves than is needed', async () => {
  const companyId = newId()
  const ids = Array.from({ length: 1100 }, () => newId())
  const rowOf = (id: string) => ({
    pk: `${companyId}#counter`,
    sk: `queue#${id}#0`,
    companyId,
    name: `queue#${id}#0`,
    open: 1,
  })
  await writeItems(ids.map(id => ({ PutRequest: { Item: rowOf(id) } })))
  const counts = await ticketCountsByQueue(companyId)
  expect([...counts.keys()].sort()).toEqual([...ids].sort())
  expect([...counts.values()].every(({ open }) => open === 1)).toBe(true)
})
