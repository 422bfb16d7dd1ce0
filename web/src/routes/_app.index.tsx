import { createFileRoute, redirect } from '@tanstack/react-router'
import { DashboardScreen } from '#/features/reports/dashboard-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { mayAccessNow } from '#/lib/permissions.ts'

/** The start: an admin's dashboard, everybody else's tickets. */
export const Route = createFileRoute('/_app/')({
  beforeLoad: () => {
    if (!mayAccessNow('admin')) throw redirect({ to: '/tickets', replace: true })
  },
  loader: () => loadTexts('reports', 'dates'),
  component: DashboardScreen,
})
