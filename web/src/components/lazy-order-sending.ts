import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/**
 * The buttons that send an order to its customer, with their texts, for screens that rarely show an
 * order.
 */
export const OrderSending = lazy(async () => {
  const [file] = await Promise.all([import('./order-sending.tsx'), loadTexts('budgets')])
  return { default: file.OrderSending }
})
