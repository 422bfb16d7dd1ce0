/** Publishes changed rows of a list to the company's browsers. */
import type { Payload, RowChannel } from '@balcao/shared/events/realtime.ts'
import { publish } from '../realtime/publish.ts'
import type { Audience } from '../realtime/recipients.ts'

/** Publishes a row: `{ action, zone }`. */
export const publishRow = (
  companyId: string,
  kind: RowChannel,
  action: 'create' | 'update',
  row: object,
  audience: Audience = {},
): Promise<void> => publish(companyId, kind, { action, [kind]: row } as Payload<RowChannel>, audience)

/** Publishes that a row was deleted: `{ action: 'delete', zoneId }`. */
export const publishRowDeleted = (
  companyId: string,
  kind: RowChannel,
  id: string,
  audience: Audience = {},
): Promise<void> => publish(companyId, kind, { action: 'delete', [`${kind}Id`]: id } as Payload<RowChannel>, audience)
