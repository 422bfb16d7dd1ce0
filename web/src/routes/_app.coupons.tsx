import { createFileRoute } from '@tanstack/react-router'
import { CouponsScreen } from '#/features/orders/coupons-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/coupons')({
  loader: () => loadTexts('coupons', 'lists'),
  component: CouponsScreen,
})
