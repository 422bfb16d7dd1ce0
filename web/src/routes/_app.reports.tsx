import { createFileRoute } from '@tanstack/react-router'
import { ReportsScreen } from '#/features/reports/reports-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/reports')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('ticketreport', 'tickets'),
  component: ReportsScreen,
})
