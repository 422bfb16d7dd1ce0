import type { DisconnectReason, Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
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

type ConnectionHealth = Pick<Whatsapp, 'status' | 'provider' | 'disconnectReason'>

/** Returns why a connection is not connected; null where it is, or nothing is known. */
export function lostBy({ status, provider, disconnectReason }: ConnectionHealth) {
  if (capabilitiesOf({ provider }).transport === 'graph')
    return status === 'DISCONNECTED' ? (disconnectReason ?? 'logout') : null
  return status === 'OPENING' || status === 'DISCONNECTED' ? (disconnectReason ?? null) : null
}

/** Returns the name of the text about a reason; that of a lost token names what was lost. */
export function lostText({ provider }: Pick<Whatsapp, 'provider'>, lost: DisconnectReason) {
  return lost === 'token' || lost === 'logout' ? (`lost.${lost}.${provider}` as const) : (`lost.${lost}` as const)
}

/** Returns what keeps a connection that tries to open from doing so; null for every other one. */
export function problemOf(connection: ConnectionHealth) {
  const lost = connection.status === 'OPENING' ? lostBy(connection) : null
  return lost === 'unreachable' || lost === 'certificate' || lost === 'outdated' ? lost : null
}

/** Shows the state in words, with what to do about it as a hint. */
export function ConnectionStatus({ connection }: { connection: ConnectionHealth }) {
  const { t } = useTranslation('channels')
  const { status } = connection
  const lost = lostBy(connection)
  const problem = problemOf(connection)
  return (
    <Tooltip content={lost ? t(lostText(connection, lost)) : t(`hint.${status}`)}>
      <Badge tone={problem ? 'warning' : tones[status]} className="relative z-10 min-w-0 max-w-full cursor-default">
        {problem ? <CircleAlert aria-hidden size={12} /> : icons[status]}
        <span className="truncate">{problem ? t(`problem.${problem}`) : t(`status.${status}`)}</span>
      </Badge>
    </Tooltip>
  )
}
