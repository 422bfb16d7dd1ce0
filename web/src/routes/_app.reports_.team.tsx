import { createFileRoute } from '@tanstack/react-router'
import { TeamReportScreen } from '#/features/reports/team/team-report-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/reports_/team')({
  loader: () => loadTexts('teamReport', 'ticketreport', 'reports', 'dates', 'lists'),
  component: TeamReportScreen,
})
