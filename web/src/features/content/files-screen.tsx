import { files } from '@balcao/shared/api/content/files.ts'
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import { Files } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const FileListDialog = lazyPart(() => import('./file-list-dialog.tsx').then(file => file.FileListDialog))

/** Shows the file lists, whose files are sent together. */
export function FilesScreen() {
  const { t } = useTranslation('files')
  const { list, rows, search } = useRowList(files.list, page => page.files)
  const countOf = ({ options }: FileList) => options.filter(({ path }) => path !== null).length
  const columns: Column<FileList>[] = [
    { id: 'name', head: t('name'), main: true, text: ({ name }) => name },
    { id: 'message', head: t('message'), most: 480, text: ({ message }) => message },
    {
      id: 'files',
      head: t('files'),
      end: true,
      named: true,
      text: row => String(countOf(row)),
      order: countOf,
    },
  ]
  return (
    <ListScreen
      name="files"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
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
      nameOf={({ name }) => name}
      columns={columns}
      card={row => ({
        title: <span className="truncate">{row.name}</span>,
        line: (
          <>
            <span className="min-w-0 flex-1 truncate">{row.message}</span>
            <span className="tabular shrink-0">
              {countOf(row) > 0 ? t('count', { count: countOf(row) }) : t('countNone')}
            </span>
          </>
        ),
      })}
      dialog={(row, onClose) => <FileListDialog row={row} onClose={onClose} />}
    />
  )
}
