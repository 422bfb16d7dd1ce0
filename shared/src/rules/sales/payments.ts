/**
 * Payments of an order (decision 0021). Instalment rules are rows in reais, other amounts are
 * cents. `value` counts towards the total, `change` is returned beyond it.
 */
import type { PaymentOption } from '../../entities/payment.ts'
import { toCents } from './money.ts'

export type PaymentPart = {
  /** Id of the payment method. */
  method: string
  value: number
  change: number
  installments: number
}

/**
 * Limit of the change (cents): it stays below the largest note, since nobody pays with one note
 * more than needed.
 */
export const CHANGE_BELOW = 200_00

type Option = Pick<PaymentOption, 'id' | 'typePayment' | 'paymentDetails'>

export type PaymentsOk = {
  /** Sum of the payments, which is the total. */
  negotiated: number
  /** Change returned to the customer. */
  change: number
  /** Highest number of instalments of a payment; 0 without any. */
  installments: number
}

export type PaymentsRefusal = {
  refused:
    | 'ERR_NO_PAYMENT_FOUND'
    | 'ERR_PAYMENT_REPEATED'
    | 'ERR_VALIDATION'
    | 'ERR_PAYMENT_CHANGE'
    | 'ERR_PAYMENT_CHANGE_TOO_HIGH'
    | 'ERR_PAYMENT_INSTALLMENTS'
    | 'ERR_PAYMENTS_EXCEED'
    | 'ERR_PAYMENTS_SHORT'
  /** Index of the wrong payment, from 0; null if the payments are too few. */
  place: number | null
}

const paid = (payments: readonly Pick<PaymentPart, 'value'>[]): number =>
  payments.reduce((sum, { value }) => sum + value, 0)

/** Returns what is still to be paid of the total; 0 if it is paid, or overpaid. */
export const remainingOf = (total: number, payments: readonly Pick<PaymentPart, 'value'>[]): number =>
  Math.max(0, total - paid(payments))

/**
 * Returns the instalments in which this value may be paid: those of the rule with the highest value
 * not above it.
 */
export function allowedInstallments({ typePayment, paymentDetails }: Omit<Option, 'id'>, value: number): number {
  if (!typePayment.installments) return 1
  const reached = paymentDetails.filter(({ minimumValue }) => toCents(minimumValue) <= value)
  const highest = Math.max(...reached.map(({ minimumValue }) => minimumValue))
  const allowed = reached.filter(({ minimumValue }) => minimumValue === highest).map(({ installments }) => installments)
  // No instalment is less than a cent.
  return Math.max(1, Math.min(Math.max(1, ...allowed), value))
}

/**
 * Returns the instalments of a value: whole cents that add up to it; the first ones have a cent
 * more if it does not divide.
 */
export function installmentParts(value: number, installments: number): number[] {
  const each = Math.floor(value / installments)
  const over = value - each * installments
  return Array.from({ length: installments }, (_, i) => (i < over ? each + 1 : each))
}

/**
 * Limits a payment to what remains: the excess is change if the kind gives change; otherwise it is
 * not taken (`clamped`), and a person is warned.
 */
export function clampPayment(
  amount: number,
  remaining: number,
  { typePayment }: Pick<Option, 'typePayment'>,
): { value: number; change: number; clamped: boolean } {
  const value = Math.min(amount, remaining)
  const beyond = amount - value
  return typePayment.change ? { value, change: beyond, clamped: false } : { value, change: 0, clamped: beyond > 0 }
}

/**
 * Returns the one payment that covers the whole total, with the change of what was received beyond
 * it and the instalments that the method allows.
 */
export function wholePayment(
  total: number,
  option: Option,
  { received = total, installments = 1 }: { received?: number; installments?: number } = {},
): PaymentPart {
  return {
    method: option.id,
    value: total,
    change: option.typePayment.change ? Math.max(0, received - total) : 0,
    installments: Math.min(Math.max(1, installments), allowedInstallments(option, total)),
  }
}

/**
 * Checks the payments: the first wrong payment refuses them all, then their sum does. A total of 0
 * needs none.
 */
export function checkPayments({
  total,
  payments,
  options,
}: {
  total: number
  payments: readonly PaymentPart[]
  options: readonly Option[]
}): PaymentsOk | PaymentsRefusal {
  let negotiated = 0
  for (const [place, { method, value, change, installments }] of payments.entries()) {
    const option = options.find(({ id }) => id === method)
    if (!option) return { refused: 'ERR_NO_PAYMENT_FOUND', place }
    if (payments.findIndex(each => each.method === method) < place) return { refused: 'ERR_PAYMENT_REPEATED', place }
    if (value <= 0 || change < 0) return { refused: 'ERR_VALIDATION', place }
    if (change > 0 && !option.typePayment.change) return { refused: 'ERR_PAYMENT_CHANGE', place }
    if (change >= CHANGE_BELOW) return { refused: 'ERR_PAYMENT_CHANGE_TOO_HIGH', place }
    if (installments < 1 || installments > allowedInstallments(option, value))
      return { refused: 'ERR_PAYMENT_INSTALLMENTS', place }
    negotiated += value
    if (negotiated > total) return { refused: 'ERR_PAYMENTS_EXCEED', place }
  }
  if (negotiated < total) return { refused: 'ERR_PAYMENTS_SHORT', place: null }
  return {
    negotiated,
    change: payments.reduce((sum, each) => sum + each.change, 0),
    installments: Math.max(0, ...payments.map(each => each.installments)),
  }
}
