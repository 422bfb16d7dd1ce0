import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { useQuery } from '@tanstack/react-query'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useIdle } from '#/lib/use-idle.ts'

/**
 * Returns whether somebody has to do something about a connection: it waits for its QR code or is
 * down, and nobody disconnected it on purpose. One that is just connecting comes by itself.
 */
const isTroubled = ({ status, disconnectReason }: Whatsapp): boolean =>
  status === 'qrcode' || ((status === 'DISCONNECTED' || status === 'TIMEOUT') && disconnectReason !== 'logout')

/**
 * Returns the connections that need an admin; nothing for everybody else. Read after the first
 * screen, then kept current by events.
 */
export function useTroubledConnections(): readonly Whatsapp[] {
  const admin = useMayAccess('admin')
  const enabled = useIdle() && admin
  const { data } = useQuery({ ...apiQuery(whatsapp.list), enabled })
  return enabled ? (data?.filter(isTroubled) ?? []) : []
}
