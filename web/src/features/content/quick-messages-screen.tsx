import { mayAccess } from '@balcao/shared/access.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { Paperclip, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api, useUser } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const QuickMessageDialog = lazyPart(() => import('./quick-message-dialog.tsx').then(file => file.QuickMessageDialog))

export function QuickMessagesScreen() {
  const { t } = useTranslation('quickMessages')
  const isAdmin = mayAccess('admin', useUser())
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(quickMessages.list, page => page.records)
  const mayChange = (row: QuickMessage) => isAdmin || !row.geral
  return (
    <ListScreen
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{ icon: <Zap size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t(row.geral ? 'deleteCompanyTitle' : 'deleteTitle', { name: row.shortcode }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: row => api(quickMessages.remove, { params: { id: row.id } }),
        list: quickMessages.list,
        rowsKey: 'records',
      }}
      dialog={(row, onClose) => (
        <QuickMessageDialog row={row} isAdmin={isAdmin} readOnly={row !== null && !mayChange(row)} onClose={onClose} />
      )}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(row, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(row)}>
                <span
                  title={`/${row.shortcode}`}
                  className={oneLine ? 'w-48 shrink-0 truncate font-medium' : 'w-full truncate font-medium'}
                >
                  /{row.shortcode}
                </span>
                <span className="flex w-full min-w-0 flex-1 items-center gap-2">
                  <span className="min-w-0 flex-1 truncate text-ink-2" title={row.message}>
                    {row.message || (row.isMedia ? t('onlyFile') : '')}
                  </span>
                  {row.isMedia && (
                    <Paperclip
                      size={16}
                      role="img"
                      aria-label={row.mediaName ?? t('media')}
                      className="icon text-ink-2"
                    />
                  )}
                  {!row.status && <Badge>{t('inactive')}</Badge>}
                  {row.geral && <Badge tone="accent">{t('company')}</Badge>}
                </span>
              </RowOpener>
              <RowActions
                name={`/${row.shortcode}`}
                onEdit={mayChange(row) ? () => edit(row) : undefined}
                onDelete={mayChange(row) ? () => remove(row) : undefined}
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
