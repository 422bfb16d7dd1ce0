import { createFileRoute } from '@tanstack/react-router'
import { ZonesScreen } from '#/features/orders/zones-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/zones')({
  loader: () => loadTexts('orders', 'lists'),
  component: ZonesScreen,
})
