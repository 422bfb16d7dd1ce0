import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { Tag as TagIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useYesNo } from '#/components/list/use-yes-no.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const TagDialog = lazyPart(() => import('./tag-dialog.tsx').then(file => file.TagDialog))

/**
 * Shows the company's tags with the number of their tickets. Supervisors and admins may edit
 * columns of the kanban board.
 */
export function TagsScreen() {
  const { t } = useTranslation(['tags', 'lists'])
  const yesNo = useYesNo()
  const mayChangeColumns = useMayAccess('supervisor')
  const { list, rows, search } = useRowList(tags.list, page => page.tags)
  const me = useUser()
  const mayRemoveAll = useMayAccess('catalog')
  const mayChange = (tag: Tag) => tag.kanban === 0 || mayChangeColumns
  const mayRemove = (tag: Tag) => mayChange(tag) && (mayRemoveAll || tag.userId === me.id)
  const columns: Column<Tag>[] = [
    { id: 'name', head: t('name'), main: true, text: ({ name }) => name },
    { id: 'column', head: t('lane'), named: true, text: ({ kanban }) => yesNo(kanban === 1) },
    {
      id: 'tickets',
      head: t('lists:column.tickets'),
      end: true,
      named: true,
      text: ({ ticketsCount }) => formatNumber(ticketsCount),
      order: ({ ticketsCount }) => ticketsCount,
    },
  ]
  return (
    <ListScreen
      name="tags"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
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
      nameOf={({ name }) => name}
      lead={{ width: 10, show: ({ color }) => <ColorDot color={color} /> }}
      columns={columns}
      card={({ name, kanban, ticketsCount }) => ({
        title: <span className="truncate">{name}</span>,
        line: (
          <>
            {kanban === 1 && <Badge tone="info">{t('laneBadge')}</Badge>}
            <span className="tabular">{t('tickets', { count: ticketsCount })}</span>
          </>
        ),
      })}
      mayEdit={mayChange}
      mayDelete={mayRemove}
      onOpen={(tag, edit) => (mayChange(tag) ? edit(tag) : toast.info(t('laneOnly')))}
      dialog={(tag, onClose) => <TagDialog tag={tag} onClose={onClose} />}
    />
  )
}
