import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { Budget } from '@balcao/shared/entities/budget.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy, Send } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { formatMoney } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { useSendOrder } from './use-send-order.ts'

interface OrderPixDialogProps {
  order: Budget
  /** Ticket whose conversation the code can be sent to. */
  ticketId: string | null
  onClose: () => void
}

/**
 * Shows the Pix code of an order: to scan from the screen, to copy, or to send into the
 * conversation.
 */
export function OrderPixDialog({ order, ticketId, onClose }: OrderPixDialogProps) {
  const { t } = useTranslation(['budgets', 'common'])
  const { number } = order
  const pix = useQuery(apiQuery(budgets.pix, { params: { id: order.id } }))
  const send = useSendOrder(order, { pix: true }, () => {
    toast.success(t('sending.pixSent'))
    onClose()
  })
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast.success(t('common:action.copied'))
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`${t('sending.pix')} · ${t('order', { number })}`}
      footer={
        pix.data && (
          <>
            <Button icon={<Copy size={16} />} onClick={() => void copy(pix.data.qrcode)}>
              {t('sending.pixCopy')}
            </Button>
            {ticketId && (
              <Button
                variant="primary"
                icon={<Send size={16} />}
                loading={send.isPending}
                onClick={() => send.mutate()}
              >
                {t('sending.pixSend')}
              </Button>
            )}
          </>
        )
      }
    >
      {pix.isError ? (
        <ErrorState compact error={pix.error} onRetry={() => void pix.refetch()} retrying={pix.isFetching} />
      ) : (
        <div className="flex flex-col items-center gap-4">
          <div className="flex size-64 shrink-0 items-center justify-center rounded-md border border-line-strong bg-white p-3 text-[#222]">
            {pix.data ? (
              <QRCodeSVG
                value={pix.data.qrcode}
                size={232}
                level="M"
                marginSize={0}
                title={t('sending.pixAlt', { number })}
              />
            ) : (
              <span role="status" className="flex flex-col items-center gap-2 text-sm">
                <Spinner size={20} />
                {t('sending.pixWaiting')}
              </span>
            )}
          </div>
          {pix.data && (
            <>
              <p className="text-center">
                <span className="tabular block font-semibold text-lg">{formatMoney(pix.data.total)}</span>
                {pix.data.total < order.total && (
                  <span className="tabular block text-ink-2 text-sm">
                    {t('sending.pixPart', { total: formatMoney(order.total) })}
                  </span>
                )}
                <span className="wrap-anywhere text-ink-2 text-sm">{t('sending.pixTo', { key: pix.data.key })}</span>
              </p>
              <div className="w-full">
                <p className="mb-1 font-medium text-sm">{t('sending.pixCode')}</p>
                <p className="break-all rounded-md border border-line bg-bg p-2 font-mono text-xs">{pix.data.qrcode}</p>
              </div>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
