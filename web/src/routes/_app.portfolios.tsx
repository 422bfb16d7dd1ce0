import { createFileRoute } from '@tanstack/react-router'
import { PortfoliosScreen } from '#/features/customers/portfolios-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/portfolios')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('customers'),
  component: PortfoliosScreen,
})
