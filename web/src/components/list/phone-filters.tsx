import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { Button } from '../ui/button.tsx'

interface PhoneFiltersProps {
  /** Number of filters in use. */
  count: number
  children: ReactNode
}

/** Shows the filters of a list; on a phone behind a button, so that rows are in view. */
export function PhoneFilters({ count, children }: PhoneFiltersProps) {
  const { t } = useTranslation('lists')
  const roomy = useMediaQuery('(min-width: 600px)')
  const [open, setOpen] = useState(false)
  if (roomy) return children
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={16} />}
        aria-expanded={open}
        className="w-full"
        onClick={() => setOpen(!open)}
      >
        {t('filters')}
        {count > 0 && ` (${count})`}
      </Button>
      {open && children}
    </>
  )
}
