import { AppError } from '@balcao/shared/errors.ts'
import { brCode } from '@balcao/shared/rules/sales/br-code.ts'
import { STORES } from '../../../data/catalog/store.ts'
import type { BudgetHead } from '../../../data/orders/budget-row.ts'
import { getRow } from '../../../data/table/small-list.ts'

/** The code by which an order is paid to its store, as the store is now. Throws ERR_STORE_WITHOUT_PIX. */
export async function orderPix({
  companyId,
  store: { id },
  number,
  total,
}: BudgetHead): Promise<{ qrcode: string; key: string }> {
  const store = await getRow(companyId, STORES, id)
  if (!store?.keyPix) throw new AppError('ERR_STORE_WITHOUT_PIX')
  const { keyPix: key, fantasy, name, city } = store
  try {
    return { qrcode: brCode({ key, name: fantasy || name, city, amount: total, reference: `PEDIDO${number}` }), key }
  } catch (error) {
    // What it has is no key.
    if (error instanceof RangeError) throw new AppError('ERR_STORE_WITHOUT_PIX', { cause: error })
    throw error
  }
}
