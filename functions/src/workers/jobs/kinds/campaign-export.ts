import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { wallClocks } from '@balcao/shared/rules/wall-clock.ts'
import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { progressOf, type RecipientRow } from '../../../data/campaigns/campaign-recipient.ts'
import { recipientsByNumber } from '../../../data/campaigns/recipient-list.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep, readPart } from './list-file.ts'

/** Recipients of a step, and of those at once: a second or two of reading. */
const STEP = 10_000
const BATCH_SIZE = 2000

const NAMES: Record<Language, string> = {
  pt: 'relatorio-da-campanha',
  en: 'campaign-report',
  es: 'informe-de-la-campana',
}

const COLUMNS: Record<Language, readonly string[]> = {
  pt: [
    'Número',
    'Nome',
    'Status',
    'Confirmação pedida',
    'Confirmada',
    'Enviada',
    'Entregue',
    'Lida',
    'Respondida',
    'Motivo',
  ],
  en: [
    'Number',
    'Name',
    'Status',
    'Confirmation asked',
    'Confirmed',
    'Sent',
    'Delivered',
    'Read',
    'Answered',
    'Reason',
  ],
  es: [
    'Número',
    'Nombre',
    'Estado',
    'Confirmación pedida',
    'Confirmado',
    'Enviado',
    'Entregado',
    'Leído',
    'Respondido',
    'Motivo',
  ],
}

/** Columns of times, by their place. */
const KINDS = { 3: 'second', 4: 'second', 5: 'second', 6: 'second', 7: 'second', 8: 'second' } as const

const STATES: Record<Language, Record<RecipientState, string>> = {
  pt: {
    waiting: 'Na fila',
    confirmationAsked: 'Confirmação pedida',
    confirmed: 'Confirmado',
    sent: 'Enviada',
    delivered: 'Entregue',
    read: 'Lida',
    answered: 'Respondida',
    invalid: 'Sem WhatsApp',
    optedOut: 'Descadastrado',
    failed: 'Falhou',
  },
  en: {
    waiting: 'Waiting',
    confirmationAsked: 'Confirmation asked',
    confirmed: 'Confirmed',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    answered: 'Answered',
    invalid: 'No WhatsApp',
    optedOut: 'Opted out',
    failed: 'Failed',
  },
  es: {
    waiting: 'En espera',
    confirmationAsked: 'Confirmación pedida',
    confirmed: 'Confirmado',
    sent: 'Enviado',
    delivered: 'Entregado',
    read: 'Leído',
    answered: 'Respondido',
    invalid: 'Sin WhatsApp',
    optedOut: 'Dado de baja',
    failed: 'Falló',
  },
}

const reasonText = (code: ErrorCode | null, language: Language): string => (code ? ERRORS[code][language] : '')

/**
 * Exports the recipients of a campaign and their states in the order of their numbers, in the
 * requester's language and with times in the company's time zone. Ends with ERR_NO_CAMPAIGN_FOUND
 * when the campaign was deleted.
 */
export const campaignExport: Work<'campaignExport'> = {
  async step(job) {
    const { companyId, state } = job
    const { campaignId, language } = state
    await requireCampaign(companyId, campaignId)
    return listFileStep(
      job,
      { name: NAMES[language], columns: COLUMNS[language], kinds: KINDS },
      from => readSome(job, from),
      async () => {
        const { counts } = await progressOf(companyId, campaignId)
        return Object.values(counts).reduce((sum, count) => sum + count, 0)
      },
    )
  },
  clean: cleanListFile,
}

function readSome({ companyId, state }: JobRow<'campaignExport'>, begin: unknown) {
  const lineOf = liner(state)
  return readPart(
    begin,
    STEP,
    async from => {
      const { rows, next } = await recipientsByNumber(companyId, state.campaignId, from as string | null, BATCH_SIZE)
      return { rows, end: next, more: next !== null }
    },
    row => (!state.shippingState || row.state === state.shippingState ? lineOf(row) : []),
  )
}

function liner({ timezone, language }: JobRow<'campaignExport'>['state']): (row: RecipientRow) => Cell[][] {
  const clock = wallClocks(timezone)
  const when = (at: number | null) => (at === null ? null : clock(at).getTime())
  return row => [
    [
      row.number,
      row.name,
      STATES[language][row.state],
      when(row.confirmationRequestedAt),
      when(row.confirmedAt),
      when(row.sentAt),
      when(row.deliveredAt),
      when(row.readAt),
      when(row.answeredAt),
      row.state === 'failed' ? reasonText(row.reason, language) : '',
    ],
  ]
}
