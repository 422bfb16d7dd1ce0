import { createFileRoute } from '@tanstack/react-router'
import { InvoicesScreen } from '#/features/billing/invoices-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/financeiro')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('billing'),
  component: InvoicesScreen,
})
