import { isId } from '@balcao/shared/ids.ts'
import { isDay } from '@balcao/shared/rules/days.ts'
import { createFileRoute } from '@tanstack/react-router'
import { BudgetsScreen } from '#/features/orders/budgets-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

interface Search {
  /** The order that is looked at. */
  order?: string
  /** Customer whose orders alone are listed. */
  customer?: string
  status?: string
  seller?: string
  /** Days between which they were made, both included. */
  from?: string
  to?: string
  /** The paid ones alone, or those that await their payment. */
  paid?: boolean
  /** The cancelled ones too. */
  canceled?: true
}

const idOf = <Name extends string>(name: Name, value: unknown) =>
  typeof value === 'string' && isId(value) ? ({ [name]: value } as Record<Name, string>) : {}
const dayOf = <Name extends string>(name: Name, value: unknown) =>
  typeof value === 'string' && isDay(value) ? ({ [name]: value } as Record<Name, string>) : {}

export const Route = createFileRoute('/_app/budgets')({
  validateSearch: ({ paid, canceled, ...given }: Record<string, unknown>): Search => ({
    ...idOf('order', given.order),
    ...idOf('customer', given.customer),
    ...idOf('status', given.status),
    ...idOf('seller', given.seller),
    ...dayOf('from', given.from),
    ...dayOf('to', given.to),
    ...(typeof paid === 'boolean' ? { paid } : {}),
    ...(canceled === true ? { canceled } : {}),
  }),
  loader: () => loadTexts('budgets', 'lists', 'dates'),
  component: BudgetsScreen,
})
