import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useSocketState } from '#/realtime/socket.ts'

const SHOW_DELAY_MS = 2000

/** Returns whether the realtime connection has been down for longer than a short gap. */
export function useLiveWanted(): boolean {
  const state = useSocketState()
  const down = state === 'reconnecting' || state === 'suspended'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!down) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [down])
  return shown
}

/**
 * Shows that nothing arrives by itself: the connection is being made again, or another tab has it.
 */
export function LiveBar() {
  const { t } = useTranslation('bars')
  const isSuspended = useSocketState() === 'suspended'
  return (
    <ShellBar
      tone="quiet"
      icon={isSuspended ? undefined : <Spinner />}
      text={t(isSuspended ? 'suspended' : 'reconnecting')}
    />
  )
}
