/** Maps canned responses and campaigns of Chatwoot. */
import { whatsappMarks } from './chatwoot-markdown.ts'
import type { ChatwootRow } from './chatwoot-tables.ts'
import { chatwootText } from './imported-variables.ts'
import type { ImportedCampaign, ImportedQuickMessage } from './record.ts'
import { bodyIn, type ChangeNote, instantOf, type Mapped, nameIn } from './values.ts'

/** @param fieldOf variable of an attribute of conversations by its key, if it has a field here */
export function mapCannedResponse(
  row: ChatwootRow<'canned_responses'>,
  fieldOf: (key: string) => string | undefined,
): Mapped<ImportedQuickMessage> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const message = chatwootText(bodyIn(whatsappMarks(row.content ?? ''), changes), fieldOf, changes)
  if (!message) return { refusal: 'empty' }
  const record: ImportedQuickMessage = {
    kind: 'quickMessage',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    shortcode: nameIn(row.short_code, 60).replace(/^\/+/, '') || `importada-${row.id}`,
    message,
    userId: null,
    file: null,
  }
  return { record, changes }
}

/** Number of `campaign_type` of one that is sent once; the others greet visitors of a site. */
const ONE_OFF = '1'

export function mapChatwootCampaign(
  row: ChatwootRow<'campaigns'>,
  connectionId: string | null,
): Mapped<ImportedCampaign> {
  if (!row.id) return { refusal: 'noId' }
  if (row.campaign_type !== ONE_OFF || !connectionId) return { refusal: 'otherChannel' }
  const changes: ChangeNote[] = []
  const isDone = row.campaign_status === '1'
  if (!isDone) changes.push({ reason: 'campaignStopped' })
  const scheduledAt = instantOf(row.scheduled_at)
  const record: ImportedCampaign = {
    kind: 'campaign',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? scheduledAt ?? 0,
    name: nameIn(row.title) || `Campanha ${row.id}`,
    status: isDone ? 'FINALIZADA' : 'CANCELADA',
    messages: [bodyIn(row.message ?? '', changes)],
    confirmationMessages: [],
    confirmation: false,
    contactListId: null,
    connectionId,
    scheduledAt,
    completedAt: isDone ? (instantOf(row.updated_at) ?? scheduledAt) : null,
    file: null,
  }
  return { record, changes }
}
