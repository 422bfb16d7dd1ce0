import type { Delivery } from '@balcao/shared/entities/delivery.ts'
import type { DeliveryRow } from '../data/automation/delivery.ts'

/** Where a delivery goes. */
export type Address = { url: string; secret: string }

type Target = {
  /** Undefined when it is gone, switched off, or not in the plan any more: what waits for it is given up. */
  addressOf: (companyId: string, targetId: string) => Promise<Address | undefined>
  /** What its answer (2xx) leads to, where it leads to anything. */
  answered?: (row: DeliveryRow, body: string) => Promise<void>
}

/** What has an address, by the word for it. One more is a line here. */
export const TARGETS: Partial<Record<Delivery['target'], Target>> = {}
