import type { CampaignRecipient } from '@balcao/shared/entities/campaign.ts'
import { instant } from '../instant.ts'
import type { RecipientRow } from './campaign-recipient.ts'

const orNull = (at: number | null): string | null => (at === null ? null : instant(at))

/** Returns a recipient's wire form. */
export const toWireRecipient = (row: RecipientRow): CampaignRecipient => ({
  id: row.id,
  campaignId: row.campaignId,
  place: row.n,
  name: row.name,
  number: row.number,
  state: row.state,
  reason: row.reason,
  variant: row.variant,
  confirmationRequestedAt: orNull(row.confirmationRequestedAt),
  confirmedAt: orNull(row.confirmedAt),
  sentAt: orNull(row.sentAt),
  deliveredAt: orNull(row.deliveredAt),
  readAt: orNull(row.readAt),
  answeredAt: orNull(row.answeredAt),
  ticketId: row.ticketId,
  updatedAt: instant(row.updatedAt),
})
