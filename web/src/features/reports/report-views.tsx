import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const TAB =
  'flex h-control items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent-ink aria-[current=page]:text-ink'

/** Leads between the two reports: of single tickets, and of the team. */
export function ReportViews() {
  const { t } = useTranslation('ticketreport')
  return (
    <nav aria-label={t('views.label')} className="-mt-1 mb-1 flex w-full gap-1 border-line border-b">
      <Link to="/reports" activeOptions={{ exact: true, includeSearch: false }} className={TAB}>
        {t('views.tickets')}
      </Link>
      <Link to="/reports/team" activeOptions={{ includeSearch: false }} className={TAB}>
        {t('views.team')}
      </Link>
    </nav>
  )
}
