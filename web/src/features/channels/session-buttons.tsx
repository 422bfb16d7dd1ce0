import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { problemOf } from './connection-status.tsx'

interface SessionButtonsProps {
  connection: Whatsapp
  busy: boolean
  onQr: () => void
  onNewQr: () => void
  onRetry: () => void
  onDisconnect: () => void
  /** Connects again what has no session: a page by signing in, a number by another token. */
  onReconnect: () => void
}

/**
 * Shows the actions of a connection by its state (decision 0041).
 */
export function SessionButtons({
  connection,
  busy,
  onQr,
  onNewQr,
  onRetry,
  onDisconnect,
  onReconnect,
}: SessionButtonsProps) {
  const { t } = useTranslation('channels')
  if (!capabilitiesOf(connection).qrcode && connection.status !== 'CONNECTED') {
    // A block may be lifted; what was lost has to be given again.
    if (connection.disconnectReason === 'banned')
      return (
        <Button size="sm" loading={busy} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )
    return (
      <Button size="sm" variant="primary" onClick={onReconnect}>
        {t(`reconnect.${connection.provider}`)}
      </Button>
    )
  }
  switch (connection.status) {
    case 'qrcode':
      return (
        <Button size="sm" variant="primary" icon={<QrCode size={16} />} onClick={onQr}>
          {t('action.qr')}
        </Button>
      )
    case 'DISCONNECTED':
      return (
        <>
          <Button size="sm" loading={busy} onClick={onRetry}>
            {t('action.retry')}
          </Button>
          <Button size="sm" variant="ghost" onClick={onNewQr}>
            {t('action.newQr')}
          </Button>
        </>
      )
    case 'OPENING':
      if (problemOf(connection))
        return (
          <Button size="sm" loading={busy} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      return (
        <Button size="sm" disabled>
          {t('action.connecting')}
        </Button>
      )
    default:
      return (
        <Button size="sm" loading={busy} onClick={onDisconnect}>
          {t('action.disconnect')}
        </Button>
      )
  }
}
