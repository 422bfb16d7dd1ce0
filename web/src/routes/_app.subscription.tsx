import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionScreen } from '#/features/billing/subscription-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/subscription')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('billing'),
  component: SubscriptionScreen,
})
