import { type PromptRunStep, WaitingWork } from '@balcao/shared/events/queues.ts'
import { runBotReply } from '../../bots/run-bot-reply.ts'
import { summarizeTicket } from '../../copilot/summarize-ticket.ts'
import { enqueueRunStep } from '../../messaging/begin-prompt-run.ts'
import { processBatch, read } from '../batch.ts'
import { runStep } from '../jobs/run-step.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'
import { previewLink } from './preview-link.ts'
import { promptRun } from './prompt-run.ts'

/**
 * Sends the replies that bots owe in tickets, fetches previews of links, summarises tickets, and
 * plays test runs of agents. A second message for the same work does nothing.
 */
export const handler = processBatch(record => {
  const work = read(WaitingWork, record)
  if ('jobId' in work) return skipDeletedCompanies(playStep)(work)
  if ('messageId' in work) return skipDeletedCompanies(previewLink)(work)
  return 'logId' in work ? skipDeletedCompanies(summarizeTicket)(work) : skipDeletedCompanies(runBotReply)(work)
})

const playStep = (step: PromptRunStep) => runStep(step, { promptRun }, enqueueRunStep)
