import { macros } from '@balcao/shared/api/tickets/macros.ts'
import type { Macro } from '@balcao/shared/entities/macro.ts'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { ActionList } from './public/action-list.tsx'
import { type EditedAction, isComplete, newAction, toAction, toEdited } from './public/edited-action.ts'

interface MacroDialogProps {
  /** The macro to edit; null: a new one. */
  row: Macro | null
  isAdmin: boolean
  onClose: () => void
}

const fields = macros.create.body.omit({ actions: true }).extend({ actions: z.custom<EditedAction[]>() })

export function MacroDialog({ row, isAdmin, onClose }: MacroDialogProps) {
  const { t } = useTranslation('macros')
  const plan = usePlan()
  const [started] = useState((): EditedAction[] => row?.actions.map(toEdited) ?? [newAction('reply')])
  const [incomplete, setIncomplete] = useState<number | null>(null)
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: { name: row?.name ?? '', shared: row?.shared ?? false, actions: started },
  })
  const { errors } = form.formState
  /** Marks the first action that lacks something; returns whether there is none. */
  const check = (actions: readonly EditedAction[]): boolean => {
    const at = actions.findIndex(action => !isComplete(action))
    setIncomplete(at === -1 ? null : at)
    return at === -1
  }
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      size="lg"
      save={async ({ actions, ...body }) => {
        if (!check(actions)) return undefined
        const given = { ...body, actions: actions.map(toAction) }
        return row ? api(macros.update, { params: { id: row.id }, body: given }) : api(macros.create, { body: given })
      }}
      list={macros.list}
      rowsKey="macros"
      saved={row ? t('saved') : t('added')}
      // Together with what else is missing.
      onRefused={() => check(form.getValues('actions'))}
      fieldOf={{}}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" maxLength={60} {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="actions"
        render={({ field }) => (
          <ActionList
            value={field.value}
            mayWebhook={isAdmin && plan?.useExternalApi === true}
            mayEmail={isAdmin}
            incomplete={incomplete}
            onChange={value => {
              setIncomplete(null)
              field.onChange(value)
            }}
          />
        )}
      />
      {isAdmin && <SwitchField control={form.control} name="shared" label={t('shared')} hint={t('sharedHint')} />}
    </RowDialog>
  )
}
