import type { ContactCampaign } from '@balcao/shared/entities/contact-page.ts'
import { campaignsOf } from '../../../data/campaigns/campaigns-of.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { instant } from '../../../data/instant.ts'
import { pageOf } from '../../../data/table/page.ts'
import type { Operations } from '../operations.ts'

export const listContactCampaigns: Operations['contacts']['campaigns'] = async (
  { companyId },
  { params: { id }, query },
) => {
  const contact = await requireContact(companyId, id)
  const { rows, ...page } = await pageOf(companyId, `contact-campaigns|${id}`, campaignsOf(contact), {
    ...query,
    accept: ({ recipient }) => recipient !== undefined,
  })
  return {
    ...page,
    campaigns: rows.flatMap(({ campaign, recipient }): ContactCampaign[] =>
      recipient
        ? [
            {
              id: campaign.id,
              name: campaign.name,
              state: recipient.state,
              reason: recipient.reason,
              sentAt: recipient.sentAt === null ? null : instant(recipient.sentAt),
              ticketId: recipient.ticketId,
            },
          ]
        : [],
    ),
  }
}
