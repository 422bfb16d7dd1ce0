import { files } from '@balcao/shared/api/content/files.ts'
import { Files } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const FileListDialog = lazyPart(() => import('./file-list-dialog.tsx').then(file => file.FileListDialog))

/** Shows the file lists, whose files are sent together. */
export function FilesScreen() {
  const { t } = useTranslation('files')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(files.list, page => page.files)
  return (
    <ListScreen
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{ icon: <Files size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t('deleteTitle', { name: row.name }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: row => api(files.remove, { params: { id: row.id } }),
        list: files.list,
        rowsKey: 'files',
      }}
      dialog={(row, onClose) => <FileListDialog row={row} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(row, index) => {
            const count = row.options.filter(({ path }) => path !== null).length
            return (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(row)}>
                  <span
                    title={row.name}
                    className={oneLine ? 'w-64 shrink-0 truncate font-medium' : 'w-full truncate font-medium'}
                  >
                    {row.name}
                  </span>
                  <span className="flex w-full min-w-0 flex-1 items-center gap-2">
                    <span className="min-w-0 flex-1 truncate text-ink-2" title={row.message}>
                      {row.message}
                    </span>
                    <span className="tabular shrink-0 text-ink-2 text-sm">
                      {count > 0 ? t('count', { count }) : t('countNone')}
                    </span>
                  </span>
                </RowOpener>
                <RowActions name={row.name} onEdit={() => edit(row)} onDelete={() => remove(row)} />
              </ListRow>
            )
          }}
        </PagedRows>
      )}
    </ListScreen>
  )
}
