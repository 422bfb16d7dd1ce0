import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { sendableTemplates } from '../../../campaigns/campaign-templates.ts'
import { composeContents } from '../../../campaigns/compose.ts'
import { type CampaignRow, newCampaign, requireCampaign } from '../../../data/campaigns/campaign.ts'
import { getCampaignSettings } from '../../../data/campaigns/campaign-settings.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { contactOfNumber } from '../../../messaging/contact-of-number.ts'
import { requireMedia } from '../../../messaging/require-media.ts'
import { writeToContact } from '../../../messaging/write-to-contact.ts'
import { assertFile, described, storeFile } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { requireConnection } from './require-sendable.ts'

/** Rate limit of one connection: WhatsApp blocks numbers that send the same text over and over. */
const tests = createRateLimiter({ burst: 3, perSecond: 0.05 })

/**
 * Sends a campaign's message once to a number of the user's own, as a message of a pending ticket.
 * It is checked like a campaign that starts now before anything is stored or sent.
 */
export const testCampaign: Operations['campaigns']['test'] = async ({ companyId, actor }, { body, files: [file] }) => {
  const { number, whatsappId, campaignId, ...texts } = body
  const [connection, user, stored, settings, company] = await Promise.all([
    requireConnection({ companyId, whatsappId }),
    requireUser(companyId, actor.userId),
    campaignId === null ? undefined : requireCampaign(companyId, campaignId),
    getCampaignSettings(companyId),
    getSettings(companyId),
  ])
  if (texts.fileListId !== null) await requireRow(companyId, FILE_LISTS, texts.fileListId, true)
  if (file) assertFile(file)
  const kept = file ? { ...described(file), key: '', fileName: file.fileName } : (stored?.media ?? null)
  if (kept) await requireMedia(companyId, whatsappId, [kept])
  const campaign = campaignOf(companyId, { ...texts, whatsappId }, kept)
  const templates = await sendableTemplates(campaign, connection)
  const contentsWith = (media: KeptMedia | null) => {
    const person = { name: user.name, variant: 1, n: 0 }
    const own = { ...campaign, media }
    return composeContents(own, person, 'message', { settings, company }, templates, undefined, Date.now())
  }
  const contents = await contentsWith(kept)
  if (contents.length === 0) throw new AppError('ERR_CAMPAIGN_NO_MESSAGE')
  if (connection.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  if (tests.take(`${companyId}#${connection.id}`, Date.now()) !== 'pass')
    throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: 20 } })
  const again = () => contactOfNumber(companyId, connection, number)
  const contact = await again()
  const sent = file ? await contentsWith(await storeFile(companyId, contact.id, file, false)) : contents
  const send = (each: OutboundContent) =>
    writeToContact(companyId, connection, contact, again, () => ({ content: each, origin: 'attendant', user }))
  const [first, ...rest] = sent
  const { message } = await failingAs('ERR_CREATING_MESSAGE', () => send(first!))
  for (const each of rest) await failingAs('ERR_CREATING_MESSAGE', () => send(each))
  return { id: message.id, ticketId: message.ticketId, ack: message.ack }
}

/** Returns a campaign that is not stored, with one text and no recipients. */
const campaignOf = (
  companyId: string,
  {
    message,
    ...fields
  }: Pick<CampaignRow, 'whatsappId' | 'fileListId' | 'templateId' | 'templateVariables'> & {
    message: string
  },
  media: KeptMedia | null,
): CampaignRow =>
  newCampaign(companyId, {
    ...{ name: '', message1: message, message2: '', message3: '', message4: '', message5: '' },
    ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '' },
    ...{ confirmationMessage4: '', confirmationMessage5: '', confirmation: false },
    ...{ contactListId: null, tagListId: null, status: 'PROGRAMADA', scheduledAt: null },
    ...fields,
    media,
  })
