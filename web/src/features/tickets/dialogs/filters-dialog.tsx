import type { SavedFilter } from '@balcao/shared/entities/preferences.ts'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoveButtons } from '#/components/ui/move-buttons.tsx'
import { isolate } from '#/lib/isolate.ts'
import { changePreferences, usePreferences } from '#/lib/preferences.ts'
import { toast } from '#/lib/toast.ts'

type Change = (filters: SavedFilter[]) => SavedFilter[]

const change = (by: Change) => changePreferences(now => ({ ...now, filters: by([...now.filters]) }))

/** Moves an entry one place up (-1) or down (1). */
const moved =
  (id: string, by: -1 | 1): Change =>
  filters => {
    const from = filters.findIndex(filter => filter.id === id)
    const [filter] = from < 0 ? [] : filters.splice(from, 1)
    if (filter) filters.splice(Math.max(0, from + by), 0, filter)
    return filters
  }

/** Edits order and names of the user's saved filters; a deletion can be undone. */
export function FiltersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const { filters } = usePreferences()
  const rename = (filter: SavedFilter, given: string) => {
    const name = given.trim()
    if (name && name !== filter.name)
      void change(all => all.map(each => (each.id === filter.id ? { ...each, name } : each)))
  }
  const remove = (filter: SavedFilter, index: number) => {
    void change(all => all.filter(({ id }) => id !== filter.id))
    toast.undo(
      t('ticketDetails:filter.removed', { name: isolate(filter.name) }),
      () => void change(all => all.filter(({ id }) => id !== filter.id).toSpliced(index, 0, filter)),
    )
    if (filters.length === 1) onClose()
  }
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={t('filter.saved')} size="sm">
      <ul className="flex flex-col gap-2">
        {filters.map((filter, index) => (
          <li key={filter.id} className="flex items-center gap-1">
            <Input
              defaultValue={filter.name}
              maxLength={40}
              aria-label={t('ticketDetails:filter.rename', { name: filter.name })}
              className="min-w-0 flex-1"
              onBlur={event => rename(filter, event.target.value)}
            />
            <MoveButtons
              upLabel={t('ticketDetails:filter.up', { name: filter.name })}
              downLabel={t('ticketDetails:filter.down', { name: filter.name })}
              index={index}
              count={filters.length}
              onMove={by => void change(moved(filter.id, by))}
            />
            <IconButton
              size="sm"
              tone="danger"
              label={t('ticketDetails:filter.remove', { name: filter.name })}
              icon={<Trash2 size={16} />}
              onClick={() => remove(filter, index)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
