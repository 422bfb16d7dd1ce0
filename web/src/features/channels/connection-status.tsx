import { isMetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { CircleAlert, CircleCheck, CircleX, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'

const tones = {
  qrcode: 'info',
  PAIRING: 'info',
  OPENING: 'neutral',
  CONNECTED: 'success',
  DISCONNECTED: 'danger',
  TIMEOUT: 'warning',
} as const

const icons = {
  qrcode: <QrCode aria-hidden size={12} />,
  PAIRING: <Spinner size={12} />,
  OPENING: <Spinner size={12} />,
  CONNECTED: <CircleCheck aria-hidden size={12} />,
  DISCONNECTED: <CircleX aria-hidden size={12} />,
  TIMEOUT: <CircleAlert aria-hidden size={12} />,
}

type ConnectionHealth = Pick<Whatsapp, 'status' | 'channel' | 'disconnectReason'>

/** Returns why a Facebook or Instagram page is disconnected; null for every other connection. */
export const lostBy = ({ status, channel, disconnectReason }: ConnectionHealth) =>
  isMetaPageChannel(channel) && status === 'DISCONNECTED' ? (disconnectReason ?? 'logout') : null

/** Shows the state in words, with what to do about it as a hint. */
export function ConnectionStatus({ connection }: { connection: ConnectionHealth }) {
  const { t } = useTranslation('channels')
  const { status } = connection
  const lost = lostBy(connection)
  return (
    <Tooltip content={lost ? t(`facebook.lost.${lost}`) : t(`hint.${status}`)}>
      <Badge tone={tones[status]} className="relative z-10 min-w-0 max-w-full cursor-default">
        {icons[status]}
        <span className="truncate">{t(`status.${status}`)}</span>
      </Badge>
    </Tooltip>
  )
}
