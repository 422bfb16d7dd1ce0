import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Budget } from '@balcao/shared/entities/budget.ts'
import { useMutation } from '@tanstack/react-query'
import { Download, FileText, QrCode, Send } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { acceptingFirst } from '#/features/tickets/public/accepting-first.ts'
import { ApiError } from '#/lib/api-error.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useSendOrder } from './use-send-order.ts'

const OrderPixDialog = lazyPart(() => import('./order-pix-dialog.tsx').then(file => file.OrderPixDialog))

/**
 * Shows the ways to send an order to its customer: as text, as a Pix code, as a PDF. A cancelled
 * order has none.
 */
export function OrderSending({ order }: { order: Budget }) {
  const { t } = useTranslation('budgets')
  const [pixShown, setPixShown] = useState(false)
  const canceled = order.canceledAt !== null
  const ticketId = canceled ? null : order.ticketId
  const text = useSendOrder(order, { text: true }, () => toast.success(t('sending.textSent')))
  // Until the sending is confirmed, another click repeats it: the same bytes under the same id.
  const sending = useRef<{ clientId: string; file: File } | null>(null)
  const pdf = useMutation({
    mutationFn: async (to: string) => {
      sending.current ??= { clientId: crypto.randomUUID(), file: await fileOf(order) }
      const prepared = sending.current
      await acceptingFirst(to, () => sendFile(to, prepared))
    },
    onSuccess: () => {
      sending.current = null
      toast.success(t('sending.pdfSent'))
    },
    onError: toast.error,
  })
  const download = useMutation({ mutationFn: async () => save(await fileOf(order)), onError: toast.error })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ticketId && (
        <Button icon={<Send size={16} />} loading={text.isPending} onClick={() => text.mutate()}>
          {t('sending.text')}
        </Button>
      )}
      {order.pix > 0 && (
        <Button icon={<QrCode size={16} />} aria-haspopup="dialog" onClick={() => setPixShown(true)}>
          {t('sending.pix')}
        </Button>
      )}
      {ticketId && (
        <Button icon={<FileText size={16} />} loading={pdf.isPending} onClick={() => pdf.mutate(ticketId)}>
          {t('sending.pdf')}
        </Button>
      )}
      <Button
        variant={ticketId ? 'ghost' : 'secondary'}
        icon={<Download size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('sending.download')}
      </Button>
      {!canceled && !ticketId && (
        <p className="w-full text-ink-2 text-sm">{t(order.pix > 0 ? 'sending.noTicketPix' : 'sending.noTicket')}</p>
      )}
      <Suspense>
        {pixShown && <OrderPixDialog order={order} ticketId={ticketId} onClose={() => setPixShown(false)} />}
      </Suspense>
    </div>
  )
}

/**
 * Returns the order's PDF, with its Pix code where there is an amount to pay and a Pix key to pay
 * it to.
 */
async function fileOf(order: Budget): Promise<File> {
  const [{ orderPdf, pdfName }, pix] = await Promise.all([import('./order-pdf.ts'), pixCodeOf(order)])
  return new File([await orderPdf(order, pix)], pdfName(order), { type: 'application/pdf' })
}

/** Codes of the refusals for an order that has no Pix code, or none any more. */
const NO_CODE: ReadonlySet<string> = new Set(['ERR_STORE_WITHOUT_PIX', 'ERR_BUDGET_WITHOUT_PIX', 'ERR_BUDGET_PAID'])

async function pixCodeOf({ id, pix }: Budget): Promise<string | null> {
  if (pix <= 0) return null
  try {
    return (await api(budgets.pix, { params: { id } })).qrcode
  } catch (error) {
    if (error instanceof ApiError && NO_CODE.has(error.code)) return null
    throw error
  }
}

/**
 * Sends a file like one attached in the conversation: uploads it, then sends a message that names
 * it.
 */
async function sendFile(ticketId: string, { clientId, file }: { clientId: string; file: File }) {
  const { name: fileName, type: mimetype, size } = file
  const params = { ticketId }
  const form = await api(messages.upload, { params, body: { fileName, mimetype, size } })
  await putUpload(form, file)
  const body = { uploads: [{ key: form.key, fileName, mimetype }], clientId }
  await api(messages.create, { params, body })
}

function save(file: File) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
