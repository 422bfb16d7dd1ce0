import { AppError } from '@balcao/shared/errors.ts'
import { brCode } from '@balcao/shared/rules/sales/br-code.ts'
import { STORES } from '../data/catalog/store.ts'
import { pixOf, type WholeBudget } from '../data/orders/budget-row.ts'
import { getRow } from '../data/table/small-list.ts'

/**
 * Returns the code to pay the Pix part of an order to its store, with the store's current key.
 * @throws ERR_BUDGET_WITHOUT_PIX, ERR_BUDGET_PAID, ERR_STORE_WITHOUT_PIX
 */
export async function orderPix({
  head,
  lines,
}: Pick<WholeBudget, 'head' | 'lines'>): Promise<{ qrcode: string; key: string; cents: number }> {
  const {
    companyId,
    store: { id },
    number,
  } = head
  const cents = pixOf({ ...head, paidAt: null }, lines)
  if (cents === 0) throw new AppError('ERR_BUDGET_WITHOUT_PIX')
  if (head.paidAt !== null) throw new AppError('ERR_BUDGET_PAID')
  const store = await getRow(companyId, STORES, id)
  if (!store?.keyPix) throw new AppError('ERR_STORE_WITHOUT_PIX')
  const { keyPix: key, fantasy, name, city } = store
  try {
    const qrcode = brCode({ key, name: fantasy || name, city, amount: cents, reference: `PEDIDO${number}` })
    return { qrcode, key, cents }
  } catch (error) {
    // The store's key is not a valid Pix key.
    if (error instanceof RangeError) throw new AppError('ERR_STORE_WITHOUT_PIX', { cause: error })
    throw error
  }
}
