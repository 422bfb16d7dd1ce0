import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Template } from '@balcao/shared/entities/template.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Select } from '#/components/ui/select.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { languageName } from './public/language-name.ts'
import { TemplateBadge, TemplateFacts, TemplateWords, templateText } from './template-cells.tsx'
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
            guided
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
  const { list, rows, search } = useRowList(templates.list, page => page.templates, undefined, {
    whatsappId: connection.id,
  })
  const sync = useSync(connection.id)
  const columns: Column<Template>[] = [
    { id: 'name', head: t('column.name'), main: true, text: ({ name }) => name },
    {
      id: 'body',
      head: t('field.body'),
      from: 1200,
      most: 420,
      text: templateText,
      cell: row => <TemplateWords template={row} />,
    },
    { id: 'language', head: t('column.language'), text: ({ language }) => languageName(language) },
    { id: 'category', head: t('column.category'), text: ({ category }) => t(`category.${category}`) },
    { id: 'quality', head: t('column.quality'), text: ({ quality }) => t(`quality.${quality}`) },
    {
      id: 'status',
      head: t('column.status'),
      beside: 16,
      text: ({ status }) => t(`status.${status}`),
      cell: row => <TemplateBadge template={row} />,
    },
  ]
  return (
    <ListScreen
      name="templates"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
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
      nameOf={({ name }) => name}
      columns={columns}
      card={row => ({
        title: (
          <>
            <span className="min-w-0 flex-1 truncate">{row.name}</span>
            <TemplateBadge template={row} />
          </>
        ),
        line: <TemplateFacts template={row} />,
      })}
    />
  )
}
