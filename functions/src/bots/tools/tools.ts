import type { Plan } from '@balcao/shared/entities/plan.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import type { PromptRow } from '../../data/automation/prompt.ts'
import { addToCart } from './add-to-cart.ts'
import { applyCoupon } from './apply-coupon.ts'
import { findCustomer } from './find-customer.ts'
import { finishOrder } from './finish-order.ts'
import { orderStatus } from './order-status.ts'
import { quoteDelivery } from './quote-delivery.ts'
import { registerCustomer } from './register-customer.ts'
import { removeFromCart } from './remove-from-cart.ts'
import { scheduleCallback } from './schedule-callback.ts'
import { searchProducts } from './search-products.ts'
import { sendPicture } from './send-picture.ts'
import { setTag } from './set-tag.ts'
import type { Tool } from './tool.ts'
import { transferToPerson } from './transfer-to-person.ts'

/** All tools; a new one is a file and a line here. */
export const TOOLS: readonly Tool[] = [
  searchProducts,
  sendPicture,
  addToCart,
  removeFromCart,
  quoteDelivery,
  applyCoupon,
  findCustomer,
  registerCustomer,
  finishOrder,
  orderStatus,
  scheduleCallback,
  setTag,
  transferToPerson,
]

/**
 * Returns the tools that an agent may use: those it was given, of which the plan includes selling,
 * and the store to sell in is known.
 */
export const offeredTools = (
  { tools }: Pick<PromptRow, 'tools'>,
  { useSales }: Pick<Plan, 'useSales'>,
  store: Store | undefined,
): Tool[] =>
  TOOLS.filter(({ switch: name, needs }) => {
    const isGiven = name === null || tools[name]
    return isGiven && (needs === null || (useSales && (needs === 'sales' || store !== undefined)))
  })
