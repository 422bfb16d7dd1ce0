import { createZoneDetail as create } from '../../../data/orders/zone.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const createZoneDetail: Operations['zoneDetails']['create'] = async ({ companyId }, { body }) => {
  const place = await create(companyId, body)
  await publishRow(companyId, 'zoneDetail', 'create', place)
  return place
}
