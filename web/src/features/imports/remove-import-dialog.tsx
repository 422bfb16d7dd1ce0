import { imports } from '@balcao/shared/api/company/imports.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyImport } from './apply-import.ts'
import { useImportTexts } from './use-import-texts.ts'

/** Removes what an import brought; the person has to type the name of the system. */
export function RemoveImportDialog({ row, onClose }: { row: DataImport; onClose: () => void }) {
  const { t } = useTranslation('imports')
  const name = useImportTexts().systemOf(row)
  const [typed, setTyped] = useState('')
  const [isMistyped, setMistyped] = useState(false)
  const remove = useMutation({
    mutationFn: () => api(imports.remove, { params: { id: row.id } }),
    onSuccess: answered => {
      applyImport(answered)
      onClose()
    },
    onError: toast.error,
  })
  return (
    <FormDialog
      title={t('remove.title', { system: name })}
      description={t('remove.hint')}
      size="sm"
      dirty={false}
      busy={remove.isPending}
      submitLabel={t('remove.confirm')}
      onSubmit={() => {
        if (typed.trim().toLowerCase() === name.toLowerCase()) remove.mutate()
        else setMistyped(true)
      }}
      onClose={onClose}
    >
      <Field
        label={t('remove.name', { name })}
        error={isMistyped ? t('remove.mismatch', { name }) : undefined}
        required
      >
        <Input
          autoComplete="off"
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setMistyped(false)
          }}
        />
      </Field>
    </FormDialog>
  )
}
