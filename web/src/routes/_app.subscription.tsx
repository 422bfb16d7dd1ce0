import { createFileRoute } from '@tanstack/react-router'
import { SubscriptionScreen } from '#/features/billing/subscription-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/subscription')({
  loader: () => loadTexts('billing', 'lists'),
  component: SubscriptionScreen,
})
