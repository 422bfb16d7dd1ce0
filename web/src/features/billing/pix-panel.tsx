import type { PixCharge } from '@balcao/shared/entities/invoice.ts'
import { Check, Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { formatMoney } from '#/lib/format.ts'

/** Milliseconds for which a copy is confirmed (decision 0041). */
const COPIED_MS = 1000

/**
 * Shows a Pix charge: the QR code, its text to copy, the amount, and that the bank's confirmation
 * is pending.
 */
export function PixPanel({ pix }: { pix: PixCharge }) {
  const { t } = useTranslation('billing')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(pix.qrcode)
    setCopied(true)
  }
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="text-center">
        <span className="block text-ink-2 text-sm">{t('pix.amount')}</span>
        <span className="tabular block font-semibold text-xl">{formatMoney(pix.valor.original)}</span>
      </p>
      <div className="flex size-64 shrink-0 items-center justify-center rounded-md border border-line-strong bg-white p-3 text-[#222]">
        <QRCodeSVG value={pix.qrcode} size={232} level="M" marginSize={0} title={t('pix.alt')} />
      </div>
      <p className="text-center text-ink-2 text-sm">{t('pix.hint')}</p>
      <div className="w-full">
        <p className="mb-1 font-medium text-sm">{t('pix.code')}</p>
        <p className="break-all rounded-md border border-line bg-bg p-2 font-mono text-xs">{pix.qrcode}</p>
        <Button
          variant="primary"
          icon={copied ? <Check size={16} /> : <Copy size={16} />}
          onClick={() => void copy()}
          className="mt-3 w-full"
        >
          <span aria-live="polite">{copied ? t('pix.copied') : t('pix.copy')}</span>
        </Button>
      </div>
      <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
        <Spinner size={16} />
        {t('pix.waiting')}
      </p>
    </div>
  )
}
