import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Provider, Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { Bot, Cable, Send } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { markedRow, RowActions } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ChannelMark } from '#/components/ui/channel-mark.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { cn } from '#/lib/cn.ts'
import { formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { ConnectionStatus, lostBy, lostText, problemOf } from './connection-status.tsx'
import { reachedBy } from './reached-by.ts'
import { SessionButtons } from './session-buttons.tsx'
import { useSessionActions } from './use-session-actions.ts'

const CloudFacts = lazyPart(() => import('./cloud/cloud-facts.tsx').then(file => file.CloudFacts))
const FacebookDialog = lazyPart(() => import('./facebook-dialog.tsx').then(file => file.FacebookDialog))
const InUseDialog = lazyPart(() => import('./in-use-dialog.tsx').then(file => file.InUseDialog))
const QrDialog = lazyPart(() => import('./qr-dialog.tsx').then(file => file.QrDialog))

const ConnectionDialog = lazyPart(() => import('./connection-dialog.tsx').then(file => file.ConnectionDialog))

export function ConnectionsScreen() {
  const { t } = useTranslation('channels')
  const list = useQuery(apiQuery(whatsapp.list))
  const rows = list.data ?? []
  const [shown, setShown] = useState<Whatsapp | 'new' | null>(null)
  /** True if the connection is opened for another token. */
  const [token, setToken] = useState(false)
  const [qr, setQr] = useState<string | null>(null)
  const [facebook, setFacebook] = useState(false)
  const actions = useSessionActions()
  const open = (what: Whatsapp | 'new' | null, forToken = false) => {
    setToken(forToken)
    setShown(what)
  }
  const reconnect: Readonly<Record<Provider, (connection: Whatsapp) => void>> = {
    web: actions.retry,
    cloud: connection => open(connection, true),
    graph: () => setFacebook(true),
  }
  const active = useListKeys(rows.length, index => open(rows[index] ?? null))

  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          meta={
            rows.length > 0 ? <span className="hidden sm:inline">{t('count', { count: rows.length })}</span> : undefined
          }
          action={
            <div className="flex items-center gap-2">
              <Button aria-label={t('facebook.open')} className="max-sm:px-2" onClick={() => setFacebook(true)}>
                <ChannelMark channel="facebook" size={16} />
                <ChannelMark channel="instagram" size={16} />
                <span className="hidden sm:inline">{t('facebook.open')}</span>
              </Button>
              <AddButton label={t('add')} onClick={() => open('new')} />
            </div>
          }
        />
      }
    >
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={64}
        rows={4}
        firstUse={
          <FirstUse icon={<Cable size={20} />} title={t('empty')} addLabel={t('add')} onAdd={() => open('new')}>
            {t('emptyHint')}
          </FirstUse>
        }
      >
        <ul aria-label={t('title')} className="@container shrink-0 rounded-md border border-line bg-surface">
          {rows.map((connection, index) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              active={index === active}
              busy={actions.busyId === connection.id}
              testing={actions.testedId === connection.id}
              onEdit={() => open(connection)}
              onDelete={() => void actions.remove(connection)}
              onQr={() => setQr(connection.id)}
              onNewQr={() => void actions.newQr(connection).then(done => done && setQr(connection.id))}
              onRetry={() => actions.retry(connection)}
              onDisconnect={() => void actions.disconnect(connection)}
              onReconnect={() => reconnect[connection.provider](connection)}
              onTest={() => actions.test(connection)}
            />
          ))}
        </ul>
      </ListStates>
      <Suspense>
        {shown && (
          <ConnectionDialog
            connection={shown === 'new' ? null : shown}
            first={rows.length === 0}
            token={token}
            onClose={() => open(null)}
            onCreated={created => capabilitiesOf(created).qrcode && setQr(created.id)}
          />
        )}
      </Suspense>
      <Suspense>{facebook && <FacebookDialog onClose={() => setFacebook(false)} />}</Suspense>
      <Suspense>
        {actions.inUse && (
          <InUseDialog
            {...actions.inUse}
            onRemoved={() => actions.inUse && actions.removed(actions.inUse.connection)}
            onClose={actions.leaveInUse}
          />
        )}
      </Suspense>
      <Suspense>{qr && <QrDialog id={qr} onRetry={actions.retry} onClose={() => setQr(null)} />}</Suspense>
    </Screen>
  )
}

interface ConnectionRowProps {
  connection: Whatsapp
  active: boolean
  busy: boolean
  testing: boolean
  onTest: () => void
  onEdit: () => void
  onDelete: () => void
  onQr: () => void
  onNewQr: () => void
  onRetry: () => void
  onDisconnect: () => void
  onReconnect: () => void
}

function ConnectionRow({
  connection,
  active,
  busy,
  testing,
  onTest,
  onEdit,
  onDelete,
  ...session
}: ConnectionRowProps) {
  const { t } = useTranslation('channels')
  const reasonId = useId()
  const lost = lostBy(connection)
  const { name, phoneTest, status } = connection
  const noTest = phoneTest === '' ? t('test.noPhone') : status === 'CONNECTED' ? undefined : t('test.notConnected')
  // An integration answers before an AI agent does.
  const bot = connection.integration ?? connection.prompt
  return (
    <li
      className={cn(
        'relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3 py-2 last:border-0 hover:bg-hover/60',
        active && markedRow,
      )}
    >
      <button
        type="button"
        onClick={onEdit}
        aria-describedby={lost ? reasonId : undefined}
        className="flex min-w-0 flex-1 basis-0 items-center gap-3 @4xl:basis-52 text-left -outline-offset-2 after:absolute after:inset-0"
      >
        <ChannelMark channel={connection.channel} size={28} />
        <span className="min-w-0">
          <span className="flex items-center gap-x-2 max-sm:flex-wrap">
            <span title={connection.name} className="truncate font-medium">
              {connection.name}
            </span>
            {connection.isDefault && <Badge tone="accent">{t('default')}</Badge>}
          </span>
          <span className="tabular block truncate text-ink-2 text-sm">
            {reachedBy(connection) ?? formatWhen(connection.updatedAt)}
          </span>
        </span>
      </button>
      <span className="hidden w-56 min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-2 text-sm @[1100px]:flex">
        {connection.queues.slice(0, 2).map(queue => (
          <span key={queue.id} className="flex min-w-0 items-center gap-1.5">
            <ColorDot color={queue.color} />
            <span className="truncate">{queue.name}</span>
          </span>
        ))}
        {connection.queues.length > 2 && <span className="tabular">+{connection.queues.length - 2}</span>}
        {connection.queues.length === 0 && t('field.noQueues')}
        {bot && (
          <span title={t('answers', { name: bot.name })} className="flex min-w-0 items-center gap-1.5">
            <Bot role="img" aria-label={t('answers', { name: bot.name })} size={14} className="shrink-0" />
            <span aria-hidden className="truncate">
              {bot.name}
            </span>
          </span>
        )}
      </span>
      <span aria-hidden className="order-2 basis-full @4xl:hidden" />
      <span className="order-3 flex min-w-0 @4xl:order-none @4xl:w-60">
        <ConnectionStatus connection={connection} />
      </span>
      <span className="relative z-10 order-3 flex items-center gap-1 @4xl:order-none @4xl:w-64">
        <SessionButtons connection={connection} busy={busy} {...session} />
      </span>
      <RowActions
        name={name}
        onEdit={onEdit}
        onDelete={onDelete}
        className="order-1 ml-auto @4xl:order-none"
        more={
          capabilitiesOf(connection).testMessage
            ? [
                {
                  id: 'test',
                  label: t('test.send', { name }),
                  short: t('test.short'),
                  icon: <Send size={16} />,
                  loading: testing,
                  disabledReason: noTest,
                  run: onTest,
                },
              ]
            : []
        }
      />
      <Suspense>{capabilitiesOf(connection).templates && <CloudFacts connection={connection} />}</Suspense>
      {/* Always visible, not a hint: nobody should have to search why no message arrives any
          more. */}
      {lost && (
        <p
          id={reasonId}
          className={cn(
            'order-4 basis-full text-sm @4xl:pl-10',
            problemOf(connection) ? 'text-warning-ink' : 'text-danger-ink',
          )}
        >
          {t(lostText(connection, lost))}
        </p>
      )}
    </li>
  )
}
