import { createFileRoute } from '@tanstack/react-router'
import { InvoicesScreen } from '#/features/billing/invoices-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/financeiro')({
  loader: () => loadTexts('billing', 'lists'),
  component: InvoicesScreen,
})
