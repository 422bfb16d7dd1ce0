import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { type Prompt, VOICES } from '@balcao/shared/entities/prompt.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { LimitFields, ModelField, TextField } from './configuration-fields.tsx'
import { valuesOf } from './prompt-values.ts'
import { ToolsSection } from './tools-section.tsx'
import { TryPane } from './try-pane.tsx'

/** Returns the name of a voice: `pt-BR-FranciscaNeural` is Francisca. */
const personOf = (voice: string): string => voice.slice('pt-BR-'.length).replace(/Neural$/, '')

/**
 * Creates an AI agent (null) or edits one; beside it is a chat to try it with its current values.
 * Stored keys never come back here.
 */
export function PromptDialog({ row, onClose }: { row: Prompt | null; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const queues = useQuery(apiQuery(queue.list))
  // An empty key field keeps the stored key.
  const schema: typeof prompts.create.body = row?.hasApiKey
    ? prompts.create.body.extend({ apiKey: z.string().trim().max(500) })
    : prompts.create.body
  const form = useForm({
    resolver: formResolver(schema),
    defaultValues: valuesOf(row),
  })
  const { errors } = form.formState
  const shown = (name: Exclude<keyof z.input<typeof schema>, 'tools'>) => fieldError(errors[name])
  const speaks = form.watch('voice') !== 'texto'
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      size="xl"
      save={({ apiKey, voiceKey, ...body }) =>
        row
          ? api(prompts.update, {
              params: { id: row.id },
              body: { ...body, ...(apiKey ? { apiKey } : {}), ...(voiceKey ? { voiceKey } : {}) },
            })
          : api(prompts.create, { body: { ...body, apiKey, voiceKey } })
      }
      list={prompts.list}
      rowsKey="prompts"
      saved={row ? t('saved') : t('added')}
      fieldOf={{
        ERR_PROMPT_NAME_ALREADY_EXISTS: 'name',
        ERR_NO_QUEUE_FOUND: 'queueId',
        ERR_NO_STORE_FOUND: 'storeId',
        ERR_PROMPT_VOICE_INCOMPLETE: 'voiceKey',
      }}
      onClose={onClose}
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Field label={t('name')} error={shown('name')} required>
            <Input autoComplete="off" {...form.register('name')} />
          </Field>
          <TextField form={form} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('apiKey')}
              hint={row?.hasApiKey ? t('keyKept') : undefined}
              error={shown('apiKey')}
              required={!row?.hasApiKey}
            >
              <PasswordInput autoComplete="off" {...form.register('apiKey')} />
            </Field>
            <ModelField form={form} />
          </div>
          <Field label={t('queue')} hint={t('queueHint')} error={fieldError(errors.queueId)} required>
            <Select
              placeholder={t('choose')}
              options={(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              key={queues.data ? 'ready' : 'waiting'}
              {...form.register('queueId')}
            />
          </Field>
          <LimitFields form={form} />
          <Field label={t('voice')} hint={speaks ? t('voiceHint') : undefined}>
            <Select
              options={VOICES.map(value => ({ value, label: value === 'texto' ? t('text') : personOf(value) }))}
              {...form.register('voice')}
            />
          </Field>
          {speaks && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label={t('voiceKey')}
                hint={row?.hasVoiceKey ? t('keyKept') : undefined}
                error={shown('voiceKey')}
                required={!row?.hasVoiceKey}
              >
                <PasswordInput autoComplete="off" {...form.register('voiceKey')} />
              </Field>
              <Field label={t('voiceRegion')} error={shown('voiceRegion')} required>
                <Input autoComplete="off" placeholder="brazilsouth" {...form.register('voiceRegion')} />
              </Field>
            </div>
          )}
          <ToolsSection control={form.control} />
        </div>
        <TryPane promptId={row?.id} draft={() => form.getValues()} />
      </div>
    </RowDialog>
  )
}
