import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import { ListChecks, MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const StatusBudgetDialog = lazyPart(() => import('./status-budget-dialog.tsx').then(file => file.StatusBudgetDialog))

/** Shows the statuses of orders in the order of their steps. */
export function StatusBudgetsScreen() {
  const { t } = useTranslation('orders')
  const { list, rows, search } = useRowList(statusBudgets.list, page => page.statusBudGets)
  const columns: Column<StatusBudGet>[] = [
    { id: 'code', head: t('code'), text: ({ code }) => code ?? '' },
    { id: 'name', head: t('statuses.name'), main: true, text: ({ name }) => name },
    { id: 'message', head: t('statuses.message'), most: 560, text: ({ message }) => message },
  ]
  return (
    <ListScreen
      name="statusBudgets"
      title={t('statuses.title')}
      addLabel={t('statuses.add')}
      list={list}
      rows={rows}
      search={{ label: t('statuses.search'), ...search }}
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
      nameOf={({ name }) => name}
      columns={columns}
      card={({ name, code, message }) => ({
        title: (
          <>
            <span title={name} className="truncate">
              {name}
            </span>
            {code && <span className="tabular max-w-24 shrink-0 truncate font-normal text-ink-2">{code}</span>}
          </>
        ),
        line: (
          <>
            {message && <MessageSquareText aria-hidden size={16} className="icon shrink-0" />}
            <span className="truncate">{message || t('statuses.silent')}</span>
          </>
        ),
      })}
      dialog={(status, onClose) => <StatusBudgetDialog status={status} onClose={onClose} />}
    />
  )
}
