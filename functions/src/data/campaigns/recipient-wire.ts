import type { CampaignRecipient } from '@balcao/shared/entities/campaign.ts'
import type { RecipientRow } from './campaign-recipient.ts'

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

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
  confirmationRequestedAt: instant(row.confirmationRequestedAt),
  confirmedAt: instant(row.confirmedAt),
  sentAt: instant(row.sentAt),
  deliveredAt: instant(row.deliveredAt),
  readAt: instant(row.readAt),
  answeredAt: instant(row.answeredAt),
  ticketId: row.ticketId,
  updatedAt: new Date(row.updatedAt).toISOString(),
})
