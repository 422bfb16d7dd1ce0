import { createFileRoute } from '@tanstack/react-router'
import { ReportsScreen } from '#/features/reports/reports-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/reports')({
  loader: () => loadTexts('ticketreport', 'tickets', 'dates'),
  component: ReportsScreen,
})
