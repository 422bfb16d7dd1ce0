import { createFileRoute } from '@tanstack/react-router'
import { CouponsScreen } from '#/features/orders/coupons-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/coupons')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('coupons'),
  component: CouponsScreen,
})
