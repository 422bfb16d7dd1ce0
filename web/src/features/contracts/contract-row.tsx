import type { Contract } from '@balcao/shared/entities/contract.ts'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { cn } from '#/lib/cn.ts'
import { dayOf, formatMoney } from '#/lib/format.ts'
import { showDay } from './show-day.ts'

interface ContractRowProps {
  contract: Contract
  oneLine: boolean
  active: boolean
  onEdit: () => void
  onDelete: (() => void) | undefined
  /** Actions before these. */
  children: ReactNode
}

/** Widths of the columns, for heading and rows. */
const COLUMNS = {
  number: 'w-24 shrink-0',
  customer: 'min-w-0 flex-1',
  type: 'w-16 shrink-0',
  value: 'tabular w-24 shrink-0 text-right',
  tick: 'flex w-20 shrink-0 justify-center text-center',
  day: 'tabular w-24 shrink-0',
  last: 'tabular w-40 shrink-0',
}

/** Shows the heads of the columns. */
export function ContractHeads() {
  const { t } = useTranslation('contracts')
  return (
    <ColumnHeads
      columns={[
        { label: t('number'), className: COLUMNS.number },
        { label: t('customer'), className: COLUMNS.customer },
        { label: t('type'), className: COLUMNS.type },
        { label: t('value'), className: COLUMNS.value },
        { label: t('renewal'), className: COLUMNS.tick },
        { label: t('published'), className: COLUMNS.tick },
        { label: t('startAt'), className: COLUMNS.day },
        { label: t('expiresAt'), className: COLUMNS.last },
      ]}
      actions={4}
    />
  )
}

export function ContractRow({ contract, oneLine, active, onEdit, onDelete, children }: ContractRowProps) {
  const { t } = useTranslation('contracts')
  const expired = contract.expiresAt !== '' && contract.expiresAt < dayOf(Date.now())
  const { number, customer } = contract
  return (
    <ListRow active={active}>
      <RowOpener oneLine={oneLine} onOpen={onEdit}>
        {oneLine ? (
          <>
            <span title={number} className={cn('truncate font-medium', COLUMNS.number)}>
              {number}
            </span>
            <bdi title={customer.fullName} className={cn('truncate', COLUMNS.customer)}>
              {customer.fullName}
            </bdi>
            <span className={COLUMNS.type}>{t(`types.${contract.type}`)}</span>
            <span className={COLUMNS.value}>{formatMoney(contract.value)}</span>
            <Tick yes={contract.renewal} label={t('renewal')} />
            <Tick yes={contract.published} label={t('published')} />
            <span className={COLUMNS.day}>{showDay(contract.startAt)}</span>
            <span className={cn('flex items-center gap-2', COLUMNS.last)}>
              {showDay(contract.expiresAt)}
              {expired && <Badge tone="danger">{t('expired')}</Badge>}
            </span>
          </>
        ) : (
          <>
            <span className="flex min-w-0 items-baseline gap-2">
              <span className="max-w-28 shrink-0 truncate font-medium">{number}</span>
              <bdi className="min-w-0 flex-1 truncate">{customer.fullName}</bdi>
            </span>
            <span className="flex min-w-0 items-center gap-2 text-ink-2 text-sm">
              <span className="tabular">{formatMoney(contract.value)}</span>
              <span className="tabular min-w-0 truncate">{t('until', { day: showDay(contract.expiresAt) })}</span>
              {expired && <Badge tone="danger">{t('expired')}</Badge>}
            </span>
          </>
        )}
      </RowOpener>
      <RowActions name={number} onEdit={oneLine ? onEdit : undefined} onDelete={onDelete} keepRoom>
        {children}
      </RowActions>
    </ListRow>
  )
}

function Tick({ yes, label }: { yes: boolean; label: string }) {
  const { t } = useTranslation('contracts')
  const description = t(yes ? 'is' : 'isNot', { what: label })
  return (
    <span title={description} className={COLUMNS.tick}>
      {yes ? (
        <Check aria-hidden size={16} className="icon text-success-ink" />
      ) : (
        <Minus aria-hidden size={16} className="icon text-ink-3" />
      )}
      <span className="sr-only">{description}</span>
    </span>
  )
}
