import { createFileRoute } from '@tanstack/react-router'
import { PaymentsScreen } from '#/features/orders/payments-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/payments')({
  loader: () => loadTexts('orders', 'lists'),
  component: PaymentsScreen,
})
