import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import type { QueueIntegration } from '@balcao/shared/entities/queue-integration.ts'
import { History, Workflow } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const IntegrationDialog = lazyPart(() => import('./integration-dialog.tsx').then(file => file.IntegrationDialog))
const WebhookDeliveryLog = lazyPart(() =>
  import('./public/webhook-delivery-log.tsx').then(file => file.WebhookDeliveryLog),
)
const SecretDialog = lazyPart(() => import('#/components/secret-dialog.tsx').then(file => file.SecretDialog))

export function IntegrationsScreen() {
  const { t } = useTranslation('integrations')
  const { list, rows, search } = useRowList(queueIntegration.list, page => page.queueIntegrations)
  const [log, setLog] = useState<QueueIntegration | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const columns: Column<QueueIntegration>[] = [
    { id: 'name', head: t('field.name'), main: true, text: ({ name }) => name },
    {
      id: 'type',
      head: t('field.type'),
      beside: 16,
      text: ({ type }) => t(`type.${type}`),
      cell: ({ type }) => <Badge>{t(`type.${type}`)}</Badge>,
    },
    { id: 'url', head: t('field.url'), most: 560, text: placeOf },
  ]
  return (
    <>
      <ListScreen
        name="integrations"
        title={t('title')}
        addLabel={t('add')}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        skeletons={6}
        firstUse={{ icon: <Workflow size={20} />, title: t('empty'), hint: t('emptyHint') }}
        removal={{
          title: row => t('deleteTitle', { name: row.name }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: row => api(queueIntegration.remove, { params: { id: row.id } }),
          list: queueIntegration.list,
          rowsKey: 'queueIntegrations',
        }}
        dialog={(row, onClose) => <IntegrationDialog integration={row} onClose={onClose} onSecret={setSecret} />}
        nameOf={({ name }) => name}
        columns={columns}
        card={row => ({
          title: <span className="truncate">{row.name}</span>,
          line: (
            <>
              <Badge>{t(`type.${row.type}`)}</Badge>
              <span className="truncate">{placeOf(row)}</span>
            </>
          ),
        })}
        more={row => [
          {
            id: 'log',
            label: t('log.open', { name: row.name }),
            short: t('log.short'),
            icon: <History size={16} />,
            run: row.hasSecret ? () => setLog(row) : undefined,
          },
        ]}
      />
      <Suspense>
        {log && <WebhookDeliveryLog target={log} emptyHint={t('log.emptyHint')} onClose={() => setLog(null)} />}
        {secret !== null && (
          <SecretDialog
            title={t('secret.title')}
            hint={t('secret.hint')}
            secret={secret}
            onClose={() => setSecret(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const placeOf = ({ type, projectName, urlN8N }: QueueIntegration): string =>
  type === 'dialogflow' ? projectName : urlN8N
