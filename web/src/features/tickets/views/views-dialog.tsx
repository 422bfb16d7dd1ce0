import { views } from '@balcao/shared/api/tickets/views.ts'
import { MAX_VIEW_ORDER } from '@balcao/shared/entities/preferences.ts'
import type { View } from '@balcao/shared/entities/view.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { MoveButtons } from '#/components/ui/move-buttons.tsx'
import { isolate } from '#/lib/isolate.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { changePreferences } from '#/lib/preferences.ts'
import { api } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useViews } from './use-views.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx').then(file => file.ViewDialog), 'views', 'fields')

/** Edits the order of the user's views, and the views they may change. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('views')
  const mayShare = useMayAccess('supervisor')
  const { rows } = useViews()
  const [edited, setEdited] = useState<View | null>(null)
  const move = (index: number, by: -1 | 1) => {
    const ids = rows.map(({ id }) => id)
    const [id] = ids.splice(index, 1)
    ids.splice(Math.max(0, index + by), 0, id!)
    void changePreferences(now => ({ ...now, viewOrder: ids.slice(0, MAX_VIEW_ORDER) }))
  }
  const askRemove = useRemove<View, View>({
    title: ({ name }) => t('deleteTitle', { name: isolate(name) }),
    hint: ({ shared }) => t(shared ? 'deleteShared' : 'deleteOwn'),
    done: ({ name }) => t('deleted', { name: isolate(name) }),
    call: async view => {
      await api(views.remove, { params: { id: view.id } })
      return view
    },
    list: views.listAll,
    rowsKey: null,
  })
  return (
    <>
      <Dialog open onOpenChange={open => !open && onClose()} title={t('manage')} size="sm">
        {rows.length === 0 && <EmptyState title={t('noneYet')}>{t('noneYetHint')}</EmptyState>}
        <ul className="flex flex-col gap-1">
          {rows.map((view, index) => {
            const { name } = view
            const mayChange = !view.shared || mayShare
            return (
              <li key={view.id} className="flex items-center gap-1">
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{name}</span>
                  <span className="block text-ink-2 text-xs">
                    {!view.shared
                      ? t('mine')
                      : view.queueIds.length === 0
                        ? t('everybody')
                        : t('ofQueues', { count: view.queueIds.length })}
                  </span>
                </span>
                <MoveButtons
                  upLabel={t('up', { name })}
                  downLabel={t('down', { name })}
                  index={index}
                  count={rows.length}
                  onMove={by => move(index, by)}
                />
                <IconButton
                  size="sm"
                  label={t('editOne', { name })}
                  icon={<Pencil size={16} />}
                  disabled={!mayChange}
                  onClick={() => setEdited(view)}
                />
                <IconButton
                  size="sm"
                  tone="danger"
                  label={t('remove', { name })}
                  icon={<Trash2 size={16} />}
                  disabled={!mayChange}
                  onClick={() => void askRemove(view)}
                />
              </li>
            )
          })}
        </ul>
      </Dialog>
      <Suspense>{edited && <ViewDialog row={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  )
}
