import { ANNOUNCEMENT_PICTURE, announcements } from '@balcao/shared/api/content/announcements.ts'
import { type Announcement, PRIORITIES, type Priority } from '@balcao/shared/entities/announcement.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { MediaField } from '#/components/media-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { MEDIA_REFUSALS, type MediaValue, removal, rowMedia, type SentFiles } from '#/lib/row-media.ts'
import { api } from '#/lib/session.ts'

interface AnnouncementDialogProps {
  /** The announcement to edit; null: a new one. */
  row: Announcement | null
  onClose: () => void
}

const fields = announcements.create.body.extend({ media: z.custom<MediaValue>() })

/** Uploads a picture that is too large for a form, and sets it in the announcement. */
async function saveLargePicture({ id }: Announcement, value: File): Promise<Announcement> {
  const params = { id }
  const fileName = value.name
  const body = { fileName, mimetype: value.type, size: value.size }
  const form = await api(announcements.uploads, { params, body })
  await putUpload(form, value)
  return api(announcements.uploadMedia, { params, body: { key: form.key, fileName } })
}

export function AnnouncementDialog({ row, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation('announcements')
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      title: row?.title ?? '',
      text: row?.text ?? '',
      priority: row?.priority ?? (3 as Priority),
      status: row?.status ?? true,
      media: rowMedia(row && { ...row, mediaType: 'image' }) as MediaValue,
    },
  })
  const { errors } = form.formState
  // If only the picture fails, the next attempt updates the row instead of creating a second one.
  const last = useRef(row)
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      save={async ({ media, ...body }) => {
        const write = async (status = body.status, sentFiles: SentFiles = {}) => {
          const known = last.current
          const changes = { ...body, status, ...removal(media, known) }
          last.current = known
            ? await api(announcements.update, { params: { id: known.id }, body: changes }, sentFiles)
            : await api(announcements.create, { body: { ...body, status } }, sentFiles)
          return last.current
        }
        if (media instanceof File && media.size <= INLINE_LIMIT) return write(body.status, { files: [media] })
        if (media instanceof File) {
          // Published to companies after its picture is uploaded.
          last.current = await saveLargePicture(await write(false), media)
          return body.status === false ? last.current : write()
        }
        return write()
      }}
      list={announcements.list}
      rowsKey="records"
      saved={row ? t('saved') : t('added')}
      fieldOf={MEDIA_REFUSALS}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.title)} required>
        <Input autoComplete="off" {...form.register('title')} />
      </Field>
      <Field label={t('text')} error={fieldError(errors.text)} required>
        <Textarea rows={5} {...form.register('text')} />
      </Field>
      <Field label={t('priority')} error={fieldError(errors.priority)}>
        <Select
          options={PRIORITIES.map(priority => ({ value: String(priority), label: t(`level.${priority}`) }))}
          {...form.register('priority', { setValueAs: Number })}
        />
      </Field>
      <Controller
        control={form.control}
        name="media"
        render={({ field, fieldState }) => (
          <MediaField
            label={t('picture')}
            hint={t('pictureHint')}
            accept="image/png,image/jpeg"
            largest={ANNOUNCEMENT_PICTURE}
            value={field.value}
            onChange={field.onChange}
            error={fieldError(fieldState.error)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="status"
        render={({ field }) => (
          <ToggleField label={t('status')} hint={t('statusHint')}>
            <Switch checked={field.value ?? true} onCheckedChange={field.onChange} />
          </ToggleField>
        )}
      />
    </RowDialog>
  )
}
