import type { TicketView } from '@balcao/shared/entities/preferences.ts'
import type { View } from '@balcao/shared/entities/view.ts'
import { ChevronDown, ListOrdered, Plus, RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { useViews } from './use-views.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx').then(file => file.ViewDialog), 'views', 'fields')
const ViewsDialog = lazyPart(() => import('./views-dialog.tsx').then(file => file.ViewsDialog), 'views')

interface ViewTabsProps {
  /** Id of the view on screen. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** Filters of the list on screen, with which a new view begins. */
  screen: TicketView
}

/** Shows the user's views as tabs with their counts, and all of them in a menu beside. */
export function ViewTabs({ chosen, onChoose, screen }: ViewTabsProps) {
  const { t } = useTranslation('views')
  const { query, rows } = useViews()
  const [asking, setAsking] = useState<'new' | 'manage' | null>(null)
  const close = () => setAsking(null)
  useShortcut('tickets.view', {
    enabled: rows.length > 0,
    run: () => onChoose(rows[(rows.findIndex(({ id }) => id === chosen) + 1) % rows.length]?.id),
  })
  if (query.isError && rows.length === 0)
    return (
      <p className="flex items-center justify-between gap-2 px-3 pb-2 text-ink-2 text-sm">
        {t('failed')}
        <Button variant="ghost" size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
          <RotateCw size={14} className="icon" aria-hidden />
          {t('retry')}
        </Button>
      </p>
    )
  if (rows.length === 0) return null
  return (
    <div className="flex items-center gap-1 pb-2 pl-3">
      <ul aria-label={t('title')} className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto [scrollbar-width:none]">
        {rows.map(view => (
          <li key={view.id} className="shrink-0">
            <ViewTab
              view={view}
              isOn={view.id === chosen}
              onChoose={() => onChoose(view.id === chosen ? undefined : view.id)}
            />
          </li>
        ))}
      </ul>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <IconButton size="sm" label={t('all')} icon={<ChevronDown size={16} />} tooltipSide="bottom" />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>{t('title')}</DropdownMenuLabel>
          {rows.map(view => (
            <DropdownMenuItem key={view.id} onSelect={() => onChoose(view.id)}>
              <span className="min-w-0 flex-1 truncate">{view.name}</span>
              <CountBadge count={view.count ?? 0} tone="neutral" />
            </DropdownMenuItem>
          ))}
          <DropdownMenuItem icon={<Plus size={16} />} onSelect={() => setAsking('new')}>
            {t('add')}
          </DropdownMenuItem>
          <DropdownMenuItem icon={<ListOrdered size={16} />} onSelect={() => setAsking('manage')}>
            {t('manage')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Suspense>
        {asking === 'new' && <ViewDialog row={null} screen={screen} onSaved={onChoose} onClose={close} />}
        {asking === 'manage' && <ViewsDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

function ViewTab({ view, isOn, onChoose }: { view: View; isOn: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={cn(
        'flex h-control-sm max-w-48 items-center gap-1.5 rounded-full border px-3 text-sm transition-colors',
        isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong text-ink-2 hover:bg-hover',
      )}
    >
      <span className="truncate">{view.name}</span>{' '}
      <CountBadge count={view.count ?? 0} tone={isOn ? 'accent' : 'neutral'} />
    </button>
  )
}
