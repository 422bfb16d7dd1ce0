import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, type FieldError, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { MediaField } from '#/components/media-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { TextPreview } from '#/components/text-preview.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { MEDIA_REFUSALS, type MediaValue, rowMedia, useSaveWithMedia } from '#/lib/row-media.ts'
import { api, useUser } from '#/lib/session.ts'

interface QuickMessageDialogProps {
  /** The quick message to edit; null: a new one. */
  row: QuickMessage | null
  isAdmin: boolean
  /** True if it belongs to the company and the user may not change it. */
  readOnly: boolean
  onClose: () => void
}

export function QuickMessageDialog({ readOnly, ...props }: QuickMessageDialogProps) {
  return readOnly && props.row ? (
    <ShownQuickMessage row={props.row} onClose={props.onClose} />
  ) : (
    <EditedQuickMessage {...props} />
  )
}

const fields = quickMessages.create.body.extend({ media: z.custom<MediaValue>() })

function EditedQuickMessage({ row, isAdmin, onClose }: Omit<QuickMessageDialogProps, 'readOnly'>) {
  const { t } = useTranslation('quickMessages')
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      shortcode: row?.shortcode ?? '',
      message: row?.message ?? '',
      geral: row?.geral ?? false,
      status: row?.status ?? true,
      queueIds: row?.queueIds ?? [],
      media: rowMedia(row) as MediaValue,
    },
  })
  const { errors } = form.formState
  const user = useUser()
  const save = useSaveWithMedia(row)
  const queues = useQuery(apiQuery(queue.list))
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      save={({ media, ...body }) =>
        save(media, (known, sentFiles, gone) =>
          known
            ? api(quickMessages.update, { params: { id: known.id }, body: { ...body, ...gone } }, sentFiles)
            : api(quickMessages.create, { body }, sentFiles),
        )
      }
      list={quickMessages.list}
      rowsKey="records"
      saved={row ? t('saved') : t('added')}
      fieldOf={{ ...MEDIA_REFUSALS, ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS: 'shortcode' }}
      onClose={onClose}
    >
      <Field label={t('shortcode')} hint={t('shortcodeHint')} error={fieldError(errors.shortcode)} required>
        <Input autoComplete="off" autoCapitalize="off" {...form.register('shortcode')} />
      </Field>
      <Field label={t('message')} hint={<VariablesHint />} error={fieldError(errors.message)}>
        <Textarea rows={4} {...form.register('message')} />
      </Field>
      <TextPreview text={form.watch('message') ?? ''} queueName={user.queues[0]?.name} userName={user.name} />
      <Controller
        control={form.control}
        name="media"
        render={({ field, fieldState }) => (
          <MediaField
            label={t('media')}
            hint={t('mediaHint')}
            value={field.value}
            onChange={field.onChange}
            error={fieldError(fieldState.error)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="queueIds"
        render={({ field }) => (
          <Field
            label={t('queues')}
            hint={t('queuesHint')}
            error={fieldError(errors.queueIds as FieldError | undefined)}
          >
            <MultiSelect
              value={field.value ?? []}
              onChange={field.onChange}
              loading={queues.isPending}
              options={optionsOf(queues.data, field.value ?? [], t('goneQueue'))}
              placeholder={t('everyQueue')}
            />
          </Field>
        )}
      />
      {isAdmin && <SwitchField control={form.control} name="geral" label={t('geral')} hint={t('geralHint')} />}
      <SwitchField control={form.control} name="status" label={t('status')} hint={t('statusHint')} />
    </RowDialog>
  )
}

/** Returns the queues as options, with those that were chosen and are deleted since. */
function optionsOf(queues: readonly Queue[] | undefined, chosen: readonly string[], gone: string) {
  const known = (queues ?? []).map(({ id, name, color }) => ({ value: id, label: name, color }))
  const lost = queues ? chosen.filter(id => !queues.some(each => each.id === id)) : []
  return [...known, ...lost.map(id => ({ value: id, label: gone }))]
}

/** Shows a quick message's text and file, and why it cannot be changed. */
function ShownQuickMessage({ row, onClose }: { row: QuickMessage; onClose: () => void }) {
  const { t } = useTranslation('quickMessages')
  const user = useUser()
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={`/${row.shortcode}`} description={t('readOnly')}>
      <div className="flex flex-col gap-4">
        <TextPreview text={row.message} queueName={user.queues[0]?.name} userName={user.name} />
        {row.mediaPath && (
          <a
            href={row.mediaPath}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-control items-center gap-2 text-accent-ink underline-offset-4 hover:underline"
          >
            <bdi className="truncate">{row.mediaName}</bdi>
          </a>
        )}
      </div>
    </Dialog>
  )
}
