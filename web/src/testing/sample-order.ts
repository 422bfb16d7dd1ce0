import type { Budget, BudgetItem, BudgetRow } from '@balcao/shared/entities/budget.ts'
import { newId } from '@balcao/shared/ids.ts'
import { TYPE_PAYMENTS } from '@balcao/shared/rules/sales/type-payments.ts'

const at = '2026-11-20T12:00:00.000Z'

export const sampleItem = (name: string, changes: Partial<BudgetItem> = {}): BudgetItem => ({
  productId: newId(),
  name,
  price: 20,
  amount: 2,
  total: 40,
  mediaPath: null,
  mediaName: null,
  ...changes,
})

/** An order of two cups of coffee, delivered and paid in cash. */
export function sampleOrder(changes: Partial<Budget> = {}): Budget {
  const number = changes.number ?? 42
  const items = changes.items ?? [sampleItem('Café torrado 500 g')]
  const store = changes.store ?? { id: newId(), name: 'Loja Centro' }
  const customer = changes.customer ?? { id: newId(), fullName: 'João Conceição' }
  const user = changes.user ?? { id: newId(), name: 'Maria Andrade' }
  return {
    id: newId(),
    number,
    numero: number,
    ticketId: newId(),
    contactId: newId(),
    storeId: store.id,
    store,
    customerId: customer.id,
    customer,
    statusBudGetId: null,
    statusBudGet: null,
    userId: user.id,
    user,
    emissionDate: at,
    subTotal: 40,
    freight: 12.5,
    freigh: 12.5,
    discount: 2.5,
    increase: 0,
    total: 50,
    negotiated: 50,
    route: 'Zona Sul',
    itemCount: items.length,
    installments: 1,
    canceledAt: null,
    paidAt: null,
    createdAt: at,
    updatedAt: at,
    typeDelivery: 'entrega',
    addressId: newId(),
    address: {
      id: newId(),
      name: 'Casa',
      zipCode: '01310100',
      address: 'Avenida Paulista',
      number: '1578',
      complement: 'ap 3',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    },
    coupons: [{ id: newId(), name: 'VOLTE', discount: 2.5 }],
    items,
    payments: [
      {
        method: newId(),
        name: 'Dinheiro',
        typePaymentId: TYPE_PAYMENTS[0]!.id,
        value: 50,
        change: 10,
        installments: 1,
      },
    ],
    pix: 0,
    history: [{ at, type: 'create', user, status: null }],
    ...changes,
  }
}

/** An order as a list has it. */
export function rowOf(order: Budget): BudgetRow {
  const { typeDelivery, addressId, address, coupons, items, payments, pix, history, ...row } = order
  return row
}
