import { Download, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/**
 * Says that the browser has no decoder for an audio file, as Safari before 18.4 has none for
 * WhatsApp's voice notes, and offers the file.
 */
export function UnplayableSound({ src }: { src: string }) {
  const { t } = useTranslation('ticketDetails')
  return (
    <div role="status" className="flex w-64 max-w-full flex-col items-start gap-1 py-1 text-sm">
      <p className="flex gap-1.5 text-ink-2">
        <VolumeX aria-hidden size={16} className="icon mt-0.5 shrink-0" /> {t('audio.unplayable')}
      </p>
      <a
        href={src}
        download
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1.5 text-accent-ink underline underline-offset-2 touch:min-h-control"
      >
        <Download aria-hidden size={16} className="icon" /> {t('audio.download')}
      </a>
    </div>
  )
}
