import type { TicketSummaryJob } from '@balcao/shared/events/queues.ts'
import { messageId, timeOfId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { companyKey } from '../data/automation/ai-settings.ts'
import { aiUseWrites, countAiUse } from '../data/automation/ai-use.ts'
import { spentLimit } from '../data/automation/token-use.ts'
import { planOf } from '../data/company/company.ts'
import { getSettings } from '../data/company/setting.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { getTicket, ticketExists } from '../data/tickets/ticket.ts'
import { getNote, noteWrite } from '../data/tickets/ticket-note.ts'
import { logger } from '../http/logger.ts'
import { AiError, type Usage } from '../integrations/openai/ai-error.ts'
import { modelOf } from '../integrations/openai/complete.ts'
import { writeText } from '../integrations/openai/write-text.ts'
import { publishNote } from '../messaging/publish-ticket.ts'
import { conversationText, readConversation } from './read-conversation.ts'
import { TEMPERATURE, taskOf } from './task.ts'

/** Within the time of the worker (infra/stacks/workers-stack.ts). */
const TIMEOUTS = { timeoutMs: 30_000, totalMs: 60_000 }
const MAX_TOKENS = 600
/** Fewer messages are read as quickly as their summary. */
const MIN_MESSAGES = 2
/** Author of the note, and its longest text. */
const BY = { id: 'copilot', name: 'Copiloto' }
const MAX_NOTE = 5000

/**
 * Leaves a summary of a ticket as a note for whoever gets it, once for each time it is passed on. A
 * company without a key, or whose tokens are spent, gets none; nor does one whose model fails: the
 * conversation is still there to be read.
 */
export async function summarizeTicket({ companyId, ticketId, logId }: TicketSummaryJob): Promise<void> {
  const ticket = await getTicket(companyId, ticketId)
  if (!ticket || !(await planOf(companyId)).useOpenAi) return
  const id = await messageId(ticket.whatsapp.id, `note|summary|${logId}`, timeOfId(logId))
  if (await getNote(companyId, id)) return
  const apiKey = await companyKey(companyId)
  if (!apiKey || (await spentLimit(companyId))) return
  const messages = await readConversation(companyId, ticketId)
  if (messages.length < MIN_MESSAGES) return
  const { openAiCopilotModel: model } = await getSettings(companyId)
  const spent = (usage: Usage) => [companyId, { kind: 'user', ...BY }, { model: modelOf(model), ...usage }] as const
  try {
    const { text, usage } = await writeText(
      {
        ...{ apiKey, model, maxTokens: MAX_TOKENS, temperature: TEMPERATURE },
        ...{ instructions: taskOf('summarize', undefined), input: conversationText(messages) },
      },
      TIMEOUTS,
    )
    const given = { id, note: cutText(text, MAX_NOTE), ticketId, contactId: ticket.contact.id, user: BY }
    const { write, note } = noteWrite(companyId, given)
    try {
      await transact([write, ticketExists(companyId, ticketId), ...(await aiUseWrites(...spent(usage)))])
    } catch (error) {
      if (!(error instanceof WriteConflict && error.label === 'ticket')) throw error
      // Deleted meanwhile: nobody would remove the note any more.
      return countAiUse(...spent(usage))
    }
    await publishNote(ticket, note)
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    if (error.usage) await countAiUse(...spent(error.usage))
    logger.warn('the copilot could not summarise', { companyId, ticketId, reason: error.code })
  }
}
