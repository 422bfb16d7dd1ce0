/** Content of a scheduled message, and whether an official number may send it. */
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import { renderTemplate } from '@balcao/shared/rules/templates/render-template.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import { defaultWhatsapp, getWhatsapp, requireWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import type { ScheduleRow } from '../data/content/schedule.ts'
import type { UserRow } from '../data/team/user.ts'
import { windowUntilOf } from '../data/tickets/ticket.ts'
import { fileTemplateContent } from './file-template-content.ts'
import { requireMedia } from './require-media.ts'
import { requireSendableTemplate } from './require-sendable-template.ts'
import { fillTemplateVariables, templateFor } from './template-content.ts'

/** Fields that decide how a message can be scheduled; times are epoch milliseconds. */
type Scheduled = Pick<ScheduleRow, 'companyId' | 'contactId' | 'sendAt' | 'templateId' | 'templateVariables' | 'media'>

type Author = Pick<UserRow, 'whatsappId'> | undefined

/**
 * Returns the text with which a schedule is stored: what was written, or what its template says.
 * @throws what `requireSendableSchedule` and `requireMedia` throw,
 * and ERR_VALIDATION without either
 */
export async function requireScheduleText(
  schedule: Scheduled & Pick<ScheduleRow, 'whatsappId'> & { body?: string | undefined },
  author: Author,
): Promise<string> {
  const connection = await connectionOfSchedule(schedule, author).catch(withoutConnection)
  const { companyId, media } = schedule
  if (connection && media) await requireMedia(companyId, connection.id, [media])
  const template = connection && (await requireSendableSchedule(schedule, connection))
  const text = template ? templateText(template, schedule.templateVariables) : schedule.body
  if (text === undefined) throw new AppError('ERR_VALIDATION', { details: [{ path: 'body', code: 'required' }] })
  return text
}

/** A company without a default connection may plan messages, but no templates of nobody's. */
function withoutConnection(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'ERR_NO_DEF_WAPP_FOUND') return undefined
  throw error
}

/**
 * Returns the connection over which a schedule is sent: its own, else the user's while it exists,
 * else the company's default.
 * @throws ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function connectionOfSchedule(
  { companyId, whatsappId }: Pick<ScheduleRow, 'companyId' | 'whatsappId'>,
  user: Author,
): Promise<WhatsappRow> {
  if (whatsappId) return requireWhatsapp(companyId, whatsappId, true)
  const own = user?.whatsappId ? await getWhatsapp(companyId, user.whatsappId) : undefined
  // Not over a metaPage, which knows no numbers.
  return own && capabilitiesOf(own).startsByNumber ? own : defaultWhatsapp(companyId)
}

/**
 * Returns the template of a schedule that is made now; undefined for a text.
 * @throws ERR_OUTSIDE_WINDOW for a text that an official number could send only if its customer
 * wrote before, ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_KIND,
 * ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES
 */
async function requireSendableSchedule(schedule: Scheduled, connection: WhatsappRow): Promise<TemplateRow | undefined> {
  const { templateId, templateVariables, media, sendAt } = schedule
  if (templateId === null) {
    if (await isOutsideWindow(schedule, connection, sendAt)) throw new AppError('ERR_OUTSIDE_WINDOW')
    return undefined
  }
  const template = await templateFor(connection, templateId)
  requireSendableTemplate(template, templateVariables, 'templateVariables', media)
  return template
}

/**
 * Returns whether the connection may send its contact nothing but templates at a time (epoch ms).
 */
export async function isOutsideWindow(
  { companyId, contactId }: Pick<ScheduleRow, 'companyId' | 'contactId'>,
  { id }: WhatsappRow,
  at: number,
): Promise<boolean> {
  const until = await windowUntilOf(companyId, id, contactId)
  return until !== null && !isWindowOpen(until, at)
}

/** Returns the text of a schedule that sends a template, the variables' own text in it. */
const templateText = ({ components }: TemplateRow, values: ScheduleRow['templateVariables']): string =>
  renderTemplate(components, values).body

/** Returns what a schedule sends, given how the variables of its texts are filled. */
export function scheduleContent(
  { body, media, templateVariables }: ScheduleRow,
  template: TemplateRow | undefined,
  fill: (text: string) => string,
): OutboundContent {
  if (template) return fileTemplateContent(template, fillTemplateVariables(templateVariables, fill), media)
  return media ? { kind: 'media', body: fill(body), media } : { kind: 'text', body: fill(body) }
}
