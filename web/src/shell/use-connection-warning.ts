import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Returns whether any connection is not CONNECTED; read two seconds after the load, then kept fresh
 * by realtime.
 */
export function useConnectionWarning(enabled: boolean) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 2000)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...apiQuery(whatsapp.list), enabled: enabled && due })
  return due && (data?.some(connection => connection.status !== 'CONNECTED') ?? false)
}
