import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import type { QueueIntegration } from '@balcao/shared/entities/queue-integration.ts'
import { History, Workflow } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const IntegrationDialog = lazyPart(() => import('./integration-dialog.tsx').then(file => file.IntegrationDialog))
const WebhookDeliveryLog = lazyPart(() =>
  import('./public/webhook-delivery-log.tsx').then(file => file.WebhookDeliveryLog),
)
const SecretDialog = lazyPart(() => import('#/components/secret-dialog.tsx').then(file => file.SecretDialog))

export function IntegrationsScreen() {
  const { t } = useTranslation('integrations')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(queueIntegration.list, page => page.queueIntegrations)
  const [log, setLog] = useState<QueueIntegration | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <ListScreen
        title={t('title')}
        addLabel={t('add')}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        rowHeight={rowHeight}
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
      >
        {({ active, edit, remove }) => (
          <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(row, index) => (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(row)}>
                  <span
                    title={row.name}
                    className={oneLine ? 'w-64 shrink-0 truncate font-medium' : 'w-full truncate font-medium'}
                  >
                    {row.name}
                  </span>
                  <span className="flex w-full min-w-0 flex-1 items-center gap-2">
                    <Badge>{t(`type.${row.type}`)}</Badge>
                    <span className="min-w-0 flex-1 truncate text-ink-2" title={placeOf(row)}>
                      {placeOf(row)}
                    </span>
                  </span>
                </RowOpener>
                <RowActions name={row.name} onEdit={oneLine ? () => edit(row) : undefined} onDelete={() => remove(row)}>
                  {row.hasSecret && (
                    <IconButton
                      label={t('log.open', { name: row.name })}
                      icon={<History size={16} />}
                      size="sm"
                      onClick={() => setLog(row)}
                    />
                  )}
                </RowActions>
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
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
