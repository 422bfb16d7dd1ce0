import { addressesOf } from '../../../data/customers/address.ts'
import { requireCustomer } from '../../../data/customers/customer.ts'
import { pageOfMatches } from '../../../data/table/page.ts'
import type { Operations } from '../operations.ts'

export const listCustomerAddresses: Operations['customerAddresses']['list'] = async (
  { companyId },
  { params: { customerId }, query },
) => {
  await requireCustomer(companyId, customerId)
  const { rows, hasMore, nextCursor } = await pageOfMatches(
    companyId,
    `customerAddress|${customerId}`,
    await addressesOf(companyId, customerId),
    ({ name, address, neighborhood, city }) => `${name} ${address} ${neighborhood} ${city}`,
    query,
  )
  return { customerAddress: rows, hasMore, nextCursor }
}
