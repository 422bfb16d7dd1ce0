import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { countRow, rowCount } from './counter.ts'
import { withListLock } from './list-lock.ts'
import { transact } from './transact.ts'

it('decides again where another change of the list was first, and leaves other lists alone', async () => {
  const companyId = newId()
  let attempts = 0
  const add = (of: string, most: number) =>
    withListLock(of, 'rule', async lock => {
      attempts++
      if ((await rowCount(of, 'products')) >= most) return false
      await transact([countRow(of, 'products', newId(), 1), lock])
      return true
    })
  const added = await Promise.all(Array.from({ length: 8 }, () => add(companyId, 3)))
  expect(added.filter(Boolean)).toHaveLength(3)
  expect(await rowCount(companyId, 'products')).toBe(3)
  expect(attempts).toBeGreaterThan(8)
  expect(await add(newId(), 1)).toBe(true)
})

it('is raised only with the change', async () => {
  const companyId = newId()
  let attempts = 0
  await withListLock(companyId, 'view', async lock => {
    attempts++
    const refused = withListLock(companyId, 'view', async () => {
      throw new Error('too many')
    })
    await expect(refused).rejects.toThrow('too many')
    await transact([lock])
  })
  expect(attempts).toBe(1)
})
