/** Payment kinds (decision 0021): the same in every company, so constants with fixed ids. */
import type { TypePayment } from '../../entities/payment.ts'

const type = (place: number, code: string, { change = false, installments = false } = {}): TypePayment => ({
  id: `00000000-0000-7000-8000-00000000000${place}`,
  code,
  change,
  installments,
})

export const TYPE_PAYMENTS: readonly TypePayment[] = [
  type(1, 'Dinheiro', { change: true }),
  type(2, 'Pix'),
  type(3, 'Cartão de débito'),
  type(4, 'Cartão de crédito', { installments: true }),
  type(5, 'Boleto'),
  type(6, 'Transferência'),
  type(7, 'Vale'),
]

/** Id of the kind that is paid by a code. */
export const PIX = TYPE_PAYMENTS[1]!.id

export const typePaymentOf = (id: string): TypePayment | undefined => TYPE_PAYMENTS.find(each => each.id === id)
