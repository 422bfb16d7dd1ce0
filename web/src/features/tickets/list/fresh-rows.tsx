import { ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Shows how many rows are held back while the list is in use, and shows them when pressed. */
export function FreshRows({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('ticketDetails')
  return (
    <button
      type="button"
      onClick={onShow}
      className="absolute top-2 left-1/2 z-10 flex h-control-sm -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 font-medium text-on-accent text-sm shadow-overlay hover:bg-accent-hover"
    >
      <ArrowUp size={14} className="icon" aria-hidden />
      {t('list.fresh', { count })}
    </button>
  )
}
