import { CASE_MESSAGE_LENGTH, CASE_MESSAGES, promptCases } from '@balcao/shared/api/automation/prompt-tests.ts'
import { type PromptCase, TOOL_NAMES, type ToolName } from '@balcao/shared/entities/prompt-test.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { useErrorText } from '#/lib/error-text.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

type Wanted = 'tools' | 'noTools'

interface CaseDialogProps {
  promptId: string
  /** Case to change; null for a new one. */
  row: PromptCase | null
  onSaved: () => unknown
  onClose: () => void
}

/** Writes a test case: what the customer writes, and what is expected of the answers. */
export function CaseDialog({ promptId, row, onSaved, onClose }: CaseDialogProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const errorText = useErrorText()
  const [name, setName] = useState(row?.name ?? '')
  const [said, setSaid] = useState(row?.messages.join('\n\n') ?? '')
  const [says, setSays] = useState(row?.expect.says.join('\n') ?? '')
  const [never, setNever] = useState(row?.expect.never.join('\n') ?? '')
  const [wanted, setWanted] = useState<Partial<Record<ToolName, Wanted>>>(() => wantedBy(row))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const messages = partsOf(said, /\n\s*\n/)
  const problem =
    messages.length === 0
      ? t('messagesMissing')
      : messages.length > CASE_MESSAGES || messages.some(each => each.length > CASE_MESSAGE_LENGTH)
        ? t('messagesTooMany', { count: CASE_MESSAGES, length: CASE_MESSAGE_LENGTH })
        : undefined
  const [isTried, setTried] = useState(false)
  const toolsOf = (kind: Wanted) => TOOL_NAMES.filter(tool => wanted[tool] === kind)
  const save = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setTried(true)
    if (problem !== undefined || name.trim() === '') return
    setBusy(true)
    setError(undefined)
    try {
      const expect = {
        says: linesOf(says),
        never: linesOf(never),
        tools: toolsOf('tools'),
        noTools: toolsOf('noTools'),
      }
      const body = { name, messages, expect }
      await (row
        ? api(promptCases.update, { params: { id: promptId, caseId: row.id }, body })
        : api(promptCases.create, { params: { id: promptId }, body }))
      await onSaved()
      toast.success(t(row ? 'caseSaved' : 'caseAdded'))
      onClose()
    } catch (failed) {
      setError(errorText(failed))
      setBusy(false)
    }
  }
  const isDirty = name !== (row?.name ?? '') || said !== (row?.messages.join('\n\n') ?? '')
  return (
    <FormDialog
      title={t(row ? 'changeCase' : 'addCase')}
      size="lg"
      dirty={isDirty}
      busy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('caseName')} error={isTried && name.trim() === '' ? t('caseNameMissing') : undefined} required>
          <Input value={name} maxLength={100} autoComplete="off" onChange={event => setName(event.target.value)} />
        </Field>
        <Field label={t('said')} hint={t('saidHint')} error={isTried ? problem : undefined} required>
          <Textarea rows={6} value={said} onChange={event => setSaid(event.target.value)} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('says')} hint={t('saysHint')}>
            <Textarea rows={3} value={says} onChange={event => setSays(event.target.value)} />
          </Field>
          <Field label={t('never')} hint={t('neverHint')}>
            <Textarea rows={3} value={never} onChange={event => setNever(event.target.value)} />
          </Field>
        </div>
        <ToolChoices wanted={wanted} onChange={(tool, kind) => setWanted({ ...wanted, [tool]: kind })} />
        {error && (
          <p role="alert" className="text-danger-ink">
            {error}
          </p>
        )}
      </div>
    </FormDialog>
  )
}

const partsOf = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map(part => part.trim())
    .filter(part => part !== '')
const linesOf = (text: string): string[] => partsOf(text, /\n/)

function wantedBy(row: PromptCase | null): Partial<Record<ToolName, Wanted>> {
  const of = (kind: Wanted) => (row?.expect[kind] ?? []).map(tool => [tool, kind] as const)
  return Object.fromEntries([...of('tools'), ...of('noTools')])
}

interface ToolChoicesProps {
  wanted: Partial<Record<ToolName, Wanted>>
  onChange: (tool: ToolName, kind: Wanted | undefined) => void
}

/** Chooses which tools must be used and which must not. */
function ToolChoices({ wanted, onChange }: ToolChoicesProps) {
  const { t } = useTranslation('prompts')
  const id = useId()
  return (
    <details open={Object.keys(wanted).length > 0} className="rounded-md border border-line px-3 py-2">
      <summary id={id} className="cursor-pointer font-medium">
        {t('tests.tools')}
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {TOOL_NAMES.map(tool => (
          <Field key={tool} label={t(`call.${tool}`)}>
            <Select
              options={[
                { value: '', label: t('tests.toolAny') },
                { value: 'tools', label: t('tests.toolMust') },
                { value: 'noTools', label: t('tests.toolMustNot') },
              ]}
              value={wanted[tool] ?? ''}
              onChange={event => onChange(tool, (event.target.value || undefined) as Wanted | undefined)}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
