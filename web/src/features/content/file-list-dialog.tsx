import { files } from '@balcao/shared/api/content/files.ts'
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { FilesField } from './files-field.tsx'
import { type ListedFile, listedFiles, saveFileList } from './listed-files.ts'

interface FileListDialogProps {
  /** The file list to edit; null: a new one. */
  row: FileList | null
  onClose: () => void
}

const fields = files.create.body.pick({ name: true, message: true }).extend({ listed: z.custom<ListedFile[]>() })

export function FileListDialog({ row, onClose }: FileListDialogProps) {
  const { t } = useTranslation('files')
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: { name: row?.name ?? '', message: row?.message ?? '', listed: listedFiles(row) },
  })
  const { errors, isSubmitting } = form.formState
  const [progress, setProgress] = useState<{ key: string; share: number } | null>(null)
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      size="lg"
      save={async ({ listed, ...body }) => {
        try {
          return await saveFileList({
            row,
            body,
            list: listed,
            onList: now => form.setValue('listed', now, { shouldDirty: true }),
            onProgress: (key, share) => setProgress({ key, share }),
          })
        } finally {
          setProgress(null)
        }
      }}
      list={files.list}
      rowsKey="files"
      saved={row ? t('saved') : t('added')}
      fieldOf={{
        ERR_FILE_LIST_NAME_ALREADY_EXISTS: 'name',
        ERR_UPLOAD_TYPE: 'listed',
        ERR_UPLOAD_TOO_LARGE: 'listed',
        ERR_UPLOAD_MISSING: 'listed',
        ERR_PICTURE_TOO_LARGE: 'listed',
      }}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={t('message')} hint={t('messageHint')} error={fieldError(errors.message)} required>
        <Input autoComplete="off" {...form.register('message')} />
      </Field>
      <Controller
        control={form.control}
        name="listed"
        render={({ field, fieldState }) => (
          <FilesField
            value={field.value}
            onChange={field.onChange}
            progress={progress}
            disabled={isSubmitting}
            error={fieldError(fieldState.error)}
          />
        )}
      />
    </RowDialog>
  )
}
