import { createZoneDetail as create } from '../../../data/orders/zone.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const createZoneDetail: Operations['zoneDetails']['create'] = async ({ companyId }, { body }) => {
  const place = await create(companyId, body)
  await tellRow(companyId, 'zoneDetail', 'create', place)
  return place
}
