import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Layers, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListSkeleton } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Page, PageHeader } from '#/components/ui/page-header.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { cn } from '#/lib/cn.ts'
import { apiQuery, applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'

const QueueDialog = lazy(() => import('./queue-dialog.tsx').then(file => ({ default: file.QueueDialog })))

export function QueuesScreen() {
  const { t } = useTranslation(['team', 'common'])
  const list = useQuery(apiQuery(queue.list))
  const [shown, setShown] = useState<Queue | 'new' | null>(null)
  const rows = list.data ?? []
  const active = useListKeys(rows.length, index => setShown(rows[index] ?? null))
  const remove = useMutation({
    mutationFn: (each: Queue) => api(queue.remove, { params: { id: each.id } }),
    onSuccess: (_, each) => {
      applyListEvent(queryClient, queue.list, null, { action: 'delete', id: each.id })
      toast.success(t('queues.deleted'))
    },
    onError: toast.error,
  })
  const askRemove = async (each: Queue) => {
    const yes = await confirm({
      title: t('queues.deleteTitle', { name: each.name }),
      description: t('queues.deleteHint'),
      confirmLabel: t('common:action.delete'),
    })
    if (yes) remove.mutate(each)
  }

  return (
    <Page
      header={
        <PageHeader
          title={t('queues.title')}
          meta={rows.length > 0 ? t('queues.count', { count: rows.length }) : undefined}
          action={<AddButton label={t('queues.add')} onClick={() => setShown('new')} />}
        />
      }
    >
      {list.isPending ? (
        <ListSkeleton height={40} rows={5} />
      ) : list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Layers size={20} />}
          title={t('queues.empty')}
          action={
            <Button variant="primary" onClick={() => setShown('new')}>
              {t('queues.add')}
            </Button>
          }
        >
          {t('queues.emptyHint')}
        </EmptyState>
      ) : (
        <Table>
          <TableHead>
            <tr>
              <TableHeader>{t('queues.name')}</TableHeader>
              <TableHeader className="hidden md:table-cell">{t('queues.greeting')}</TableHeader>
              <TableHeader numeric className="w-20">
                {t('queues.order')}
              </TableHeader>
              <TableHeader className="w-24 touch:w-28">
                <span className="sr-only">{t('common:action.more')}</span>
              </TableHeader>
            </tr>
          </TableHead>
          <tbody>
            {rows.map((each, index) => (
              <TableRow
                key={each.id}
                className={cn('relative', index === active && 'bg-hover shadow-[inset_3px_0_0_var(--accent)]')}
              >
                <TableCell className="w-px min-w-44 max-w-52 md:max-w-80">
                  <button
                    type="button"
                    onClick={() => setShown(each)}
                    className="flex w-full items-center gap-2.5 text-left -outline-offset-2 after:absolute after:inset-0"
                  >
                    <ColorDot color={each.color} />
                    <span title={each.name} className="truncate font-medium">
                      {each.name}
                    </span>
                  </button>
                </TableCell>
                <TableCell className="hidden max-w-0 text-ink-2 md:table-cell" title={each.greetingMessage}>
                  {each.greetingMessage}
                </TableCell>
                <TableCell numeric>{each.orderQueue ?? '–'}</TableCell>
                <TableCell className="relative z-10 overflow-visible px-1 text-right">
                  <IconButton
                    label={`${t('common:action.edit')} ${each.name}`}
                    icon={<Pencil size={16} />}
                    size="sm"
                    onClick={() => setShown(each)}
                  />
                  <IconButton
                    label={`${t('common:action.delete')} ${each.name}`}
                    icon={<Trash2 size={16} />}
                    size="sm"
                    tone="danger"
                    onClick={() => void askRemove(each)}
                  />
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
      <Suspense>
        {shown && (
          <QueueDialog
            queue={shown === 'new' ? null : shown}
            taken={rows.filter(each => shown === 'new' || each.id !== shown.id).map(each => each.color)}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    </Page>
  )
}
