import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { KNOWLEDGE_LIMIT } from '@balcao/shared/media.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import type { Draft } from './draft.ts'
import { removeGap } from './remove-gap.ts'

type Source = 'text' | 'file' | 'page'

/** Types that the file picker offers; the server decides by name and content. */
const ACCEPTED = '.pdf,.docx,.xlsx,.xls,.csv,.txt,.md'

interface AddDocumentDialogProps {
  /** Question that a new text is about. */
  draft: Draft
  onClose: () => void
}

type Fields = { name: string; text: string; url: string }

/** Adds a document: a text, a file, or a page by its address. */
export function AddDocumentDialog({ draft, onClose }: AddDocumentDialogProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const errorText = useErrorText()
  const [source, setSource] = useState<Source>('text')
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<unknown>(null)
  const form = useForm<Fields>({ defaultValues: { name: draft?.question ?? '', text: '', url: '' } })
  const { isSubmitting, isDirty, errors } = form.formState
  const submit = form.handleSubmit(async fields => {
    setError(null)
    if (source === 'file' && !file) return setError(new Error(t('fileMissing')))
    try {
      const row = await addDocument(source, fields, file)
      applyListEvent(queryClient, knowledge.list, 'knowledge', { action: 'update', row })
      toast.success(t('added'))
      onClose()
      // The document is there: a question that stays in its list is no reason to add it again.
      if (draft) removeGap(draft.gapId).catch(toast.error)
    } catch (failed) {
      setError(failed)
    }
  })
  return (
    <FormDialog
      title={t('add')}
      size="lg"
      dirty={isDirty || file !== null}
      busy={isSubmitting}
      submitLabel={t('addShort')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Tabs value={source} onValueChange={value => setSource(value as Source)} className="flex flex-col gap-4">
        <SegmentedList aria-label={t('source.label')}>
          <SegmentedTrigger value="text">{t('source.text')}</SegmentedTrigger>
          <SegmentedTrigger value="file">{t('source.file')}</SegmentedTrigger>
          <SegmentedTrigger value="page">{t('source.page')}</SegmentedTrigger>
        </SegmentedList>
        <TabsContent value="text" className="flex flex-col gap-4">
          <Field label={t('name')} hint={t('nameHint')} error={errors.name && t('nameMissing')} required>
            <Input
              autoComplete="off"
              maxLength={200}
              {...form.register('name', { validate: value => source !== 'text' || value.trim() !== '' })}
            />
          </Field>
          <Field label={t('text')} hint={t('textHint')} error={errors.text && t('textMissing')} required>
            <Textarea
              rows={10}
              {...form.register('text', { validate: value => source !== 'text' || value.trim() !== '' })}
            />
          </Field>
        </TabsContent>
        <TabsContent value="file" className="flex flex-col gap-2">
          <Field label={t('file')} hint={t('fileHint')}>
            <input
              type="file"
              accept={ACCEPTED}
              className="w-full rounded-md border border-control border-dashed p-3 text-ink-2 file:mr-3 file:h-control file:cursor-pointer file:rounded-md file:border file:border-control file:border-solid file:bg-surface file:px-3 file:font-medium file:text-ink"
              onChange={event => {
                const chosen = event.target.files?.[0] ?? null
                setFile(chosen)
                setError(chosen && chosen.size > KNOWLEDGE_LIMIT ? new ApiError('ERR_DOCUMENT_TOO_LARGE', 422) : null)
              }}
            />
          </Field>
        </TabsContent>
        <TabsContent value="page" className="flex flex-col gap-2">
          <Field label={t('url')} hint={t('urlHint')} error={errors.url && t('urlMissing')} required>
            <Input
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              maxLength={2048}
              {...form.register('url', { validate: value => source !== 'page' || /^https?:\/\/\S+\.\S+/i.test(value) })}
            />
          </Field>
        </TabsContent>
      </Tabs>
      {error !== null && (
        <p role="alert" className="text-danger-ink">
          {errorText(error)}
        </p>
      )}
    </FormDialog>
  )
}

/** Sends a document; a file goes into the bucket first. */
async function addDocument(source: Source, { name, text, url }: Fields, file: File | null) {
  if (source === 'text') return api(knowledge.create, { body: { name, text } })
  if (source === 'page') return api(knowledge.create, { body: { url: url.trim() } })
  const { name: fileName, size } = file!
  const form = await api(knowledge.uploads, { body: { fileName, mimetype: 'application/octet-stream', size } })
  await putUpload(form, file!)
  return api(knowledge.create, { body: { key: form.key, fileName } })
}
