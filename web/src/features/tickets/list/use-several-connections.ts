import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localValue } from '#/lib/local-value.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useStore } from '#/lib/store.ts'

/** Answer of the last time, so that rows keep their height while the connections load. */
const lastTime = localValue<boolean>('tickets.several-connections', raw => raw === 'true', String)

/** Returns whether the company has more than one connection. */
export function useSeveralConnections(): boolean {
  const known = useQuery(apiQuery(whatsapp.list)).data
  const several = useStore(lastTime)
  const now = known ? known.length > 1 : several
  useEffect(() => lastTime.set(now), [now])
  return now
}
