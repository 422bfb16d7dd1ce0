import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { ListChecks, MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const StatusBudgetDialog = lazyPart(() => import('./status-budget-dialog.tsx').then(file => file.StatusBudgetDialog))

const columns = { code: 'w-20 shrink-0', name: 'min-w-0 basis-1/3', message: 'min-w-0 flex-1' }

export function StatusBudgetsScreen() {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(statusBudgets.list, page => page.statusBudGets)
  return (
    <ListScreen
      title={t('statuses.title')}
      addLabel={t('statuses.add')}
      list={list}
      rows={rows}
      search={{ label: t('statuses.search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{ icon: <ListChecks size={20} />, title: t('statuses.empty'), hint: t('statuses.emptyHint') }}
      removal={{
        title: status => t('statuses.deleteTitle', { name: status.name }),
        hint: t('statuses.deleteHint'),
        done: t('statuses.deleted'),
        call: status => api(statusBudgets.remove, { params: { id: status.id } }),
        list: statusBudgets.list,
        rowsKey: 'statusBudGets',
      }}
      dialog={(status, onClose) => <StatusBudgetDialog status={status} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows
          list={list}
          label={t('statuses.title')}
          items={rows}
          rowHeight={rowHeight}
          activeIndex={active}
          header={
            oneLine && (
              <ColumnHeads
                columns={[
                  { label: t('code'), className: columns.code },
                  { label: t('statuses.name'), className: columns.name },
                  { label: t('statuses.message'), className: columns.message },
                ]}
                actions={2}
              />
            )
          }
        >
          {(status, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(status)}>
                {oneLine && (
                  <span title={status.code ?? undefined} className={cn('tabular truncate text-ink-2', columns.code)}>
                    {status.code ?? '–'}
                  </span>
                )}
                <span className={cn('flex gap-2', oneLine && columns.name)}>
                  <span title={status.name} className="truncate font-medium">
                    {status.name}
                  </span>
                  {!oneLine && status.code && (
                    <span className="tabular max-w-24 shrink-0 truncate text-ink-2">{status.code}</span>
                  )}
                </span>
                <span
                  title={status.message || undefined}
                  className={cn('flex items-center gap-1.5 text-ink-2', oneLine ? columns.message : 'min-w-0 text-sm')}
                >
                  {status.message && <MessageSquareText aria-hidden size={16} className="icon shrink-0" />}
                  <span className="truncate">{status.message || t('statuses.silent')}</span>
                </span>
              </RowOpener>
              <RowActions
                name={status.name}
                onEdit={oneLine ? () => edit(status) : undefined}
                onDelete={() => remove(status)}
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
