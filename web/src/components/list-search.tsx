import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '#/lib/shortcuts.ts'
import { SearchInput } from './ui/input.tsx'

interface ListSearchProps {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** The search box of a list; `/` goes to it. The text is lower-cased as it is searched, not as it is typed. */
export function ListSearch({ label, value, onChange, className = 'w-full sm:w-80' }: ListSearchProps) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  useShortcut({
    keys: '/',
    label: t('shortcuts.search'),
    group: t('shortcuts.lists'),
    run: () => box.current?.querySelector('input')?.focus(),
  })
  return (
    <div ref={box} className={className}>
      <SearchInput label={label} value={value} onChange={onChange} />
    </div>
  )
}
