import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import type { Webhook } from '@balcao/shared/entities/webhook.ts'
import { useMutation } from '@tanstack/react-query'
import { History, KeyRound, Webhook as WebhookIcon, Zap } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { RowActions } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { SecretDialog } from '#/components/secret-dialog.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const WebhookDialog = lazyPart(() => import('./webhook-dialog.tsx').then(file => file.WebhookDialog))
const WebhookDeliveryLog = lazyPart(() =>
  import('#/features/integrations/public/webhook-delivery-log.tsx').then(file => file.WebhookDeliveryLog),
)

/** Shows the webhooks; five at most, so they are cards and not a table. */
export function WebhookList() {
  const { t } = useTranslation('messagesApi')
  const { list, rows } = useRowList(webhooks.list, page => page.webhooks)
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [logged, setLogged] = useState<Webhook | null>(null)
  const askRemove = useRemove<Webhook>({
    title: row => t('hooks.deleteTitle', { name: row.name }),
    hint: t('hooks.deleteHint'),
    done: t('hooks.deleted'),
    call: row => api(webhooks.remove, { params: { id: row.id } }),
    list: webhooks.list,
    rowsKey: 'webhooks',
  })
  const test = useMutation({
    mutationFn: (row: Webhook) => api(webhooks.test, { params: { id: row.id } }),
    onSuccess: (_, row) => setLogged(row),
    onError: toast.error,
  })
  const replace = useMutation({
    mutationFn: (row: Webhook) => api(webhooks.replaceSecret, { params: { id: row.id } }),
    onSuccess: made => setSecret(made.secret),
    onError: toast.error,
  })
  const askReplace = async (row: Webhook) => {
    const yes = await confirm({
      title: t('hooks.replaceTitle', { name: row.name }),
      description: t('hooks.replaceHint'),
      confirmLabel: t('hooks.replace'),
    })
    if (yes) replace.mutate(row)
  }
  const add = () => setEdited('new')
  const downHint = (down: NonNullable<Webhook['down']>) =>
    t('hooks.downHint', { since: formatWhen(down.since), when: formatWhen(down.nextTryAt) })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-2">{t('hooks.hint')}</p>
        {rows.length > 0 && <AddButton label={t('hooks.add')} onClick={add} />}
      </div>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={96}
        rows={2}
        firstUse={
          <FirstUse icon={<WebhookIcon size={20} />} title={t('hooks.empty')} addLabel={t('hooks.add')} onAdd={add}>
            {t('hooks.emptyHint')}
          </FirstUse>
        }
      >
        <ul className="flex flex-col gap-3">
          {rows.map(row => (
            <li key={row.id} className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
              <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
                <div className="min-w-0 flex-1">
                  <h2 className="flex flex-wrap items-center gap-2 font-medium">
                    <span className="min-w-0 truncate">{row.name}</span>
                    <StateBadge row={row} />
                  </h2>
                  <p className="break-all text-ink-2 text-sm">{row.url}</p>
                  {row.active && row.down && <p className="mt-1 text-sm">{downHint(row.down)}</p>}
                </div>
                <RowActions
                  name={row.name}
                  onEdit={() => setEdited(row)}
                  onDelete={() => void askRemove(row)}
                  more={[
                    {
                      id: 'test',
                      label: t('hooks.test', { name: row.name }),
                      short: t('hooks.testShort'),
                      icon: <Zap size={16} />,
                      run: () => test.mutate(row),
                    },
                    {
                      id: 'log',
                      label: t('hooks.log', { name: row.name }),
                      short: t('hooks.logShort'),
                      icon: <History size={16} />,
                      run: () => setLogged(row),
                    },
                    {
                      id: 'secret',
                      label: t('hooks.newSecret', { name: row.name }),
                      short: t('hooks.newSecretShort'),
                      icon: <KeyRound size={16} />,
                      run: () => void askReplace(row),
                    },
                  ]}
                />
              </div>
              <p className="flex flex-wrap gap-1.5">
                {row.events.map(event => (
                  <Badge key={event}>{t(`events.${event}`)}</Badge>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </ListStates>
      <Suspense>
        {edited && (
          <WebhookDialog row={edited === 'new' ? null : edited} onMade={setSecret} onClose={() => setEdited(null)} />
        )}
        {logged && (
          <WebhookDeliveryLog target={logged} emptyHint={t('log.emptyHint')} onClose={() => setLogged(null)} />
        )}
      </Suspense>
      {secret && (
        <SecretDialog
          title={t('secret.title')}
          hint={t('secret.how')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

function StateBadge({ row }: { row: Webhook }) {
  const { t } = useTranslation('messagesApi')
  if (!row.active) return <Badge>{t('hooks.inactive')}</Badge>
  return row.down ? <Badge tone="warning">{t('hooks.down')}</Badge> : <Badge tone="success">{t('hooks.active')}</Badge>
}
