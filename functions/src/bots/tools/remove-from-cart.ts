import { z } from 'zod'
import { answerChangedCart } from './answer-changed-cart.ts'
import { refuse } from './cart.ts'
import { defineTool } from './tool.ts'

/** Takes a line out of the cart. */
export const removeFromCart = defineTool({
  name: 'remove_from_cart',
  switch: 'cart',
  needs: 'store',
  description: 'Tira um produto do carrinho do cliente, com todas as suas unidades.',
  parameters: z.object({ productId: z.string().max(50).describe('O productId do produto no carrinho.') }),
  async run(context, { productId }) {
    return answerChangedCart(context, before => {
      const itens = before.itens.filter(item => item.productId !== productId)
      return itens.length < before.itens.length ? { ...before, itens } : NOT_IN_CART
    })
  },
})

const NOT_IN_CART = refuse('not_in_cart', 'Este produto não está no carrinho.')
