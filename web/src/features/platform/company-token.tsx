import { companies } from '@balcao/shared/api/company/companies.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { usePlan } from '#/lib/use-plan.ts'

/**
 * Creates or replaces the token with which other systems send over the default connection; it is
 * shown once.
 */
export function CompanyToken({ company }: { company: Company }) {
  const { t } = useTranslation('platform')
  const plan = usePlan()
  const make = useMutation({
    mutationFn: () => api(companies.replaceToken, { params: { id: company.id } }),
    onError: toast.error,
  })
  const has = company.hasToken || make.data !== undefined
  const ask = async () => {
    const question = { title: t('token.replaceTitle'), description: t('token.replaceHint') }
    if (!has || (await confirm({ ...question, confirmLabel: t('token.replace') }))) make.mutate()
  }
  if (plan && !plan.useExternalApi) return null
  return (
    <div className="flex flex-col items-start gap-2">
      <h3 className="font-semibold">{t('token.title')}</h3>
      <p className="text-ink-2 text-sm">{t('token.hint')}</p>
      {make.data && (
        <div className="w-full">
          <Field label={t('token.label')}>
            <Input readOnly value={make.data.token} onFocus={event => event.target.select()} className="font-mono" />
          </Field>
          <p role="status" className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
            {t('token.shown')}
          </p>
        </div>
      )}
      <Button loading={make.isPending} onClick={() => void ask()}>
        {t(has ? 'token.replace' : 'token.create')}
      </Button>
    </div>
  )
}
