import { createFileRoute } from '@tanstack/react-router'
import { ZonesScreen } from '#/features/orders/zones-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/zones')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('orders'),
  component: ZonesScreen,
})
