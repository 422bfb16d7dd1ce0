/** Payment methods and their installments. Payment kinds are constants without rows. */
import type { Payment, PaymentDetail, PaymentOption } from '@balcao/shared/entities/payment.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { typePaymentOf } from '@balcao/shared/rules/sales/type-payments.ts'
import { normalizeName } from '../table/normalize.ts'
import { createRow, everyRow, newRow, requireRow, rowExists, type SmallList } from '../table/small-list.ts'

/** Payment method as stored: its kind by id. */
type PaymentRow = Omit<Payment, 'typePayment'>

export const PAYMENTS: SmallList<PaymentRow> = {
  kind: 'payment',
  missing: 'ERR_NO_PAYMENT_FOUND',
  text: ({ name, code }) => `${name} ${code ?? ''}`,
  unique: payment => ({ paymentName: normalizeName(payment.name) }),
  taken: { paymentName: 'ERR_PAYMENT_NAME_ALREADY_EXISTS' },
}

/** Installment rules of payment methods, ordered by value; a method has one rule per value. */
export const PAYMENT_DETAILS: SmallList<PaymentDetail> = {
  kind: 'paymentDetail',
  missing: 'ERR_NO_PAYMENT_DETAIL_FOUND',
  text: ({ minimumValue }) => String(toCents(minimumValue)).padStart(10, '0'),
  unique: ({ paymentId, minimumValue }) => ({ paymentDetailValue: `${paymentId}#${toCents(minimumValue)}` }),
  taken: { paymentDetailValue: 'ERR_PAYMENT_DETAIL_ALREADY_EXISTS' },
  owner: detail => detail.paymentId,
}

/** Returns a payment kind. Throws ERR_NO_TYPE_PAYMENT_FOUND. */
export function requireTypePayment(id: string) {
  const type = typePaymentOf(id)
  if (!type) throw new AppError('ERR_NO_TYPE_PAYMENT_FOUND')
  return type
}

/** Returns a payment method in wire form, with its kind. */
export const showPayment = (payment: PaymentRow): Payment => ({
  ...payment,
  typePayment: requireTypePayment(payment.typePaymentId),
})

/**
 * Creates an installment rule. Throws ERR_NO_PAYMENT_FOUND, ERR_PAYMENT_WITHOUT_INSTALLMENTS,
 * ERR_PAYMENT_DETAIL_ALREADY_EXISTS.
 */
export async function createPaymentDetail(
  companyId: string,
  fields: Omit<PaymentDetail, 'id' | 'createdAt' | 'updatedAt'>,
): Promise<PaymentDetail> {
  const payment = await requireRow(companyId, PAYMENTS, fields.paymentId, true)
  if (!requireTypePayment(payment.typePaymentId).installments) throw new AppError('ERR_PAYMENT_WITHOUT_INSTALLMENTS')
  return createRow(companyId, PAYMENT_DETAILS, newRow<PaymentDetail>(fields), {
    writes: [rowExists(companyId, 'payment', fields.paymentId)],
    refusals: { payment: 'ERR_NO_PAYMENT_FOUND' },
  })
}

/**
 * Returns every payment method as a checkout offers it, by name, read consistently, with its
 * installment rules by value. A method changed to a kind without installments keeps its rules,
 * which apply again when it gets another kind, but offers none.
 */
export async function paymentOptions(companyId: string): Promise<PaymentOption[]> {
  const [payments, details] = await Promise.all([
    everyRow(companyId, PAYMENTS, { consistent: true }),
    everyRow(companyId, PAYMENT_DETAILS, { consistent: true }),
  ])
  const rules = Map.groupBy(details, detail => detail.paymentId)
  return payments.map(payment => {
    const { id, code, name, typePayment } = showPayment(payment)
    const allowed = typePayment.installments ? (rules.get(id) ?? []) : []
    return {
      id,
      code,
      name,
      typePayment,
      paymentDetails: allowed.map(({ minimumValue, installments }) => ({ minimumValue, installments })),
    }
  })
}
