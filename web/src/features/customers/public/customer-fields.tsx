import { customers } from '@balcao/shared/api/customers/customers.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { useTranslation } from 'react-i18next'
import { ShownFields } from '#/features/fields/public/lazy-fields.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

/** Shows the custom fields of a customer. Texts: `fields`. */
export function CustomerFields({ customer }: { customer: Customer }) {
  const { t } = useTranslation('fields')
  const params = { id: customer.id }
  return (
    <ShownFields
      on="customer"
      title={t('ofCustomer')}
      values={customer.fields}
      onSave={async fields =>
        queryClient.setQueryData(
          apiQuery(customers.get, { params }).queryKey,
          await api(customers.update, { params, body: { fields } }),
        )
      }
    />
  )
}
