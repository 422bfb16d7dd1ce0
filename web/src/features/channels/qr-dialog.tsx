import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { useQuery } from '@tanstack/react-query'
import { CloudAlert, Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { problemOf } from './connection-status.tsx'
import { LinkDrawing } from './link-drawing.tsx'

/** Stands in a text for the name that `Naming` emphasizes. */
const PLACE = '\u0001'

/** Shows a text with the name of a button of WhatsApp in it. */
function Naming({ text, name }: { text: string; name: string }) {
  const [before, after] = text.split(PLACE)
  return (
    <>
      {before}
      <strong className="font-semibold">{name}</strong>
      {after}
    </>
  )
}

/**
 * Shows the QR code of a connection from the cached list, so that it renews with every session
 * event and closes by itself: once connected, when the QR code becomes empty again, or when the
 * connection is deleted.
 */
export function QrDialog({
  id,
  onRetry,
  onClose,
}: {
  id: string
  onRetry: (connection: Whatsapp) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['channels', 'common'])
  const { data, refetch } = useQuery(apiQuery(whatsapp.list))
  const connection = data?.find(each => each.id === id)
  const seen = useRef(false)
  if (connection?.qrcode) seen.current = true
  const gone = data !== undefined && !connection
  const connected = connection?.status === 'CONNECTED'
  const problem = connection ? problemOf(connection) : null
  // It stays while WhatsApp is out of reach: a new code follows.
  if (problem) seen.current = false
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
    <Dialog open size="lg" onOpenChange={open => !open && onClose()} title={t('qr.title', { name })}>
      <div className="flex flex-col items-center gap-6 sm:flex-row sm:items-start">
        {connection?.qrcode ? (
          <div className="flex size-64 shrink-0 items-center justify-center rounded-md border border-line-strong bg-white p-3">
            <QRCodeSVG value={connection.qrcode} size={232} level="L" marginSize={0} title={t('qr.alt', { name })} />
          </div>
        ) : (
          <div
            role="status"
            className="flex min-h-64 w-64 shrink-0 flex-col items-center justify-center gap-2 rounded-md border border-line-strong p-4 text-center text-sm"
          >
            {connection && problem ? (
              <>
                <CloudAlert aria-hidden size={24} className="text-warning-ink" />
                <strong className="font-semibold text-base">{t(`problem.${problem}`)}</strong>
                <span className="text-ink-2">{t(`lost.${problem}`)}</span>
                <Button size="sm" onClick={() => onRetry(connection)} className="mt-1">
                  {t('action.retry')}
                </Button>
              </>
            ) : (
              <>
                <Spinner size={20} />
                {t('qr.waiting')}
              </>
            )}
          </div>
        )}
        <div className="min-w-0 flex-1">
          <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-ink-2">
            <li>{t('qr.step1')}</li>
            <li>
              <Naming text={t('qr.step2', { name: PLACE })} name={t('qr.linkedDevices')} />
            </li>
            <li>
              <Naming text={t('qr.step3', { name: PLACE })} name={t('qr.linkDevice')} />
            </li>
          </ol>
          <div className="mt-4">
            <LinkDrawing />
          </div>
          <p className="mt-3 text-ink-2 text-sm">{t(problem ? 'qr.waits' : 'qr.refreshes')}</p>
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
