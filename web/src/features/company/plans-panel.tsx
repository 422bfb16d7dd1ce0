import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { RowActions } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { planHolds } from '#/features/billing/public/plan-holds.ts'
import { formatMoney } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'

const PlanDialog = lazyPart(() => import('./plan-dialog.tsx').then(file => file.PlanDialog))

/** Shows the plans to super users; they are few, so they are cards. */
export function PlansPanel() {
  const { t } = useTranslation(['plans', 'common'])
  const list = useQuery(apiQuery(plans.list))
  const rows = [...(list.data ?? [])].sort((a, b) => a.value - b.value || a.name.localeCompare(b.name))
  const [shown, setShown] = useState<Plan | 'new' | null>(null)
  const askRemove = useRemove<Plan>({
    title: row => t('deleteTitle', { name: row.name }),
    hint: t('deleteHint'),
    done: t('deleted'),
    failed: t('common:error.operation'),
    call: row => api(plans.remove, { params: { id: row.id } }),
    list: plans.list,
    rowsKey: null,
  })
  const add = () => setShown('new')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-2">{t('hint')}</p>
        {rows.length > 0 && <AddButton label={t('add')} onClick={add} />}
      </div>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={120}
        rows={3}
        firstUse={
          <FirstUse icon={<Layers size={20} />} title={t('empty')} addLabel={t('add')} onAdd={add}>
            {t('emptyHint')}
          </FirstUse>
        }
      >
        <ul aria-label={t('title')} className="grid gap-3 lg:grid-cols-2">
          {rows.map(row => (
            <PlanCard key={row.id} plan={row} onEdit={() => setShown(row)} onDelete={() => void askRemove(row)} />
          ))}
        </ul>
      </ListStates>
      <Suspense>
        {shown && <PlanDialog plan={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

interface PlanCardProps {
  plan: Plan
  onEdit: () => void
  onDelete: () => void
}

function PlanCard({ plan, onEdit, onDelete }: PlanCardProps) {
  const { t } = useTranslation('plans')
  const flags = PLAN_FLAGS.filter(flag => plan[flag])
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 title={plan.name} className="truncate font-medium">
            {plan.name}
          </h3>
          <p className="tabular text-ink-2 text-sm">{t('monthly', { value: formatMoney(plan.value) })}</p>
        </div>
        <RowActions name={plan.name} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <p className="tabular text-ink-2 text-sm">
        {planHolds(plan)
          .map(({ what, count }) => t(`holds.${what}`, { count }))
          .join(' · ')}
      </p>
      <p className="flex flex-wrap gap-1.5">
        {flags.map(flag => (
          <Badge key={flag}>{t(`flags.${flag}`)}</Badge>
        ))}
        {flags.length === 0 && <span className="text-ink-2 text-sm">{t('noFlags')}</span>}
      </p>
    </li>
  )
}
