import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { Portfolio } from '@balcao/shared/entities/portfolio.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

export function PortfolioDialog({ portfolio, onClose }: { portfolio: Portfolio | null; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const sellers = useQuery(apiQuery(users.listAll))
  const form = useForm({
    resolver: formResolver(portfolios.create.body),
    defaultValues: {
      code: portfolio?.code ?? '',
      name: portfolio?.name ?? '',
      userId: portfolio?.user?.id ?? '',
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={portfolio ? t('portfolios.edit') : t('portfolios.add')}
      size="sm"
      save={body =>
        portfolio ? api(portfolios.update, { params: { id: portfolio.id }, body }) : api(portfolios.create, { body })
      }
      list={portfolios.list}
      rowsKey="portfolios"
      saved={portfolio ? t('portfolios.saved') : t('portfolios.added')}
      fieldOf={{ ERR_PORTFOLIO_NAME_ALREADY_EXISTS: 'name', ERR_NO_USER_FOUND: 'userId' }}
      onClose={onClose}
    >
      <Field label={t('portfolios.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" maxLength={50} {...form.register('name')} />
      </Field>
      <Field label={t('portfolios.code')} error={fieldError(errors.code)}>
        <Input autoComplete="off" maxLength={30} {...form.register('code')} />
      </Field>
      <Controller
        control={form.control}
        name="userId"
        render={({ field }) => (
          <Field label={t('portfolios.seller')} error={fieldError(errors.userId)} required>
            <Combobox
              options={(sellers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              loading={sellers.isPending}
              placeholder={t('field.choose')}
              value={field.value || null}
              onChange={id => field.onChange(id ?? '')}
            />
          </Field>
        )}
      />
    </RowDialog>
  )
}
