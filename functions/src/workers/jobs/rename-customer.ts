import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { getCustomer } from '../../data/customers/customer-row.ts'
import { renameInContracts, toWireContract } from '../../data/orders/contract.ts'
import { tellRow } from '../../messaging/tell-row.ts'

/** Carries the name a customer has now to their contracts; may run again. */
export async function renameCustomer({
  companyId,
  customerId,
}: Extract<JobMessage, { type: 'renameCustomer' }>): Promise<void> {
  const customer = await getCustomer(companyId, customerId, true)
  if (!customer) return
  await renameInContracts(companyId, customerId, customer.fullName, row =>
    tellRow(companyId, 'contract', 'update', toWireContract(row)),
  )
}
