import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { Tag as TagIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const TagDialog = lazyPart(() => import('./tag-dialog.tsx').then(file => file.TagDialog))

/**
 * Shows the company's tags with the number of their tickets. Supervisors and admins may edit
 * columns of the kanban board.
 */
export function TagsScreen() {
  const { t } = useTranslation('tags')
  const { oneLine, rowHeight } = useListRowHeight()
  const mayChangeColumns = useMayAccess('supervisor')
  const { list, rows, search } = useRowList(tags.list, page => page.tags)
  const me = useUser()
  const mayRemoveAll = useMayAccess('catalog')
  const mayChange = (tag: Tag) => tag.kanban === 0 || mayChangeColumns
  const mayRemove = (tag: Tag) => mayChange(tag) && (mayRemoveAll || tag.userId === me.id)
  return (
    <ListScreen
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{ icon: <TagIcon size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: tag => t('deleteTitle', { name: tag.name }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: tag => api(tags.remove, { params: { id: tag.id } }),
        list: tags.list,
        rowsKey: 'tags',
      }}
      dialog={(tag, onClose) => <TagDialog tag={tag} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(tag, index) => (
            <ListRow active={index === active}>
              <ColorDot color={tag.color} />
              <RowOpener oneLine={oneLine} onOpen={() => (mayChange(tag) ? edit(tag) : toast.info(t('laneOnly')))}>
                <span title={tag.name} className="min-w-0 flex-1 truncate font-medium">
                  {tag.name}
                </span>
                <span className={cn('flex items-center gap-3', !oneLine && 'mt-0.5')}>
                  {tag.kanban === 1 && <Badge tone="info">{t('laneBadge')}</Badge>}
                  <span className={cn('tabular text-ink-2 text-sm', oneLine && 'w-36 text-right')}>
                    {t('tickets', { count: tag.ticketsCount })}
                  </span>
                </span>
              </RowOpener>
              <RowActions
                name={tag.name}
                onEdit={mayChange(tag) ? () => edit(tag) : undefined}
                onDelete={mayRemove(tag) ? () => remove(tag) : undefined}
                keepRoom
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
