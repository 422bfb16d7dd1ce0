import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { getCustomer } from '../../data/customers/customer-row.ts'
import { renameInContracts, toWireContract } from '../../data/orders/contract.ts'
import { publishRow } from '../../messaging/publish-row.ts'

/** Copies a customer's current name to their contracts. Idempotent. */
export async function renameCustomer({
  companyId,
  customerId,
}: Extract<JobMessage, { type: 'renameCustomer' }>): Promise<void> {
  const customer = await getCustomer(companyId, customerId, true)
  if (!customer) return
  await renameInContracts(companyId, customerId, customer.fullName, row =>
    publishRow(companyId, 'contract', 'update', toWireContract(row)),
  )
}
