import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Skeleton } from './ui/skeleton.tsx'

/** Shows that a search found nothing, and a button that clears it. */
export function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation('common')
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title={t('empty.notFound', { text })}
      action={<Button onClick={onClear}>{t('search.clear')}</Button>}
    >
      {t('empty.notFoundHint')}
    </EmptyState>
  )
}

interface FirstUseProps {
  icon: ReactNode
  title: string
  addLabel: string
  /** The first action; undefined for a person who may not add anything. */
  onAdd: (() => void) | undefined
  children: ReactNode
}

/** Shows what a list is for, the action it begins with, and the way to the screen's guide. */
export function FirstUse({ icon, title, addLabel, onAdd, children }: FirstUseProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      guided
      action={
        onAdd && (
          <Button variant="primary" onClick={onAdd}>
            {addLabel}
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  )
}

/** Shows the first load of a list, in the shape of its rows. */
export function ListSkeleton({
  rows = 8,
  height = 64,
  children,
}: {
  rows?: number
  height?: number
  children?: ReactNode
}) {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="overflow-hidden rounded-md border border-line bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes without state
        <div key={row} className="flex items-center gap-3 border-line border-b px-3 last:border-0" style={{ height }}>
          {children ?? (
            <>
              <Skeleton className="size-7 rounded-full" />
              <Skeleton className="h-3 w-40 max-w-[40%]" />
              <Skeleton className="ml-auto h-3 w-24 max-w-[25%]" />
            </>
          )}
        </div>
      ))}
    </div>
  )
}
