import { WaitingWork } from '@balcao/shared/events/queues.ts'
import { runBotReply } from '../../bots/run-bot-reply.ts'
import { summarizeTicket } from '../../copilot/summarize-ticket.ts'
import { processBatch, read } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'
import { previewLink } from './preview-link.ts'

/**
 * Sends the replies that bots owe in tickets, fetches previews of links, and summarises tickets. A
 * second message for the same work does nothing.
 */
export const handler = processBatch(record => {
  const work = read(WaitingWork, record)
  if ('messageId' in work) return skipDeletedCompanies(previewLink)(work)
  return 'logId' in work ? skipDeletedCompanies(summarizeTicket)(work) : skipDeletedCompanies(runBotReply)(work)
})
