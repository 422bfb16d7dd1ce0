import { createFileRoute } from '@tanstack/react-router'
import { RenewScreen } from '#/features/billing/renew-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_public/renew')({
  loader: () => loadTexts('billing'),
  component: RenewScreen,
})
