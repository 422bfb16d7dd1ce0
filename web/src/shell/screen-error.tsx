import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { OfflineBar } from '#/components/ui/offline-bar.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useOnline } from '#/lib/use-online.ts'

interface ScreenErrorProps extends ErrorComponentProps {
  reload?: () => void
}

/**
 * Messages of browsers for a part of a page that could not be fetched; most browsers never request
 * it again in the same page.
 */
const PART = /dynamically imported module|module script/

/**
 * Shows that a screen or the start of the app failed, and a retry that runs the loaders again, or
 * reloads the page where a part of it is missing. A failure without a network is retried as soon as
 * there is one.
 */
export function ScreenError({ error, reset, reload = () => location.reload() }: ScreenErrorProps) {
  const router = useRouter()
  const online = useOnline()
  const isPart = PART.test(String(error))
  const retry = () => {
    if (isPart) return reload()
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
      {/* The shell above has a logo of its own. */}
      <div className="in-[#content]:hidden">
        <OfflineBar />
      </div>
      {isPart ? (
        <ErrorState error={new ApiError('ERR_NETWORK', 0)} {...(online ? { onRetry: retry } : {})} />
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </div>
  )
}
