import type { InboundEvent } from '@balcao/shared/events/queues.ts'

type Owned = 'companyId' | 'connectionId'
type Without<E> = E extends unknown ? Omit<E, Owned> : never

/** Event for every connection of an account at Meta. */
export type AccountEvent = Without<InboundEvent>

/** Events of a page, an Instagram account, a cloud number or a business account, in order. */
export type AccountEvents<E extends AccountEvent = AccountEvent> = { accountId: string; events: E[] }
