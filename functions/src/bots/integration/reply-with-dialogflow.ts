import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { type IntegrationRow, openSecret } from '../../data/automation/queue-integration.ts'
import { readAccount } from '../../integrations/dialogflow/account.ts'
import { detectIntent } from '../../integrations/dialogflow/detect-intent.ts'
import type { BotAnswer, BotRequest } from '../bot.ts'

const MAX_LINES = 10
/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 4096

/** Answers as a Dialogflow agent, whose session is the ticket (decision 0031). */
export async function replyWithDialogflow(request: BotRequest, integration: IntegrationRow): Promise<BotAnswer> {
  const by = { id: integration.id, name: integration.name }
  const json = openSecret(request.companyId, 'jsonContent', integration)
  if (!json) return { lines: [], handOver: { reason: reasonOf('integrationSecret'), by } }
  const text = request.messages
    .map(({ body }) => body.trim())
    .filter(Boolean)
    .join('\n')
  // A picture or a voice message has no text for it.
  if (text === '') return { lines: [], handOver: { reason: reasonOf('integrationSilent'), by } }
  const { replies, ends } = await detectIntent(readAccount(json), {
    project: integration.projectName,
    session: request.ticket.id,
    text,
    language: integration.language,
  })
  const lines = replies.slice(0, MAX_LINES).map(reply => ({ text: cutText(reply, MAX_TEXT_LENGTH) }))
  if (ends) return { lines, handOver: { reason: reasonOf('integrationOver'), by } }
  return lines.length > 0 ? { lines } : { lines, handOver: { reason: reasonOf('integrationSilent'), by } }
}
