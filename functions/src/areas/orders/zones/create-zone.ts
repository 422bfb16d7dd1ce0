import { ZONES } from '../../../data/orders/zone.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createZone: Operations['zones']['create'] = ({ companyId }, { body }) =>
  createListed(companyId, ZONES, body)
