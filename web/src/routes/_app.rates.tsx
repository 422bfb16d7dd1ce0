import { createFileRoute } from '@tanstack/react-router'
import { RatesScreen } from '#/features/orders/rates-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/rates')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('orders'),
  component: RatesScreen,
})
