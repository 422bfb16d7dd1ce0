import { companies } from '@balcao/shared/api/company/companies.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Returns whether the typed name is not the company's: the error shows at its field. */
const isMistyped = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_CONFIRMATION_MISMATCH'

/** Deletes a company with all its data; the person has to type its name. */
export function RemoveCompanyDialog({
  company,
  onClose,
  onBegun,
}: {
  company: Company
  onClose: () => void
  onBegun: () => void
}) {
  const { t } = useTranslation(['platform', 'common'])
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => api(companies.remove, { params: { id: company.id }, query: { name: typed } }),
    onSuccess: () => {
      toast.success(t('remove.begun'))
      onBegun()
      onClose()
    },
    onError: error => {
      if (!isMistyped(error)) toast.failed(t('common:error.operation'), error)
    },
  })
  return (
    <FormDialog
      title={t('remove.title', { name: company.name })}
      description={t('remove.hint')}
      size="sm"
      dirty={false}
      busy={remove.isPending}
      submitLabel={t('remove.submit')}
      onSubmit={event => {
        event.preventDefault()
        remove.mutate()
      }}
      onClose={onClose}
    >
      <Field
        label={t('remove.name', { name: company.name })}
        error={isMistyped(remove.error) ? errorText(remove.error) : undefined}
        required
      >
        <Input autoComplete="off" value={typed} onChange={event => setTyped(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
