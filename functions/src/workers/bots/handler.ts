import { WaitingWork } from '@balcao/shared/events/queues.ts'
import { runBotReply } from '../../bots/run-bot-reply.ts'
import { processBatch, read } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'
import { previewLink } from './preview-link.ts'

/**
 * Sends the replies that bots owe in tickets, and fetches previews of links. A second message for
 * the same work does nothing.
 */
export const handler = processBatch(record => {
  const work = read(WaitingWork, record)
  return 'messageId' in work ? skipDeletedCompanies(previewLink)(work) : skipDeletedCompanies(runBotReply)(work)
})
