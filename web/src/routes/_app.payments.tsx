import { createFileRoute } from '@tanstack/react-router'
import { PaymentsScreen } from '#/features/orders/payments-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/payments')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('orders'),
  component: PaymentsScreen,
})
