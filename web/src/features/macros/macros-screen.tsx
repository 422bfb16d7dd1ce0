import { mayAccess } from '@balcao/shared/access.ts'
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import type { Macro } from '@balcao/shared/entities/macro.ts'
import { CopyCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api, useUser } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { actionsSentence } from './public/action-sentence.ts'

const MacroDialog = lazyPart(() => import('./macro-dialog.tsx').then(file => file.MacroDialog))

/** Shows the caller's macros and those for all, each with what it does as a sentence. */
export function MacrosScreen() {
  const { t } = useTranslation(['macros', 'lists', 'ticketDetails'])
  const isAdmin = mayAccess('admin', useUser())
  const { list, rows, search } = useRowList(macros.list, page => page.macros)
  const mayChange = (row: Macro) => isAdmin || !row.shared
  const nameOf = ({ name }: Macro) => name
  const columns: Column<Macro>[] = [
    { id: 'name', head: t('name'), main: true, text: nameOf },
    {
      id: 'does',
      head: t('does'),
      most: 720,
      text: ({ actions }) => actionsSentence(actions),
      cell: row => <Does row={row} />,
    },
    {
      id: 'visible',
      head: t('lists:column.visible'),
      text: ({ shared }) => t(shared ? 'company' : 'mine'),
      cell: ({ shared }) => <Badge tone={shared ? 'accent' : 'neutral'}>{t(shared ? 'company' : 'mine')}</Badge>,
    },
  ]
  return (
    <ListScreen
      name="macros"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      skeletons={8}
      firstUse={{ icon: <CopyCheck size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t('deleteTitle', { name: row.name }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: row => api(macros.remove, { params: { id: row.id } }),
        list: macros.list,
        rowsKey: 'macros',
      }}
      dialog={(row, onClose) => <MacroDialog row={row} isAdmin={isAdmin} onClose={onClose} />}
      nameOf={nameOf}
      columns={columns}
      card={row => ({
        title: <span className="truncate">{row.name}</span>,
        line: (
          <>
            <Does row={row} />
            {row.shared && <Badge tone="accent">{t('company')}</Badge>}
          </>
        ),
      })}
      mayEdit={mayChange}
      mayDelete={mayChange}
    />
  )
}

function Does({ row }: { row: Macro }) {
  const text = actionsSentence(row.actions)
  return (
    <span className="min-w-0 truncate" title={text}>
      {text}
    </span>
  )
}
