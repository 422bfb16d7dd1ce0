import { createHash } from 'node:crypto'
import type { Zone, ZoneDetail } from '@balcao/shared/entities/zone.ts'
import { normalizeName } from '../table/normalize.ts'
import { createRow, newRow, rowExists, type SmallList } from '../table/small-list.ts'

export const ZONES: SmallList<Zone> = {
  kind: 'zone',
  missing: 'ERR_NO_ZONE_FOUND',
  text: zone => zone.name,
  unique: zone => ({ zoneName: normalizeName(zone.name) }),
  taken: { zoneName: 'ERR_ZONE_NAME_ALREADY_EXISTS' },
}

/**
 * Returns the key by which places are compared: a digest, since two names of 150 wide characters do
 * not fit into a key.
 */
const placeKey = ({ zoneId, city, neighborhood }: ZoneDetail): string =>
  createHash('sha256')
    .update(JSON.stringify([zoneId, normalizeName(city), normalizeName(neighborhood)]))
    .digest('base64url')

/**
 * Places of zones. A place is in a zone once; two zones may have the same place if only one of them
 * is active.
 */
export const ZONE_DETAILS: SmallList<ZoneDetail> = {
  kind: 'zoneDetail',
  missing: 'ERR_NO_ZONE_DETAIL_FOUND',
  text: place => `${place.city} ${place.neighborhood}`,
  unique: place => ({ zonePlace: placeKey(place) }),
  taken: { zonePlace: 'ERR_ZONE_PLACE_ALREADY_EXISTS' },
  owner: place => place.zoneId,
}

/** Adds a place to a zone. Throws ERR_NO_ZONE_FOUND, ERR_ZONE_PLACE_ALREADY_EXISTS. */
export const createZoneDetail = (
  companyId: string,
  fields: Omit<ZoneDetail, 'id' | 'createdAt' | 'updatedAt'>,
): Promise<ZoneDetail> =>
  createRow(companyId, ZONE_DETAILS, newRow<ZoneDetail>(fields), {
    writes: [rowExists(companyId, 'zone', fields.zoneId)],
    refusals: { zone: 'ERR_NO_ZONE_FOUND' },
  })
