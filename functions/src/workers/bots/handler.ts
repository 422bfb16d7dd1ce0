import { BotReplyJob } from '@balcao/shared/events/queues.ts'
import { runBotReply } from '../../bots/run-bot-reply.ts'
import { processBatch, read } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'

/** Sends the replies that bots owe in tickets. A second message for the same reply does nothing. */
export const handler = processBatch(record => skipDeletedCompanies(runBotReply)(read(BotReplyJob, record)))
