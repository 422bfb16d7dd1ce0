import type { ContractReminder } from '@balcao/shared/entities/contract.ts'
import { countDays } from '@balcao/shared/rules/days.ts'
import { Link } from '@tanstack/react-router'
import { FileSignature } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#/lib/format.ts'
import { showDay } from '../show-day.ts'

/** Returns a function that writes a reminder: "Contrato 123 de Maria vence em 7 dias". */
function useReminderText() {
  const { t } = useTranslation('contracts')
  return ({ number, customer: { fullName: name }, expiresAt }: ContractReminder): string => {
    const count = countDays(dayOf(Date.now()), expiresAt) - 1
    return count > 0 ? t('reminders.days', { number, name, count }) : t('reminders.today', { number, name })
  }
}

/** Shows the expiring contracts in the bell; renders nothing when there are none. */
export function RemindersSection({ rows, onOpen }: { rows: readonly ContractReminder[]; onOpen: () => void }) {
  const { t } = useTranslation('contracts')
  const textOf = useReminderText()
  if (rows.length === 0) return null
  return (
    <div className="border-line border-t">
      <h3 id="reminders-title" className="px-3 pt-2 font-semibold">
        {t('reminders.title')}
      </h3>
      <ul aria-labelledby="reminders-title" className="max-h-60 overflow-y-auto p-1">
        {rows.map(row => (
          <li key={row.id}>
            <Link
              to="/contracts"
              search={{ edit: row.id }}
              onClick={onOpen}
              className="flex items-center gap-3 rounded-md px-2 py-2 hover:bg-hover"
            >
              <FileSignature aria-hidden size={16} className="icon shrink-0 text-warning-ink" />
              <span className="min-w-0 flex-1">
                <bdi className="line-clamp-2 font-medium">{textOf(row)}</bdi>
                <span className="tabular block truncate text-ink-2 text-sm">
                  {t(row.renewal ? 'reminders.renews' : 'reminders.ends', { day: showDay(row.expiresAt) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Announces to screen readers, which cannot see the dot, that a contract expires. */
export function UnseenRemindersNotice({ unseen }: { unseen: readonly ContractReminder[] }) {
  const textOf = useReminderText()
  const [row] = unseen
  return (
    <span role="status" className="sr-only">
      {row && textOf(row)}
    </span>
  )
}
