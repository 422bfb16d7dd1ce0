import { z } from 'zod'
import { Id, ListName, listQuery, Money, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Zone, ZoneDetail } from '../../entities/zone.ts'
import { fieldMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

export const zones = {
  ...rowLists({ ...rights, path: '/zones', field: 'zones', row: Zone }),
  ...rowRoutes({
    ...rights,
    path: '/zones',
    one: 'a zone; its places go with it',
    audit: 'zone',
    row: Zone,
    fields: { name: ListName, isActive: z.boolean().default(true) },
    missing: 'ERR_NO_ZONE_FOUND',
    refusals: ['ERR_ZONE_NAME_ALREADY_EXISTS'],
  }),
}

const place = rowRoutes({
  ...rights,
  path: '/zoneDetails',
  one: 'a place of a zone',
  audit: 'zoneDetail',
  row: ZoneDetail,
  fields: {
    city: z.string(fieldMessage('zoneDetail.city')).trim().min(1, fieldMessage('zoneDetail.city')).max(150),
    neighborhood: z.string().trim().max(150).default(''),
    rate: Money,
    isActive: z.boolean().default(true),
  },
  missing: 'ERR_NO_ZONE_DETAIL_FOUND',
  refusals: ['ERR_ZONE_PLACE_ALREADY_EXISTS'],
})

export const zoneDetails = {
  ...place,
  list: route({
    method: 'GET',
    access: 'user',
    plan: 'useSales',
    path: '/zoneDetails/all/{zoneId}',
    summary: 'The places of a zone, by city and neighbourhood',
    params: z.object({ zoneId: Id }),
    query: z.object(listQuery),
    response: z.object({ zoneDetails: z.array(ZoneDetail), ...page }),
    errors: ['ERR_NO_ZONE_FOUND'],
  }),
  /** Creates a place of the given zone, which it never leaves. */
  create: route({
    ...place.create,
    body: place.create.body.extend({ zoneId: Id }),
    errors: [...place.create.errors, 'ERR_NO_ZONE_FOUND'],
  }),
}
