import { orders } from '@balcao/shared/api/index.ts'
import { COUPONS } from '../../data/orders/coupon.ts'
import { ZONE_DETAILS, ZONES } from '../../data/orders/zone.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
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
import { createZoneDetail } from './zone-details/create-zone-detail.ts'
import { listZoneDetails } from './zone-details/list-zone-details.ts'
import { removeZone } from './zones/remove-zone.ts'

const places = rowOperations(ZONE_DETAILS, 'zoneDetails')

export const handler = areaHandler(orders, {
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
  coupons: {
    ...rowOperations(COUPONS, 'coupons'),
    create: createCoupon,
    update: updateCoupon,
    remove: removeCoupon,
  },
})
