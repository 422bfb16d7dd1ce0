import { changeCart } from './cart.ts'
import { cartAnswer } from './priced-cart.ts'
import type { ToolContext, ToolResult } from './tool.ts'

/** Changes the cart, and answers what it comes to then, or why it was not changed. */
export async function answerChangedCart(
  context: ToolContext,
  change: Parameters<typeof changeCart>[1],
): Promise<ToolResult> {
  const cart = await changeCart(context, change)
  return 'refused' in cart ? cart.refused : cartAnswer(context, cart.content)
}
