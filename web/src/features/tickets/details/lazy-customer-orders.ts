import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** A customer's orders with their texts: only companies that sell see any. */
export const CustomerOrders = lazy(async () => {
  const [file] = await Promise.all([import('./customer-orders.tsx'), loadTexts('budgets')])
  return { default: file.CustomerOrders }
})
