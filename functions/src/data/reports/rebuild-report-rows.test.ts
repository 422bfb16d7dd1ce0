import { expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import { tableName } from '../table/client.ts'
import { remove, transact } from '../table/transact.ts'
import { changeTicket } from '../tickets/ticket.ts'
import { rebuildReportRows } from './rebuild-report-rows.ts'

const reportOf = async (companyId: string) =>
  (await rowsOf(companyId)).filter(({ pk }) => String(pk).startsWith(`${companyId}#report#`))

it('makes the rows of a report anew, as they are kept, while tickets change', async () => {
  const { id: companyId } = await makeCompany()
  const tickets = []
  for (let i = 0; i < 12; i++) tickets.push(await makeTicket(companyId))
  await changeTicket(companyId, tickets[0]!.id, () => ({ set: { status: 'closed', rating: 1 } }))
  const kept = await reportOf(companyId)
  expect(kept).toHaveLength(12)
  await transact(kept.map(({ pk, sk }) => remove('report', { TableName: tableName(), Key: { pk, sk } })))
  expect([await rebuildReportRows(companyId), await reportOf(companyId)]).toEqual([12, kept])
  // Changes on the way are kept, whoever comes first.
  await Promise.all([
    rebuildReportRows(companyId),
    ...tickets.map(({ id }) => changeTicket(companyId, id, () => ({ set: { rating: 3 } }))),
  ])
  const rows = await reportOf(companyId)
  expect(rows.map(({ row }) => JSON.parse(String(row)).at(-1))).toEqual(tickets.map(() => 3))
})
