import { lazyPart } from '#/lib/lazy-part.ts'

/**
 * The buttons that send an order to its customer, with their texts, for screens that rarely show an
 * order.
 */
export const OrderSending = lazyPart(() => import('./order-sending.tsx').then(file => file.OrderSending), 'budgets')
