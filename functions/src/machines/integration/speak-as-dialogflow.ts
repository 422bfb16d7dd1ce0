import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { reasonOf } from '@balcao/shared/rules/machine-notes.ts'
import { type IntegrationRow, openSecret } from '../../data/automation/queue-integration.ts'
import { readAccount } from '../../integrations/dialogflow/account.ts'
import { detectIntent } from '../../integrations/dialogflow/detect-intent.ts'
import type { Answer, Asked } from '../machine.ts'

const MOST_LINES = 10
/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
const LONGEST_TEXT = 4096

/** Answers as a Dialogflow agent, whose session is the ticket (decision 0031). */
export async function speakAsDialogflow(asked: Asked, integration: IntegrationRow): Promise<Answer> {
  const by = { id: integration.id, name: integration.name }
  const json = openSecret(asked.companyId, 'jsonContent', integration)
  if (!json) return { lines: [], handOver: { reason: reasonOf('integrationSecret'), by } }
  const text = asked.messages
    .map(({ body }) => body.trim())
    .filter(Boolean)
    .join('\n')
  // A picture or a voice message has no text for it.
  if (text === '') return { lines: [], handOver: { reason: reasonOf('integrationSilent'), by } }
  const { replies, ends } = await detectIntent(readAccount(json), {
    project: integration.projectName,
    session: asked.ticket.id,
    text,
    language: integration.language,
  })
  const lines = replies.slice(0, MOST_LINES).map(reply => ({ text: cutText(reply, LONGEST_TEXT) }))
  if (ends) return { lines, handOver: { reason: reasonOf('integrationOver'), by } }
  return lines.length > 0 ? { lines } : { lines, handOver: { reason: reasonOf('integrationSilent'), by } }
}
