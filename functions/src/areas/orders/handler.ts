import { orders } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { createZoneDetail } from './zone-details/create-zone-detail.ts'
import { getZoneDetail } from './zone-details/get-zone-detail.ts'
import { listZoneDetails } from './zone-details/list-zone-details.ts'
import { removeZoneDetail } from './zone-details/remove-zone-detail.ts'
import { updateZoneDetail } from './zone-details/update-zone-detail.ts'
import { createZone } from './zones/create-zone.ts'
import { getZone } from './zones/get-zone.ts'
import { listAllZones, listZones } from './zones/list-zones.ts'
import { removeZone } from './zones/remove-zone.ts'
import { updateZone } from './zones/update-zone.ts'

export const handler = areaHandler(orders, {
  zones: {
    list: listZones,
    listAll: listAllZones,
    get: getZone,
    create: createZone,
    update: updateZone,
    remove: removeZone,
  },
  zoneDetails: {
    list: listZoneDetails,
    get: getZoneDetail,
    create: createZoneDetail,
    update: updateZoneDetail,
    remove: removeZoneDetail,
  },
})
