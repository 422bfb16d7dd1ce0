import { MAX_ITEMS } from '@balcao/shared/api/orders/budgets.ts'
import { Amount } from '@balcao/shared/api-contract/sales-fields.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { getProductStore } from '../../data/catalog/product-store.ts'
import { answerChangedCart } from './answer-changed-cart.ts'
import { refuse } from './cart.ts'
import { defineTool } from './tool.ts'

/** Largest quantity of a line. */
const MAX_AMOUNT = 9999

/** Adds to the cart what the store sells and has. */
export const addToCart = defineTool({
  name: 'add_to_cart',
  switch: 'cart',
  needs: 'store',
  description: 'Põe um produto no carrinho do cliente; a quantidade soma à que já está nele.',
  parameters: z.object({
    productId: z.string().max(50).describe('O productId que search_products respondeu.'),
    amount: Amount.describe('Quantas unidades a mais.'),
  }),
  async run(context, { productId, amount }) {
    const { companyId, store } = context
    return answerChangedCart(context, async before => {
      if (before.storeId !== store!.id) return OTHER_STORE
      const line = before.itens.find(item => item.productId === productId)
      const wanted = (line?.amount ?? 0) + amount
      const row = await getProductStore(companyId, store!.id, productId, true)
      if (!row) throw new AppError('ERR_NO_PRODUCT_FOUND')
      if (!row.isActive) throw new AppError('ERR_PRODUCT_INACTIVE')
      if (wanted > row.stock || wanted > MAX_AMOUNT)
        return refuse(
          'out_of_stock',
          `"${row.name}": ${row.stock} em estoque${line ? `, ${line.amount} já no carrinho` : ''}.`,
        )
      if (!line && before.itens.length >= MAX_ITEMS)
        return refuse('cart_full', `O carrinho já tem ${MAX_ITEMS} produtos.`)
      const itens = line
        ? before.itens.map(item => (item === line ? { productId, amount: wanted } : item))
        : [...before.itens, { productId, amount }]
      return { ...before, itens }
    })
  },
})

const OTHER_STORE = refuse(
  'other_store',
  'O carrinho é de outra loja, que um atendente escolheu. Transfira para uma pessoa.',
)
