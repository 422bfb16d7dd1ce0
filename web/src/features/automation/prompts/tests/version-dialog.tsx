import { promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { Prompt } from '@balcao/shared/entities/prompt.ts'
import { PromptConfiguration } from '@balcao/shared/entities/prompt-test.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { formResolver } from '#/lib/form-resolver.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { ConfigurationFields } from '../configuration-fields.tsx'
import { valuesOf } from '../prompt-values.ts'
import { ToolsSection } from '../tools-section.tsx'
import { TryPane } from '../try-pane.tsx'

/** Fields of the agent that a version has not. */
const schema: typeof prompts.create.body = prompts.create.body.extend({ apiKey: z.string() as never })

interface VersionDialogProps {
  agent: Prompt
  onSaved: () => unknown
  onClose: () => void
}

/** Keeps another version of an agent, which begins as the live one is. */
export function VersionDialog({ agent, onSaved, onClose }: VersionDialogProps) {
  const { t } = useTranslation('prompts')
  const [note, setNote] = useState('')
  const form = useForm({ resolver: formResolver(schema), defaultValues: valuesOf(agent) })
  const { isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async values => {
    try {
      const body = { note, ...PromptConfiguration.parse({ ...values, tools: { ...agent.tools, ...values.tools } }) }
      const { number } = await api(promptVersions.create, { params: { id: agent.id }, body })
      await onSaved()
      toast.success(t('tests.versionAdded', { number }))
      onClose()
    } catch (error) {
      saveFailed(form, error, { ERR_NO_STORE_FOUND: 'storeId' })
    }
  })
  return (
    <FormDialog
      title={t('tests.addVersion')}
      size="xl"
      dirty={isDirty || note !== ''}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Field label={t('tests.note')} hint={t('tests.noteHint')}>
            <Input value={note} maxLength={200} autoComplete="off" onChange={event => setNote(event.target.value)} />
          </Field>
          <ConfigurationFields form={form} />
          <ToolsSection control={form.control} />
        </div>
        <TryPane promptId={agent.id} draft={() => form.getValues()} />
      </div>
    </FormDialog>
  )
}
