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
import { Textarea } from '#/components/ui/textarea.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
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
    defaultValues: {
      name: row?.name ?? '',
      prompt: row?.prompt ?? '',
      apiKey: '',
      model: row?.model ?? '',
      voice: row?.voice ?? ('texto' as const),
      voiceKey: '',
      voiceRegion: row?.voiceRegion ?? '',
      maxTokens: row?.maxTokens ?? 100,
      temperature: row?.temperature ?? 1,
      maxMessages: row?.maxMessages ?? 10,
      queueId: row?.queueId ?? '',
      tools: row?.tools ?? {},
      mayFinishOrders: row?.mayFinishOrders ?? false,
      finishLimit: row?.finishLimit ?? null,
      storeId: row?.storeId ?? null,
      knowledge: row?.knowledge ?? false,
      hours: row?.hours ?? ('always' as const),
    },
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
          <Field label={t('prompt')} hint={t('promptHint')} error={shown('prompt')} required>
            <Textarea rows={8} {...form.register('prompt')} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('apiKey')}
              hint={row?.hasApiKey ? t('keyKept') : undefined}
              error={shown('apiKey')}
              required={!row?.hasApiKey}
            >
              <PasswordInput autoComplete="off" {...form.register('apiKey')} />
            </Field>
            <Field label={t('model')} hint={t('modelHint')} error={shown('model')}>
              <Input autoComplete="off" {...form.register('model')} />
            </Field>
          </div>
          <Field label={t('queue')} hint={t('queueHint')} error={fieldError(errors.queueId)} required>
            <Select
              placeholder={t('choose')}
              options={(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              key={queues.data ? 'ready' : 'waiting'}
              {...form.register('queueId')}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label={t('maxTokens')} hint={t('maxTokensHint')} error={shown('maxTokens')}>
              <Input type="number" min={10} {...form.register('maxTokens', { valueAsNumber: true })} />
            </Field>
            <Field label={t('temperature')} hint={t('temperatureHint')} error={shown('temperature')}>
              <Input
                type="number"
                min={0}
                max={2}
                step={0.1}
                {...form.register('temperature', { valueAsNumber: true })}
              />
            </Field>
            <Field label={t('maxMessages')} hint={t('maxMessagesHint')} error={shown('maxMessages')}>
              <Input type="number" min={1} {...form.register('maxMessages', { valueAsNumber: true })} />
            </Field>
          </div>
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
