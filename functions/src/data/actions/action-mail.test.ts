import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { takeMail } from './action-mail.ts'

it('lets as many e-mails leave in a day as it may, also of those that are asked for at once', async () => {
  const companyId = newId()
  const now = Date.parse('2026-11-28T12:00:00Z')
  const taken = await Promise.all(Array.from({ length: 210 }, () => takeMail(companyId, now)))
  expect(taken.filter(Boolean)).toHaveLength(200)
  expect(await takeMail(companyId, now)).toBe(false)
  expect(await takeMail(companyId, now + 86_400_000)).toBe(true)
})
