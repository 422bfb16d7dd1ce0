import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Shows the QR code of a connection from the cached list, so that it renews with every session
 * event and closes by itself: once connected, when the QR code becomes empty again, or when the
 * connection is deleted.
 */
export function QrDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['channels', 'common'])
  const { data, refetch } = useQuery(apiQuery(whatsapp.list))
  const connection = data?.find(each => each.id === id)
  const seen = useRef(false)
  if (connection?.qrcode) seen.current = true
  const gone = data !== undefined && !connection
  const connected = connection?.status === 'CONNECTED'
  const emptied = seen.current && connection?.qrcode === ''

  const name = connection?.name ?? ''
  useEffect(() => {
    if (connected) toast.success(t('qr.connected', { name }))
    if (connected || emptied || gone) onClose()
  }, [connected, emptied, gone, name, onClose, t])

  // Realtime brings each new code; this only covers a socket that is down.
  useEffect(() => {
    const timer = setInterval(() => void refetch(), 10_000)
    return () => clearInterval(timer)
  }, [refetch])

  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast.success(t('common:action.copied'))
  }

  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={t('qr.title', { name })}>
      <div className="flex flex-col items-center gap-6 sm:flex-row sm:items-start">
        <div className="flex size-64 shrink-0 items-center justify-center rounded-md border border-line-strong bg-white p-3 text-[#222]">
          {connection?.qrcode ? (
            <QRCodeSVG value={connection.qrcode} size={232} level="L" marginSize={0} title={t('qr.alt', { name })} />
          ) : (
            <span role="status" className="flex flex-col items-center gap-2 text-sm">
              <Spinner size={20} />
              {t('qr.waiting')}
            </span>
          )}
        </div>
        <div>
          <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-ink-2">
            <li>{t('qr.step1')}</li>
            <li>{t('qr.step2')}</li>
            <li>{t('qr.step3')}</li>
          </ol>
          <p className="mt-4 text-ink-2 text-sm">{t('qr.refreshes')}</p>
          {connection?.qrcode && (
            <Button size="sm" icon={<Copy size={16} />} onClick={() => void copy(connection.qrcode)} className="mt-3">
              {t('qr.copy')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
