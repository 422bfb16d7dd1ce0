import { expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { getItem } from '../table/get-item.ts'
import { transact } from '../table/transact.ts'
import { countMonthlyUse, monthlyUse } from './monthly-use.ts'

it('keeps the counters of a month in the rows that earlier versions wrote', async () => {
  const { id: companyId } = await makeCompany()
  const { month, used } = await monthlyUse(companyId, 'tokens')
  expect(used).toBe(0)
  await transact([await countMonthlyUse(companyId, 'tokens', 12, null)])
  await transact([await countMonthlyUse(companyId, 'tokens', 30, null)])
  await transact([await countMonthlyUse(companyId, 'campaigns', 1, 2)])
  await transact([await countMonthlyUse(companyId, 'schedules', 1, null)])
  const tokens = { pk: `${companyId}#tokens`, sk: `tokens#${month}` }
  const created = { pk: `${companyId}#monthly-use`, sk: `made#${month}` }
  expect(await getItem(tokens, true)).toEqual({ ...tokens, tokens: 42 })
  expect(await getItem(created, true)).toEqual({ ...created, campaigns: 1, schedules: 1 })
  expect(await monthlyUse(companyId, 'tokens')).toEqual({ month, used: 42 })
  expect(await monthlyUse(companyId, 'campaigns')).toEqual({ month, used: 1 })
})
