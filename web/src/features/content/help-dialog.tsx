import { helps } from '@balcao/shared/api/content/helps.ts'
import type { Help } from '@balcao/shared/entities/help.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

interface HelpDialogProps {
  /** The help video to edit; null: a new one. */
  row: Help | null
  onClose: () => void
}

export function HelpDialog({ row, onClose }: HelpDialogProps) {
  const { t } = useTranslation(['helps', 'common'])
  const form = useForm({
    resolver: formResolver(helps.create.body),
    defaultValues: { title: row?.title ?? '', description: row?.description ?? '', video: row?.video ?? '' },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={row ? t('editTitle') : t('add')}
      save={body => (row ? api(helps.update, { params: { id: row.id }, body }) : api(helps.create, { body }))}
      list={helps.list}
      rowsKey="records"
      saved={row ? t('saved') : t('added')}
      failed={t('common:error.saving')}
      fieldOf={{ ERR_HELP_TITLE_ALREADY_EXISTS: 'title' }}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.title)} required>
        <Input autoComplete="off" {...form.register('title')} />
      </Field>
      <Field label={t('video')} hint={t('videoHint')} error={fieldError(errors.video)} required>
        <Input autoComplete="off" inputMode="url" {...form.register('video')} />
      </Field>
      <Field label={t('description')} hint={t('descriptionHint')} error={fieldError(errors.description)}>
        <Textarea rows={5} {...form.register('description')} />
      </Field>
    </RowDialog>
  )
}
