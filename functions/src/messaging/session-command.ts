import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { enqueueCommand } from './enqueue.ts'

type SessionAction = Extract<OutboundCommand, { type: 'session' }>['action']

/**
 * Asks the session host to open, renew, log out or forget a connection. Every call counts: none is
 * dropped as a duplicate.
 */
export const sendSessionCommand = (companyId: string, connectionId: string, action: SessionAction): Promise<void> =>
  enqueueCommand({ type: 'session', companyId, connectionId, action, at: Date.now() }, newId())
