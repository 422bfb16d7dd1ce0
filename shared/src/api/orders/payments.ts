import { z } from 'zod'
import { Id, IdParams, ListName, listQuery, Money, page, plainListQuery } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { OptionalCode } from '../../api-contract/sales-fields.ts'
import { Payment, PaymentDetail, PaymentOption, TypePayment } from '../../entities/payment.ts'
import { fieldMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const
const common = { access: 'user', plan: 'useSales' } as const

export const typePayments = {
  listAll: route({
    ...common,
    method: 'GET',
    path: '/typePayments/list',
    summary: 'The kinds of paying',
    query: z.object(plainListQuery),
    response: z.array(TypePayment),
  }),
  get: route({
    ...common,
    method: 'GET',
    path: '/typePayments/{id}',
    summary: 'A kind of paying',
    params: IdParams,
    response: TypePayment,
    errors: ['ERR_NO_TYPE_PAYMENT_FOUND'],
  }),
}

const lists = rowLists({ ...rights, path: '/payments', field: 'payments', row: Payment })

export const payments = {
  list: lists.list,
  /** Payment methods for a checkout, with the instalments each allows. */
  listAll: route({ ...lists.listAll, response: z.array(PaymentOption) }),
  ...rowRoutes({
    ...rights,
    path: '/payments',
    one: 'a payment method; its instalments go with it',
    audit: 'payment',
    row: Payment,
    fields: { code: OptionalCode, name: ListName, typePaymentId: Id },
    missing: 'ERR_NO_PAYMENT_FOUND',
    refusals: ['ERR_PAYMENT_NAME_ALREADY_EXISTS', 'ERR_NO_TYPE_PAYMENT_FOUND'],
  }),
}

const detail = rowRoutes({
  ...rights,
  path: '/paymentDetails',
  one: 'an instalment rule of a payment method',
  audit: 'paymentDetail',
  row: PaymentDetail,
  fields: {
    minimumValue: z.number(fieldMessage('paymentDetail.minimumValue')).pipe(Money),
    installments: z
      .number(fieldMessage('paymentDetail.installments'))
      .int()
      .min(1, fieldMessage('paymentDetail.installments'))
      .max(99),
  },
  missing: 'ERR_NO_PAYMENT_DETAIL_FOUND',
  refusals: ['ERR_PAYMENT_DETAIL_ALREADY_EXISTS'],
})

export const paymentDetails = {
  ...detail,
  list: route({
    ...common,
    method: 'GET',
    path: '/paymentDetails/all/{paymentId}',
    summary: 'The instalment rules of a payment method, by their value',
    params: z.object({ paymentId: Id }),
    query: z.object(listQuery),
    response: z.object({ paymentDetails: z.array(PaymentDetail), ...page }),
    errors: ['ERR_NO_PAYMENT_FOUND'],
  }),
  create: route({
    ...detail.create,
    body: detail.create.body.extend({ paymentId: Id }),
    errors: [...detail.create.errors, 'ERR_NO_PAYMENT_FOUND', 'ERR_PAYMENT_WITHOUT_INSTALLMENTS'],
  }),
}
