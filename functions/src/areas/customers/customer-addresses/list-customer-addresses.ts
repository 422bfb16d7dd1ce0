import { addressesOf } from '../../../data/customers/address.ts'
import { requireCustomer } from '../../../data/customers/customer.ts'
import { foldName } from '../../../data/table/fold.ts'
import { fromRows, pageOf } from '../../../data/table/page.ts'
import type { Operations } from '../operations.ts'

export const listCustomerAddresses: Operations['customerAddresses']['list'] = async (
  { companyId },
  { params: { customerId }, query: { searchParam, ...options } },
) => {
  await requireCustomer(companyId, customerId)
  const wanted = foldName(searchParam)
  const all = (await addressesOf(companyId, customerId)).filter(({ name, address, neighborhood, city }) =>
    foldName(`${name} ${address} ${neighborhood} ${city}`).includes(wanted),
  )
  const { rows, hasMore, nextCursor } = await pageOf(
    companyId,
    `customerAddress|${customerId}|${wanted}`,
    fromRows(all, ({ id }) => id),
    options,
  )
  return { customerAddress: rows, hasMore, nextCursor }
}
