/**
 * A company that sends campaigns, made through the data layer: its connection, a list of people, a
 * campaign of them.
 */

import { runTick } from '@balcao/functions/campaigns/run-tick.ts'
import { startWrites } from '@balcao/functions/campaigns/start-timer.ts'
import { wakeSendQueue } from '@balcao/functions/campaigns/wake-send-queue.ts'
import {
  type CampaignRow,
  createCampaign,
  type NewCampaign,
  newCampaign,
} from '@balcao/functions/data/campaigns/campaign.ts'
import { saveCampaignSettings } from '@balcao/functions/data/campaigns/campaign-settings.ts'
import { CONTACT_LISTS } from '@balcao/functions/data/campaigns/contact-list.ts'
import { importItems } from '@balcao/functions/data/campaigns/contact-list-item.ts'
import { getSendQueue, type SendQueueRow } from '@balcao/functions/data/campaigns/send-queue-row.ts'
import type { MetaTemplate, TemplateRow } from '@balcao/functions/data/channels/template.ts'
import type { WhatsappRow } from '@balcao/functions/data/channels/whatsapp.ts'
import { saveNumberCheck } from '@balcao/functions/data/contacts/number-check.ts'
import { createRow, newRow } from '@balcao/functions/data/table/small-list.ts'
import { handler as inboundHandler } from '@balcao/functions/workers/inbound/handler.ts'
import { handler as jobsHandler } from '@balcao/functions/workers/jobs/handler.ts'
import { startDueCampaign } from '@balcao/functions/workers/timers/start-due-campaign.ts'
import type { CampaignSettings } from '@balcao/shared/entities/campaign.ts'
import type { InboundEvent, SendCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cloudNumber } from './cloud-number.ts'
import { makeCompany, makeWhatsapp, type TestCompany } from './harness.ts'
import { jobsOf } from './jobs-of.ts'
import { makeTemplate } from './make-template.ts'
import { batchOf, commandsOf, graphCommandsOf } from './pipeline-fixture.ts'
import { someNumber } from './some-number.ts'

export type CampaignFixture = {
  company: TestCompany
  companyId: string
  connection: WhatsappRow
  connectionId: string
}

/** As fast as it goes, at any hour. */
export const FASTEST_SETTINGS: Partial<CampaignSettings> = {
  messageInterval: 0,
  longerIntervalAfter: 0,
  hoursStart: '00:00',
  hoursEnd: '00:00',
  dailyLimit: 'off',
}

export async function makeSender(settings: Partial<CampaignSettings> = {}): Promise<CampaignFixture> {
  const company = await makeCompany()
  const connection = await makeWhatsapp(company.id)
  await saveCampaignSettings(company.id, { ...FASTEST_SETTINGS, ...settings })
  return { company, companyId: company.id, connection, connectionId: connection.id }
}

/** Same as `makeSender` with an official number, and a template that asks for a name. */
export async function makeOfficialSender(
  changes: Partial<WhatsappRow> = {},
  settings: Partial<CampaignSettings> = {},
): Promise<CampaignFixture & { template: TemplateRow; templated: Partial<NewCampaign> }> {
  const company = await makeCompany()
  const businessAccountId = newId()
  const connection = await makeWhatsapp(
    company.id,
    cloudNumber(businessAccountId, { status: 'CONNECTED', quality: 'GREEN', messagingLimit: 'TIER_1K', ...changes }),
  )
  const template = await makeTemplate(company.id, businessAccountId, OFFER)
  await saveCampaignSettings(company.id, { ...FASTEST_SETTINGS, ...settings })
  const templated = { message1: '', templateId: template.id, templateVariables: { nome: '{{firstName}}' } }
  return { company, companyId: company.id, connection, connectionId: connection.id, template, templated }
}

const OFFER: Partial<MetaTemplate> = {
  category: 'MARKETING',
  components: [
    {
      type: 'BODY',
      text: 'Olá, {{nome}}! Oferta só hoje.',
      example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] },
    },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Parar promoções' }] },
  ],
}

/** Numbers nobody else has. */
export const someNumbers = (count: number): string[] => Array.from({ length: count }, someNumber)

/** A list of people, whom WhatsApp knows unless told otherwise. */
export async function makeList(
  { companyId }: CampaignFixture,
  numbers: readonly string[],
  isKnown: (number: string) => boolean = () => true,
): Promise<string> {
  const list = await createRow(companyId, CONTACT_LISTS, newRow({ name: `Lista ${newId()}`, contactsCount: 0 }))
  await importItems(
    companyId,
    list.id,
    numbers.map(number => ({ number, name: `Pessoa ${number.slice(-4)}` })),
  )
  for (const number of numbers) await saveNumberCheck(companyId, number, { exists: isKnown(number), number, lid: null })
  return list.id
}

const TEXTS = Object.fromEntries(
  (['message', 'confirmationMessage'] as const).flatMap(kind => [1, 2, 3, 4, 5].map(n => [`${kind}${n}`, ''])),
) as Pick<NewCampaign, `${'message' | 'confirmationMessage'}${1 | 2 | 3 | 4 | 5}`>

/** A campaign that is to start now. */
export async function makeCampaign(
  { companyId, connectionId }: CampaignFixture,
  contactListId: string | null,
  changes: Partial<NewCampaign> = {},
): Promise<CampaignRow> {
  const row = newCampaign(companyId, {
    ...TEXTS,
    name: 'Volta às aulas',
    message1: 'Olá, {{firstName}}!',
    status: 'PROGRAMADA',
    confirmation: false,
    scheduledAt: Date.now(),
    whatsappId: connectionId,
    contactListId,
    tagListId: null,
    fileListId: null,
    media: null,
    ...changes,
  })
  return createCampaign(row, startWrites(row))
}

/** Its moment comes. */
export const start = ({ companyId, id, scheduledAt }: CampaignRow): Promise<void> =>
  startDueCampaign({
    type: 'startCampaign',
    companyId,
    campaignId: id,
    scheduledAt: scheduledAt ?? 0,
    dueAt: scheduledAt ?? 0,
  })

/**
 * Works on a company's jobs until there are none. Profile pictures are left out: no session host
 * answers, and each would wait for 20 s.
 */
export async function workJobs(companyId: string): Promise<void> {
  for (let idle = 0; idle < 2; ) {
    const messages = (await jobsOf(companyId)).filter(({ type }) => type !== 'refreshProfilePicture')
    idle = messages.length === 0 ? idle + 1 : 0
    await jobsHandler(batchOf(messages.map(message => JSON.stringify(message))))
  }
}

/**
 * The tick a connection's lane is at comes as soon as the pace allows, whatever it was to wait for:
 * the lane as it is after that.
 */
export async function tick({ companyId, connectionId }: CampaignFixture): Promise<SendQueueRow> {
  await wakeSendQueue(companyId, connectionId, () => true)
  const { seq } = await getSendQueue(companyId, connectionId)
  await runTick({ companyId, connectionId, seq })
  return getSendQueue(companyId, connectionId)
}

/** The messages that left since this was asked last, in their order. */
export const sentOf = async (fixture: CampaignFixture): Promise<SendCommand[]> =>
  (await (fixture.connection.provider === 'cloud' ? graphCommandsOf : commandsOf)(fixture)).filter(
    command => command.type === 'send',
  )

/** Delivers a session host's events to the inbound worker. */
export async function deliverEvents(...events: InboundEvent[]): Promise<void> {
  const { batchItemFailures } = await inboundHandler(batchOf(events))
  if (batchItemFailures.length > 0) throw new Error('an event was not taken')
}

/** WhatsApp has, or the phone showed, a message. */
export const ack = (
  { companyId, connectionId }: CampaignFixture,
  { whatsappMessageId }: Pick<SendCommand, 'whatsappMessageId'>,
  level: number,
  error?: string,
): Promise<void> =>
  deliverEvents({ type: 'ack', companyId, connectionId, whatsappMessageId, ack: level, ...(error ? { error } : {}) })
