import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Select } from '#/components/ui/select.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { TemplateCells } from './template-cells.tsx'
import { useSync } from './use-sync.ts'

const TemplateDialog = lazyPart(() => import('./template-dialog.tsx').then(file => file.TemplateDialog), 'media')

/** Shows the templates of the company's official numbers, a connection at a time. */
export function TemplatesScreen() {
  const { t } = useTranslation('templates')
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useQuery(apiQuery(whatsapp.list))
  const connections = (list.data ?? []).filter(row => capabilitiesOf(row).templates)
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0]
  if (connection)
    return <TemplateList key={connection.id} connection={connection} connections={connections} onChoose={setChosen} />
  return (
    <Screen header={<ScreenHeader title={t('title')} />}>
      <ListStates
        list={list}
        count={0}
        rowHeight={64}
        rows={8}
        firstUse={
          <EmptyState
            icon={<LayoutTemplate size={20} />}
            title={t('none.title')}
            action={
              <Button asChild>
                <Link to="/connections">{t('none.open')}</Link>
              </Button>
            }
          >
            {t('none.hint')}
          </EmptyState>
        }
      >
        {null}
      </ListStates>
    </Screen>
  )
}

interface TemplateListProps {
  connection: Whatsapp
  connections: readonly Whatsapp[]
  onChoose: (id: string) => void
}

function TemplateList({ connection, connections, onChoose }: TemplateListProps) {
  const { t } = useTranslation('templates')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(templates.list, page => page.templates, undefined, {
    whatsappId: connection.id,
  })
  const sync = useSync(connection.id)
  return (
    <ListScreen
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      actions={
        <Button
          aria-label={t('sync.label')}
          className="max-sm:px-2"
          icon={<RefreshCw size={16} />}
          loading={sync.busy}
          onClick={() => void sync.run()}
        >
          <span className="hidden sm:inline">{t('sync.label')}</span>
        </Button>
      }
      filters={
        connections.length > 1 && (
          <Select
            aria-label={t('connection')}
            className="w-full sm:w-56"
            value={connection.id}
            onChange={event => onChoose(event.target.value)}
            options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )
      }
      firstUse={{ icon: <LayoutTemplate size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: row => t('delete.title', { name: row.name }),
        hint: t('delete.hint'),
        done: t('delete.done'),
        call: row => api(templates.remove, { params: { id: row.id } }),
        list: templates.list,
        rowsKey: 'templates',
      }}
      dialog={(row, onClose) => <TemplateDialog template={row} whatsappId={connection.id} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows
          list={list}
          label={t('title')}
          items={rows}
          rowHeight={rowHeight}
          activeIndex={active}
          header={
            oneLine && (
              <ColumnHeads
                columns={[
                  { label: t('column.name'), className: 'min-w-0 flex-1' },
                  { label: t('column.language'), className: 'w-40' },
                  { label: t('column.category'), className: 'w-28' },
                  { label: t('column.quality'), className: 'w-20' },
                  { label: t('column.status'), className: 'w-28' },
                ]}
                actions={2}
              />
            )
          }
        >
          {(row, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(row)}>
                <TemplateCells template={row} oneLine={oneLine} />
              </RowOpener>
              <RowActions name={row.name} onEdit={oneLine ? () => edit(row) : undefined} onDelete={() => remove(row)} />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
