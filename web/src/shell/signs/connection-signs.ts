import { useTranslation } from 'react-i18next'
import { useTroubledConnections } from '../use-troubled-connections.ts'
import type { Sign } from './sign.ts'

/** Returns the connections that are down or wait for their QR code, for who may connect them. */
export function useConnectionSigns(): readonly Sign[] {
  const { t } = useTranslation('signs')
  return useTroubledConnections().map(({ id, name, status }) => ({
    id: `connection:${id}`,
    tone: status === 'qrcode' ? 'warning' : 'danger',
    text: t(status === 'qrcode' ? 'connectionQr' : 'connectionDown', { name }),
    link: { to: '/connections' },
  }))
}
