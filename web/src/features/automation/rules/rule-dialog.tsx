import { rules } from '@balcao/shared/api/tickets/rules.ts'
import type { Rule } from '@balcao/shared/entities/rule.ts'
import { RULE_EVENTS } from '@balcao/shared/entities/rule-event.ts'
import { type ReactNode, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { ActionList } from '#/features/macros/public/action-list.tsx'
import { type EditedAction, isComplete, newAction, toAction, toEdited } from '#/features/macros/public/edited-action.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { conditionErrors } from './condition-errors.ts'
import { ConditionsEditor } from './conditions-editor.tsx'
import { type RuleDraft, ruleFields } from './rule-form.ts'
import { useRuleWords } from './rule-words.ts'
import { useFactChoices } from './use-fact-choices.ts'
import { useNamedActions } from './use-named-actions.ts'

interface RuleDialogProps {
  /** The rule to edit; null: a new one. */
  row: Rule | null
  /** Fields that a new rule begins with. */
  draft?: RuleDraft | undefined
  /** Position of a new one: after the others. */
  order: number
  onClose: () => void
}

const EMPTY = { name: '', event: 'message.received', match: 'all', conditions: [], active: false } as const

/** Returns what the form begins with; the keys of its actions are made once. */
const begin = (row: Rule | null, draft: RuleDraft | undefined): RuleDraft =>
  row
    ? { ...row, actions: row.actions.map(toEdited) }
    : (draft ?? { ...EMPTY, conditions: [], actions: [newAction('queue')] })

/** Makes or changes a rule, which reads as a sentence: when, if, then. */
export function RuleDialog({ row, draft, order, onClose }: RuleDialogProps) {
  const { t } = useTranslation('rules')
  const facts = useFactChoices()
  const { ruleText } = useRuleWords(facts)
  const named = useNamedActions(facts)
  const plan = usePlan()
  const [begun] = useState(() => begin(row, draft))
  const [incomplete, setIncomplete] = useState<number | null>(null)
  const form = useForm({
    resolver: formResolver(ruleFields),
    defaultValues: {
      name: begun.name,
      event: begun.event,
      match: begun.match,
      conditions: begun.conditions,
      actions: begun.actions,
      active: begun.active,
      order: row?.order ?? order,
    },
  })
  const { errors } = form.formState
  /** Marks the first action that lacks something; returns whether there is none. */
  const check = (actions: readonly EditedAction[]): boolean => {
    const at = actions.findIndex(action => !isComplete(action, false))
    setIncomplete(at === -1 ? null : at)
    return at === -1
  }
  const { event = 'message.received', match = 'all', conditions = [], actions = [] } = form.watch()
  const events = RULE_EVENTS.filter(each => plan?.useSales || each === event || !each.startsWith('order.'))
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      size="lg"
      save={async ({ actions, ...rest }) => {
        if (!check(actions)) return undefined
        const body = { ...rest, actions: actions.map(toAction) }
        return row ? api(rules.update, { params: { id: row.id }, body }) : api(rules.create, { body })
      }}
      list={rules.listAll}
      rowsKey={null}
      saved={row ? t('saved') : t('added')}
      // Together with what else is missing.
      onRefused={() => check(form.getValues('actions'))}
      fieldOf={{ ERR_RULE_NAME_ALREADY_EXISTS: 'name' }}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" maxLength={80} {...form.register('name')} />
      </Field>
      <Part word={t('when')}>
        <Field
          label={<span className="sr-only">{t('eventLabel')}</span>}
          error={fieldError(errors.event)}
          hint={event === 'ticket.idle' ? t('idleHint') : event === 'window.closing' ? t('windowHint') : undefined}
        >
          <Select
            options={events.map(value => ({ value, label: t(`event.${value}` as 'event.ticket.opened') }))}
            {...form.register('event')}
          />
        </Field>
      </Part>
      <Part word={t('if')}>
        {conditions.length > 1 && (
          <Field label={<span className="sr-only">{t('matchLabel')}</span>}>
            <Select
              options={(['all', 'any'] as const).map(value => ({ value, label: t(`match.${value}`) }))}
              {...form.register('match')}
            />
          </Field>
        )}
        <Controller
          control={form.control}
          name="conditions"
          render={({ field }) => (
            <ConditionsEditor
              event={event}
              value={field.value ?? []}
              onChange={field.onChange}
              errors={conditionErrors(errors.conditions)}
              facts={facts}
            />
          )}
        />
      </Part>
      <Part word={t('then')}>
        <Controller
          control={form.control}
          name="actions"
          render={({ field }) => (
            <ActionList
              value={field.value}
              mayWebhook={plan?.useExternalApi === true}
              mayEmail
              isRun={false}
              incomplete={incomplete}
              onChange={value => {
                setIncomplete(null)
                field.onChange(value)
              }}
            />
          )}
        />
      </Part>
      <p className="wrap-anywhere rounded-md bg-accent-soft p-3 text-sm">
        {ruleText({ event, match, conditions, actions: actions.map(named) })}
      </p>
      <SwitchField control={form.control} name="active" label={t('active')} hint={t('activeHint')} />
    </RowDialog>
  )
}

/** Shows a part of the rule's sentence under the word that begins it. */
function Part({ word, children }: { word: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="float-left w-full font-semibold">{word}</legend>
      {children}
    </fieldset>
  )
}
