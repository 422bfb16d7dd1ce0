import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { type ShownStatus, shownStatus } from '@balcao/shared/rules/billing/invoice-status.ts'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { formatDate, formatMoney } from '#/lib/format.ts'
import { companyZone } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { downloadReceipt } from './download-receipt.ts'

const TONES = { paid: 'success', overdue: 'danger', open: 'info' } as const satisfies Record<ShownStatus, string>

/** Widths of the columns, for heading and rows. */
const COLUMNS = {
  detail: 'min-w-0 flex-1',
  value: 'tabular w-32 shrink-0 text-right',
  dueDate: 'tabular w-28 shrink-0',
  status: 'w-28 shrink-0',
  action: 'flex w-28 shrink-0 justify-end',
}

/** Shows the heads of the columns. */
export function InvoiceHeads() {
  const { t } = useTranslation('billing')
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 flex h-9 items-center gap-4 border-line border-b bg-bg px-3 font-medium text-ink-2 text-xs"
    >
      {(['detail', 'value', 'dueDate', 'status'] as const).map(column => (
        <span key={column} className={cn('truncate', COLUMNS[column])}>
          {t(`columns.${column}`)}
        </span>
      ))}
      <span className={COLUMNS.action} />
    </div>
  )
}

interface InvoiceRowProps {
  invoice: Invoice
  oneLine: boolean
  onPay: () => void
}

/**
 * Shows an invoice: a paid one has a receipt, any other can be paid from here; an overdue one is
 * tinted.
 */
export function InvoiceRow({ invoice, oneLine, onPay }: InvoiceRowProps) {
  const { t } = useTranslation('billing')
  const status = shownStatus(invoice, Date.now(), companyZone())
  const { number } = invoice
  const detail = `${number} · ${invoice.detail} · ${t(`recurrence.${invoice.recurrence}`)}`
  const badge = <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
  const action =
    status === 'paid' ? (
      <Receipt invoice={invoice} />
    ) : (
      <Button variant="primary" size="sm" onClick={onPay} aria-label={t('payOf', { number })}>
        {t('pay')}
      </Button>
    )
  return (
    <div
      className={cn(
        'flex h-full items-center gap-4 border-line border-b px-3 hover:bg-hover',
        status === 'overdue' && 'bg-danger-soft hover:bg-danger-soft',
      )}
    >
      {oneLine ? (
        <>
          <span title={detail} className={cn('truncate font-medium', COLUMNS.detail)}>
            {detail}
          </span>
          <span className={COLUMNS.value}>{formatMoney(invoice.value)}</span>
          <span className={COLUMNS.dueDate}>{formatDate(invoice.dueDate)}</span>
          <span className={COLUMNS.status}>{badge}</span>
          <span className={COLUMNS.action}>{action}</span>
        </>
      ) : (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate font-medium">{detail}</span>
              {badge}
            </span>
            <span className="tabular truncate text-ink-2 text-sm">
              {formatMoney(invoice.value)} · {formatDate(invoice.dueDate)}
            </span>
          </span>
          {action}
        </>
      )}
    </div>
  )
}

function Receipt({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing')
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadReceipt(invoice)
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      label={t('receipt.download', { number: invoice.number })}
      icon={<FileDown size={16} />}
      size="sm"
      loading={busy}
      onClick={() => void download()}
    />
  )
}
