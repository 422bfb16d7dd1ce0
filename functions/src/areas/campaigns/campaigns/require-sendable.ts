import { AppError } from '@balcao/shared/errors.ts'
import { filledVariants } from '@balcao/shared/rules/campaigns/variant.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { sendableTemplates, templatesOf } from '../../../campaigns/campaign-templates.ts'
import type { CampaignRow } from '../../../data/campaigns/campaign.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { getWhatsapp, requireWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireTag } from '../../../data/tickets/tag.ts'
import { requireMedia } from '../../../messaging/require-media.ts'

type Content = Omit<CampaignRow, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'completedAt'>

/**
 * Requires content: one text or a file, or the template of an official number. A draft may still
 * lack it, since its file is uploaded afterwards.
 * @throws ERR_CAMPAIGN_NO_MESSAGE, ERR_CAMPAIGN_NO_CONFIRMATION, and what `sendableTemplates` and
 * `requireMedia` throw
 */
export async function requireContent(row: Content): Promise<void> {
  const { companyId, whatsappId } = row
  const connection = whatsappId === null ? undefined : await getWhatsapp(companyId, whatsappId, true)
  return connection ? requireContentOver(row, connection) : requireTexts(row)
}

async function requireContentOver(row: Content, connection: WhatsappRow): Promise<void> {
  if (row.media) await requireMedia(row.companyId, connection.id, [row.media])
  await (row.status === 'INATIVA' ? templatesOf : sendableTemplates)(row, connection)
  if (capabilitiesOf(connection).window !== 'template') requireTexts(row)
}

function requireTexts(row: Content): void {
  const hasContent = filledVariants(row, 'message').length > 0 || row.media !== null || row.fileListId !== null
  if (!hasContent && row.status !== 'INATIVA') throw new AppError('ERR_CAMPAIGN_NO_MESSAGE')
  if (row.confirmation && filledVariants(row, 'confirmationMessage').length === 0)
    throw new AppError('ERR_CAMPAIGN_NO_CONFIRMATION')
}

/**
 * Requires recipients: a contact list or a tag. Returns the number of its rows.
 * @throws ERR_CAMPAIGN_NO_AUDIENCE, ERR_CAMPAIGN_EMPTY_AUDIENCE, and the error of a list or tag
 * that does not exist
 */
export async function requireAudience({
  companyId,
  contactListId,
  tagListId,
}: Pick<Content, 'companyId' | 'contactListId' | 'tagListId'>): Promise<number> {
  if ((contactListId === null) === (tagListId === null)) throw new AppError('ERR_CAMPAIGN_NO_AUDIENCE')
  const count =
    contactListId === null
      ? (await requireTag(companyId, tagListId!, true)).ticketsCount
      : (await requireRow(companyId, CONTACT_LISTS, contactListId, true)).contactsCount
  if (count === 0) throw new AppError('ERR_CAMPAIGN_EMPTY_AUDIENCE')
  return count
}

/**
 * Requires a WhatsApp connection, connected or not.
 * @throws ERR_CAMPAIGN_NO_CONNECTION, ERR_NO_WAPP_FOUND
 */
export async function requireConnection({ companyId, whatsappId }: Pick<Content, 'companyId' | 'whatsappId'>) {
  if (whatsappId === null) throw new AppError('ERR_CAMPAIGN_NO_CONNECTION')
  const connection = await requireWhatsapp(companyId, whatsappId)
  if (!capabilitiesOf(connection).startsByNumber) throw new AppError('ERR_CAMPAIGN_NO_CONNECTION')
  return connection
}

/**
 * Requires all that a campaign needs to be sent one day.
 * @throws what the functions above throw, and ERR_NO_FILE_LIST_FOUND
 */
export async function requireSendable(row: Content): Promise<void> {
  const connection = await requireConnection(row)
  await requireAudience(row)
  if (row.fileListId !== null) await requireRow(row.companyId, FILE_LISTS, row.fileListId, true)
  await requireContentOver(row, connection)
}
