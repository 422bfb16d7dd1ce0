import { inParts } from '../../in-parts.ts'
import { each } from '../table/page.ts'
import { everyTicket } from './every-ticket.ts'
import { indexMessage } from './index-message.ts'
import { messageSource } from './message.ts'

/** Number of tickets processed in parallel. */
const PARALLEL = 8

/**
 * Indexes the words of every message of a company, for messages stored before there was an index.
 * The company may go on working meanwhile. Idempotent. Returns the number of messages. Throws
 * ERR_NO_COMPANY_FOUND.
 */
export async function indexAllMessages(companyId: string): Promise<number> {
  let count = 0
  const index = async (ticketId: string) => {
    for await (const { id } of each(messageSource(companyId, ticketId))) {
      await indexMessage(companyId, ticketId, id)
      count += 1
    }
  }
  for await (const ids of everyTicket(companyId)) await inParts(ids, PARALLEL, index)
  return count
}
