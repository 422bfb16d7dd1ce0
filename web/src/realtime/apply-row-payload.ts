import type { Route } from '@balcao/shared/api-contract/route.ts'
import type { RowChannel } from '@balcao/shared/events/realtime.ts'
import type { QueryClient } from '@tanstack/react-query'
import { applyListEvent } from '#/lib/apply-list-event.ts'

/**
 * Payload of a realtime event of a list's rows: `{ action, zone }`;
 * after a deletion `{ action: 'delete', zoneId }`.
 */
type RowPayload = { action: string }

/**
 * Applies a realtime event's payload to the cached lists of a route; `name` is the payload's
 * property with the row.
 */
export function applyRowPayload(
  client: QueryClient,
  route: Pick<Route, 'path'>,
  rowsKey: string | null,
  name: RowChannel,
  payload: RowPayload,
) {
  const fields = payload as Record<string, unknown>
  applyListEvent(
    client,
    route,
    rowsKey,
    payload.action === 'delete'
      ? { action: 'delete', id: fields[`${name}Id`] as string }
      : { action: 'update', row: fields[name] as { id: string } },
  )
}
