import { AppError, errorText } from '@balcao/shared/errors.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { z } from 'zod'
import { answerChangedCart } from './answer-changed-cart.ts'
import { readCart, refuse } from './cart.ts'
import { cartAnswer, decideWithDestination } from './priced-cart.ts'
import { defineTool } from './tool.ts'

/**
 * Number of refused names in a conversation after which no more are tried: coupons are not guessed.
 */
const MAX_REFUSED = 5

/** Combined coupons of an order, as the calls of people allow. */
const MAX_COUPONS = 10

/** Applies a coupon whose name the contact knows. Nothing tells which coupons there are. */
export const applyCoupon = defineTool({
  name: 'apply_coupon',
  switch: 'coupon',
  needs: 'store',
  description: 'Aplica ao carrinho um cupom de desconto que o cliente informou pelo nome.',
  parameters: z.object({
    name: z.string().trim().min(1).max(50).describe('O nome do cupom, como o cliente o escreveu.'),
  }),
  async run(context, { name }) {
    const { state } = context
    const refused = typeof state.couponsRefused === 'number' ? state.couponsRefused : 0
    if (refused >= MAX_REFUSED)
      return { answer: { error: 'too_many_tries', message: 'Já foram tentados cupons demais nesta conversa.' } }
    const { content } = await readCart(context)
    if (!content || content.itens.length === 0) return EMPTY.refused
    if (content.coupon.some(each => normalizeName(each) === normalizeName(name))) return cartAnswer(context, content)
    if (content.coupon.length >= MAX_COUPONS)
      return { answer: { error: 'too_many_coupons', message: `O pedido já tem ${MAX_COUPONS} cupons.` } }
    try {
      const { coupons } = await decideWithDestination(context, { ...content, coupon: [...content.coupon, name] })
      // Names of the pattern LOJA10 that are no coupon are discounts an attendant may give.
      if (coupons.at(-1)?.id === null) throw new AppError('ERR_NO_COUPON_FOUND')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return {
        answer: { error: error.code, message: errorText(error.code, 'pt') },
        state: { ...state, couponsRefused: refused + 1 },
      }
    }
    return answerChangedCart(context, before =>
      before.itens.length === 0 ? EMPTY : { ...before, coupon: [...before.coupon, name] },
    )
  },
})

const EMPTY = refuse('empty_cart', 'O carrinho está vazio.')
