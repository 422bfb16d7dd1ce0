import {
  type Campaign,
  type CampaignRecipient,
  type CampaignReport,
  RECIPIENT_STATES,
  type RecipientCounts,
} from '@balcao/shared/entities/campaign.ts'
import { newId } from '@balcao/shared/ids.ts'

const at = '2026-11-20T12:00:00.000Z'

/** A campaign under way; `changes` say what a test is about. */
export const sampleCampaign = (changes: Partial<Campaign> = {}): Campaign => ({
  id: newId(),
  companyId: newId(),
  name: 'Volta às aulas',
  status: 'EM_ANDAMENTO',
  reason: null,
  message1: 'Olá',
  message2: '',
  message3: '',
  message4: '',
  message5: '',
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
  confirmation: false,
  templateId: null,
  templateVariables: {},
  confirmationTemplateId: null,
  confirmationTemplateVariables: {},
  scheduledAt: null,
  completedAt: null,
  whatsappId: newId(),
  whatsapp: { id: newId(), name: 'Loja' },
  contactListId: newId(),
  contactList: { id: newId(), name: 'Clientes' },
  tagListId: null,
  tagList: null,
  fileListId: null,
  fileList: null,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

/** Returns recipient counts by state; a state not given counts 0. */
export const countsOf = (some: Partial<RecipientCounts>): RecipientCounts => ({
  ...(Object.fromEntries(RECIPIENT_STATES.map(state => [state, 0])) as RecipientCounts),
  ...some,
})

/** The report of a campaign of which nothing is known but that it is under way. */
export const sampleReport = (changes: Partial<CampaignReport> = {}): CampaignReport => ({
  campaign: sampleCampaign(),
  planned: true,
  total: 0,
  valid: 0,
  delivered: 0,
  counts: countsOf({}),
  progress: 0,
  perMinute: 3,
  estimatedEnd: null,
  wait: null,
  waitUntil: null,
  cost: null,
  updatedAt: at,
  ...changes,
})

/** A contact of a campaign that waits. */
export const sampleRecipient = (
  campaignId: string,
  place: number,
  changes: Partial<CampaignRecipient> = {},
): CampaignRecipient => ({
  id: newId(),
  campaignId,
  place,
  name: `Contato ${place}`,
  number: `55119876500${String(place).padStart(2, '0')}`,
  state: 'waiting',
  reason: null,
  variant: 1,
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  answeredAt: null,
  ticketId: null,
  updatedAt: at,
  ...changes,
})
