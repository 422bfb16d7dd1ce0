import type { TypePayment } from '@balcao/shared/entities/payment.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'
import type { TFunction } from 'i18next'

/** Keys of the kinds' names, in the order of `TYPE_PAYMENTS`. */
const KEYS = ['cash', 'pix', 'debitCard', 'creditCard', 'boleto', 'transfer', 'voucher'] as const

/** Returns the name of a payment kind in the person's language; its code where the kind is new. */
export function paymentKindName({ id, code }: TypePayment, t: TFunction<'orders'>): string {
  const key = KEYS[TYPE_PAYMENTS.findIndex(kind => kind.id === id)]
  return key ? t(`payments.kinds.${key}`) : code
}
