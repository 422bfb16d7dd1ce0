import { createFileRoute } from '@tanstack/react-router'
import { StatusBudgetsScreen } from '#/features/orders/status-budgets-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/statusBudGets')({
  loader: () => loadTexts('orders', 'lists'),
  component: StatusBudgetsScreen,
})
