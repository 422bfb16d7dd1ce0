import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatRowTime } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { PagedSection } from './paged-section.tsx'

/** Shows the campaigns that a contact is a recipient of. */
export function ContactCampaigns({ contactId }: { contactId: string }) {
  const { t } = useTranslation(['contactPage', 'campaignReport'])
  const query = useInfiniteQuery(apiPages(contacts.campaigns, { params: { id: contactId }, query: { limit: 10 } }))
  const rows = query.data?.pages.flatMap(page => page.campaigns) ?? []
  return (
    <PagedSection title={t('campaigns.title')} none={t('campaigns.none')} query={query} rows={rows}>
      {campaign => (
        <Link
          to="/campaign/$campaignId/report"
          params={{ campaignId: campaign.id }}
          className="-mx-2 flex h-row items-center gap-2 rounded-md px-2 text-sm hover:bg-hover"
        >
          <span className="min-w-0 flex-1 truncate">{campaign.name}</span>
          <span className="shrink-0 text-ink-2">{t(`campaignReport:state.${campaign.state}`)}</span>
          {campaign.sentAt && <span className="tabular shrink-0 text-ink-2">{formatRowTime(campaign.sentAt)}</span>}
        </Link>
      )}
    </PagedSection>
  )
}
