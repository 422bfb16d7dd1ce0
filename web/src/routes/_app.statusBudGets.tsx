import { createFileRoute } from '@tanstack/react-router'
import { StatusBudgetsScreen } from '#/features/orders/status-budgets-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/statusBudGets')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('orders'),
  component: StatusBudgetsScreen,
})
