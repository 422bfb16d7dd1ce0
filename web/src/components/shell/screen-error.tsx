import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { OfflineBar } from '#/components/ui/offline-bar.tsx'
import { useOnline } from '#/lib/use-online.ts'

/**
 * A screen or the start of the app failed: what happened, and a retry that runs the loaders again. What failed without a network
 * is tried again by itself as soon as there is one.
 */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const online = useOnline()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const again = useRef(retry)
  again.current = retry
  const wasOffline = useRef(false)
  useEffect(() => {
    if (online && wasOffline.current) again.current()
    wasOffline.current = !online
  }, [online])
  return (
    <div className="flex h-full min-h-80 flex-col">
      <OfflineBar />
      <ErrorState error={error} onRetry={retry} />
    </div>
  )
}
