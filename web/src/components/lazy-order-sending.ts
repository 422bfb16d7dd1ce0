import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The ways an order goes to its customer, with their texts, for screens that have an order now and then. */
export const OrderSending = lazy(async () => {
  const [file] = await Promise.all([import('./order-sending.tsx'), loadTexts('budgets')])
  return { default: file.OrderSending }
})
