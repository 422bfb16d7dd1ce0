import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { getProductStore } from '../../data/catalog/product-store.ts'
import { productPicture, productText } from '../../sales/product-message.ts'
import { defineTool, type ToolResult } from './tool.ts'

/**
 * Sends a product's picture, with its name and price of this moment under it; over a number with a
 * catalogue as the product's card (decision 0087).
 */
export const sendPicture = defineTool({
  name: 'send_picture',
  switch: 'pictures',
  needs: 'store',
  description: 'Envia ao cliente a foto de um produto, com o nome e o preço.',
  parameters: z.object({ productId: z.string().max(50).describe('O productId que search_products respondeu.') }),
  async run(context, { productId }) {
    const { companyId, store, dry } = context
    const row = await getProductStore(companyId, store!.id, productId)
    if (!row) throw new AppError('ERR_NO_PRODUCT_FOUND')
    if (!row.isActive) throw new AppError('ERR_PRODUCT_INACTIVE')
    if (!row.picture) return NO_PICTURE
    if (dry) return { answer: { ok: true } }
    const picture = await productPicture(context, row)
    if (picture === 'none') return NO_PICTURE
    if (picture === 'unsupported')
      return { answer: { error: 'picture_unsupported', message: 'Este número não envia fotos deste formato.' } }
    return { answer: { ok: true }, lines: [{ text: productText(row), ...picture }] }
  },
})

const NO_PICTURE: ToolResult = { answer: { error: 'no_picture', message: 'Este produto não tem foto.' } }
