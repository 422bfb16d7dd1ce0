import { orders } from '@balcao/shared/api/index.ts'
import { PAYMENT_DETAILS, PAYMENTS, showPayment } from '../../data/orders/payment.ts'
import { RATES } from '../../data/orders/rate.ts'
import { STATUS_BUDGETS } from '../../data/orders/status-budget.ts'
import { ZONE_DETAILS, ZONES } from '../../data/orders/zone.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { createPaymentDetail } from './payment-details/create-payment-detail.ts'
import { listPaymentDetails } from './payment-details/list-payment-details.ts'
import { createPayment } from './payments/create-payment.ts'
import { listAllPayments } from './payments/list-all-payments.ts'
import { removePayment } from './payments/remove-payment.ts'
import { updatePayment } from './payments/update-payment.ts'
import { createRate } from './rates/create-rate.ts'
import { getRate } from './rates/get-rate.ts'
import { listAllRates } from './rates/list-all-rates.ts'
import { listRates } from './rates/list-rates.ts'
import { listRatesOfStore } from './rates/list-rates-of-store.ts'
import { updateRate } from './rates/update-rate.ts'
import { createStatusBudget } from './status-budgets/create-status-budget.ts'
import { getTypePayment } from './type-payments/get-type-payment.ts'
import { listTypePayments } from './type-payments/list-type-payments.ts'
import { createZoneDetail } from './zone-details/create-zone-detail.ts'
import { listZoneDetails } from './zone-details/list-zone-details.ts'
import { removeZone } from './zones/remove-zone.ts'

const methods = rowOperations(PAYMENTS, 'payments', showPayment)
const instalments = rowOperations(PAYMENT_DETAILS, 'paymentDetails')
const places = rowOperations(ZONE_DETAILS, 'zoneDetails')

export const handler = areaHandler(orders, {
  typePayments: { listAll: listTypePayments, get: getTypePayment },
  payments: {
    list: methods.list,
    listAll: listAllPayments,
    get: methods.get,
    create: createPayment,
    update: updatePayment,
    remove: removePayment,
  },
  paymentDetails: {
    list: listPaymentDetails,
    get: instalments.get,
    create: createPaymentDetail,
    update: instalments.update,
    remove: instalments.remove,
  },
  statusBudgets: { ...rowOperations(STATUS_BUDGETS, 'statusBudGets'), create: createStatusBudget },
  zones: { ...rowOperations(ZONES, 'zones'), remove: removeZone },
  zoneDetails: {
    list: listZoneDetails,
    get: places.get,
    create: createZoneDetail,
    update: places.update,
    remove: places.remove,
  },
  rates: {
    list: listRates,
    listAll: listAllRates,
    ofStore: listRatesOfStore,
    get: getRate,
    create: createRate,
    update: updateRate,
    remove: rowOperations(RATES, 'rates').remove,
  },
})
