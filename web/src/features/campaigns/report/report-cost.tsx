import type { CampaignCost } from '@balcao/shared/entities/campaign.ts'
import { useTranslation } from 'react-i18next'
import { CostLines } from '../cost-lines.tsx'

/** Shows what Meta has billed for a campaign so far. */
export function ReportCost({ cost }: { cost: CampaignCost }) {
  const { t } = useTranslation('costs')
  return (
    <section aria-label={t('report')} className="shrink-0 rounded-md border border-line bg-surface px-3.5 pt-1.5 pb-3">
      <CostLines cost={cost} title={t('report')} />
    </section>
  )
}
