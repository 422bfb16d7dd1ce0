import { inParts } from '../../in-parts.ts'
import { each } from '../table/page.ts'
import { everyTicket } from './every-ticket.ts'
import { indexMessage } from './index-message.ts'
import { messageSource } from './message.ts'

/** Tickets gone through at a time. */
const PARALLEL = 8

/**
 * Makes every message of a company be found by its words, for those stored before messages were. The company may go on working. May run
 * again. Answers how many messages there are. Throws ERR_NO_COMPANY_FOUND.
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
