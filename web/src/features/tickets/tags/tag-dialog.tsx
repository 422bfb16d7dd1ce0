import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { ColorPicker } from '#/components/ui/color-picker.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { queryClient } from '#/lib/queries.ts'
import { queueColors } from '#/lib/queue-colors.ts'
import { api } from '#/lib/session.ts'

interface TagDialogProps {
  /** The tag to edit; null: a new one. */
  tag: Tag | null
  /** True if a new tag is a column of the kanban board. */
  asColumn?: boolean
  onClose: () => void
}

/** Creates or edits a tag, which may be a column of the kanban board. */
export function TagDialog({ tag, asColumn = false, onClose }: TagDialogProps) {
  const { t } = useTranslation('tags')
  const mayChooseKanban = useMayAccess('supervisor')
  const form = useForm({
    resolver: formResolver(tags.create.body),
    defaultValues: {
      name: tag?.name ?? '',
      color: tag?.color ?? queueColors[Math.floor(Math.random() * queueColors.length)]!,
      kanban: tag?.kanban ?? (asColumn ? 1 : 0),
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={tag ? t('edit') : asColumn ? t('kanban.addLane') : t('add')}
      save={async body => {
        const saved = tag ? await api(tags.update, { params: { id: tag.id }, body }) : await api(tags.create, { body })
        for (const route of [tags.listAll, tags.kanban])
          void queryClient.invalidateQueries({ queryKey: queryKey(route) })
        return saved
      }}
      list={tags.list}
      rowsKey="tags"
      saved={tag ? t('saved') : t('added')}
      fieldOf={{ ERR_TAG_NAME_ALREADY_EXISTS: 'name' }}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="color"
        render={({ field }) => (
          <Field label={t('color')} error={fieldError(errors.color)} required>
            <ColorPicker value={field.value ?? ''} onChange={field.onChange} />
          </Field>
        )}
      />
      {mayChooseKanban && (
        <Controller
          control={form.control}
          name="kanban"
          render={({ field }) => (
            <ToggleField label={t('lane')} hint={t('laneHint')}>
              <Switch checked={field.value === 1} onCheckedChange={on => field.onChange(on ? 1 : 0)} />
            </ToggleField>
          )}
        />
      )}
    </RowDialog>
  )
}
