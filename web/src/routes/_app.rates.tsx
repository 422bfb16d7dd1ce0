import { createFileRoute } from '@tanstack/react-router'
import { RatesScreen } from '#/features/orders/rates-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/rates')({
  loader: () => loadTexts('orders', 'lists'),
  component: RatesScreen,
})
