import { isId } from '@balcao/shared/ids.ts'
import { createFileRoute } from '@tanstack/react-router'
import { BudgetsScreen } from '#/features/orders/budgets-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

interface Search {
  /** The order that is looked at. */
  order?: string
  /** Whose orders alone are listed. */
  customer?: string
  /** The cancelled ones too. */
  canceled?: true
}

export const Route = createFileRoute('/_app/budgets')({
  validateSearch: ({ order, customer, canceled }: Record<string, unknown>): Search => ({
    ...(typeof order === 'string' && isId(order) ? { order } : {}),
    ...(typeof customer === 'string' && isId(customer) ? { customer } : {}),
    ...(canceled === true ? { canceled } : {}),
  }),
  loader: () => loadTexts('budgets', 'lists'),
  component: BudgetsScreen,
})
