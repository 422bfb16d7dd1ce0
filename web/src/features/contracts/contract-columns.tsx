import type { Contract } from '@balcao/shared/entities/contract.ts'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useYesNo } from '#/components/list/use-yes-no.ts'
import { Badge } from '#/components/ui/badge.tsx'
import { dayOf, formatMoney } from '#/lib/format.ts'
import { showDay } from './show-day.ts'

const isExpired = ({ expiresAt }: Contract): boolean => expiresAt !== '' && expiresAt < dayOf(Date.now())

/** Returns the columns of the list of contracts. */
export function useContractColumns(): Column<Contract>[] {
  const { t } = useTranslation('contracts')
  const yesNo = useYesNo()
  return [
    { id: 'number', head: t('number'), main: true, text: ({ number }) => number },
    { id: 'customer', head: t('customer'), text: ({ customer }) => customer.fullName },
    { id: 'type', head: t('type'), text: ({ type }) => t(`types.${type}`) },
    { id: 'value', head: t('value'), end: true, text: ({ value }) => formatMoney(value), order: ({ value }) => value },
    { id: 'renewal', head: t('renewal'), named: true, from: 1200, text: ({ renewal }) => yesNo(renewal) },
    { id: 'published', head: t('published'), named: true, text: ({ published }) => yesNo(published) },
    {
      id: 'startAt',
      head: t('startAt'),
      from: 1200,
      text: ({ startAt }) => showDay(startAt),
      order: ({ startAt }) => startAt,
    },
    {
      id: 'expiresAt',
      head: t('expiresAt'),
      beside: 80,
      text: ({ expiresAt }) => showDay(expiresAt),
      order: ({ expiresAt }) => expiresAt,
      cell: contract => (
        <>
          <span className="tabular">{showDay(contract.expiresAt)}</span>
          {isExpired(contract) && <Badge tone="danger">{t('expired')}</Badge>}
        </>
      ),
    },
  ]
}

/** Shows value and expiry of a contract in the second line of its card. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const { t } = useTranslation('contracts')
  return (
    <>
      <span className="tabular">{formatMoney(contract.value)}</span>
      <span className="tabular min-w-0 truncate">{t('until', { day: showDay(contract.expiresAt) })}</span>
      {isExpired(contract) && <Badge tone="danger">{t('expired')}</Badge>}
    </>
  )
}
