import { paymentNotices } from '@balcao/shared/api/company/invoices.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { formatDate, formatMoney } from '#/lib/format.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Shows payments of all companies that need attention; renders nothing when there are none. */
export function PaymentNotices() {
  const { t } = useTranslation('billing')
  const list = useQuery(apiQuery(paymentNotices.list))
  const done = useMutation({
    mutationFn: (id: string) => api(paymentNotices.remove, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey(paymentNotices.list) }),
    onError: toast.error,
  })
  const rows = list.data?.paymentNotices ?? []
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="payment-notices" className="mb-4 shrink-0 rounded-md border border-line bg-surface">
      <h2 id="payment-notices" className="flex items-center gap-2 border-line border-b px-3 py-2 font-semibold">
        <TriangleAlert aria-hidden size={16} className="icon text-warning-ink" />
        {t('notices.title')}
      </h2>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto">
        {rows.map(({ id, at, problem, companyName, invoiceNumber, asked, paid }) => (
          <li key={id} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block font-medium">{companyName}</span>
              <span className="block text-ink-2 text-sm">
                {t(`notices.${problem}`, {
                  number: invoiceNumber,
                  asked: formatMoney(asked),
                  paid: formatMoney(paid),
                })}{' '}
                · <span className="tabular">{formatDate(at)}</span>
              </span>
            </span>
            <IconButton
              label={t('notices.done', { company: companyName })}
              icon={<Check size={16} />}
              size="sm"
              loading={done.isPending && done.variables === id}
              onClick={() => done.mutate(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
