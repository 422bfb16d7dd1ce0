import { orders } from '@balcao/shared/api/index.ts'
import { COUPONS, showCoupon } from '../../data/orders/coupon.ts'
import { PAYMENT_DETAILS, PAYMENTS, showPayment } from '../../data/orders/payment.ts'
import { RATES, showRate } from '../../data/orders/rate.ts'
import { STATUS_BUDGETS, showStatus } from '../../data/orders/status-budget.ts'
import { ZONE_DETAILS, ZONES } from '../../data/orders/zone.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { createBudget } from './budgets/create-budget.ts'
import { exportBudgets } from './budgets/export-budgets.ts'
import { getBudget } from './budgets/get-budget.ts'
import { getBudgetPix } from './budgets/get-budget-pix.ts'
import { listBudgets } from './budgets/list-budgets.ts'
import { offerProduct } from './budgets/offer-product.ts'
import { quoteBudget } from './budgets/quote-budget.ts'
import { removeBudget } from './budgets/remove-budget.ts'
import { sendBudget } from './budgets/send-budget.ts'
import { sumListedBudgets } from './budgets/sum-budgets.ts'
import { updateBudget } from './budgets/update-budget.ts'
import { createContract } from './contracts/create-contract.ts'
import { getContract } from './contracts/get-contract.ts'
import { listContractReminders } from './contracts/list-contract-reminders.ts'
import { listContracts } from './contracts/list-contracts.ts'
import { publishContract } from './contracts/publish-contract.ts'
import { removeContract } from './contracts/remove-contract.ts'
import { updateContract } from './contracts/update-contract.ts'
import { createCoupon } from './coupons/create-coupon.ts'
import { removeCoupon } from './coupons/remove-coupon.ts'
import { updateCoupon } from './coupons/update-coupon.ts'
import { createPaymentDetail } from './payment-details/create-payment-detail.ts'
import { listPaymentDetails } from './payment-details/list-payment-details.ts'
import { createPayment } from './payments/create-payment.ts'
import { listAllPayments } from './payments/list-all-payments.ts'
import { removePayment } from './payments/remove-payment.ts'
import { updatePayment } from './payments/update-payment.ts'
import { createRate } from './rates/create-rate.ts'
import { listAllRates } from './rates/list-all-rates.ts'
import { listRates } from './rates/list-rates.ts'
import { listRatesOfStore } from './rates/list-rates-of-store.ts'
import { updateRate } from './rates/update-rate.ts'
import { createStatusBudget } from './status-budgets/create-status-budget.ts'
import { updateStatusBudget } from './status-budgets/update-status-budget.ts'
import { getTypePayment } from './type-payments/get-type-payment.ts'
import { listTypePayments } from './type-payments/list-type-payments.ts'
import { createZoneDetail } from './zone-details/create-zone-detail.ts'
import { listZoneDetails } from './zone-details/list-zone-details.ts'
import { removeZone } from './zones/remove-zone.ts'

const methods = rowOperations(PAYMENTS, 'payments', showPayment)
const instalments = rowOperations(PAYMENT_DETAILS, 'paymentDetails')
const places = rowOperations(ZONE_DETAILS, 'zoneDetails')
const charges = rowOperations(RATES, 'rates', showRate)

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
  statusBudgets: {
    ...rowOperations(STATUS_BUDGETS, 'statusBudGets', showStatus),
    create: createStatusBudget,
    update: updateStatusBudget,
  },
  zones: { ...rowOperations(ZONES, 'zones'), remove: removeZone },
  zoneDetails: {
    list: listZoneDetails,
    get: places.get,
    create: createZoneDetail,
    update: places.update,
    remove: places.remove,
  },
  contracts: {
    list: listContracts,
    reminders: listContractReminders,
    get: getContract,
    create: createContract,
    update: updateContract,
    remove: removeContract,
    publish: publishContract,
  },
  budgets: {
    list: listBudgets,
    summary: sumListedBudgets,
    export: exportBudgets,
    quote: quoteBudget,
    create: createBudget,
    get: getBudget,
    update: updateBudget,
    remove: removeBudget,
    pix: getBudgetPix,
    send: sendBudget,
    offer: offerProduct,
  },
  rates: {
    list: listRates,
    listAll: listAllRates,
    ofStore: listRatesOfStore,
    get: charges.get,
    create: createRate,
    update: updateRate,
    remove: charges.remove,
  },
  coupons: {
    ...rowOperations(COUPONS, 'coupons', showCoupon),
    create: createCoupon,
    update: updateCoupon,
    remove: removeCoupon,
  },
})
