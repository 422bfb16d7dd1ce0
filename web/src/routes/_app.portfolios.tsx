import { createFileRoute } from '@tanstack/react-router'
import { PortfoliosScreen } from '#/features/customers/portfolios-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/portfolios')({
  loader: () => loadTexts('customers', 'lists'),
  component: PortfoliosScreen,
})
