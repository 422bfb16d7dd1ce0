import { announcements } from '@balcao/shared/api/content/announcements.ts'
import { Image, Newspaper } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatDate } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { PriorityBadge } from './public/priority-badge.tsx'

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx').then(file => file.AnnouncementDialog))

/** Shows the announcements of super users to every company. */
export function AnnouncementsScreen() {
  const { t } = useTranslation('announcements')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(announcements.list, page => page.records, undefined, { sort: 'priority' })
  return (
    <ListScreen
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      rowHeight={rowHeight}
      skeletons={6}
      firstUse={{ icon: <Newspaper size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t('deleteTitle', { name: row.title }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: row => api(announcements.remove, { params: { id: row.id } }),
        list: announcements.list,
        rowsKey: 'records',
      }}
      dialog={(row, onClose) => <AnnouncementDialog row={row} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(row, index) => (
            <ListRow active={index === active}>
              {oneLine && (
                <span className="w-16 shrink-0">
                  <PriorityBadge priority={row.priority} />
                </span>
              )}
              <RowOpener oneLine={oneLine} onOpen={() => edit(row)}>
                <span
                  title={row.title}
                  className={oneLine ? 'w-64 shrink-0 truncate font-medium' : 'w-full truncate font-medium'}
                >
                  {row.title}
                </span>
                <span className="flex w-full min-w-0 flex-1 items-center gap-2">
                  {!oneLine && <PriorityBadge priority={row.priority} />}
                  <span className="min-w-0 flex-1 truncate text-ink-2" title={row.text}>
                    {row.text}
                  </span>
                  {row.mediaPath && (
                    <Image size={16} role="img" aria-label={t('withPicture')} className="icon shrink-0 text-ink-2" />
                  )}
                  {!row.status && <Badge>{t('inactive')}</Badge>}
                  <time dateTime={row.createdAt} className="tabular hidden shrink-0 text-ink-2 text-sm sm:block">
                    {formatDate(row.createdAt)}
                  </time>
                </span>
              </RowOpener>
              <RowActions name={row.title} onEdit={() => edit(row)} onDelete={() => remove(row)} />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
