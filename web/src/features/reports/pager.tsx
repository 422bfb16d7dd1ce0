import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Select } from '#/components/ui/select.tsx'
import { formatNumber } from '#/lib/format.ts'
import { PAGE_SIZES } from './report-search.ts'

interface PagerProps {
  /** Number of the page, from 1. */
  page: number
  size: number
  total: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Shows the position in the pages of a table, and the buttons to its other pages. */
export function Pager({ page, size, total, onPage, onSize }: PagerProps) {
  const { t } = useTranslation('ticketreport')
  const id = useId()
  const pages = Math.max(1, Math.ceil(total / size))
  const at = Math.min(page, pages)
  const range = {
    from: formatNumber((at - 1) * size + 1),
    to: formatNumber(Math.min(total, at * size)),
    total: formatNumber(total),
  }
  return (
    <nav aria-label={t('pager.label')} className="mt-3 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 text-sm">
      <span className="flex items-center gap-2">
        <label htmlFor={id} className="text-ink-2 max-sm:sr-only">
          {t('pager.rows')}
        </label>
        <Select
          id={id}
          className="w-20"
          value={size}
          options={PAGE_SIZES.map(each => ({ value: String(each), label: String(each) }))}
          onChange={event => onSize(Number(event.target.value))}
        />
      </span>
      <span role="status" className="tabular text-ink-2">
        {t('pager.range', range)}
      </span>
      <span className="flex">
        <IconButton
          label={t('pager.previous')}
          icon={<ChevronLeft size={20} />}
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page, pages + 1) - 1)}
        />
        <IconButton
          label={t('pager.next')}
          icon={<ChevronRight size={20} />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  )
}
