import { createFileRoute } from '@tanstack/react-router'
import { CustomersScreen } from '#/features/customers/customers-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/customers')({
  loader: () => loadTexts('customers', 'lists'),
  component: CustomersScreen,
})
