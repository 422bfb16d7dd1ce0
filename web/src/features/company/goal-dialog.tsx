import { goals } from '@balcao/shared/api/company/goals.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Goal } from '@balcao/shared/entities/goal.ts'
import { TICKET_PRIORITIES } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useWorkingTimeText } from './working-time-text.ts'

/** Returns the number in a field; null for an empty one. */
const minutesIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Creates a service goal (`goal` null) or edits one. */
export function GoalDialog({ goal, onClose }: { goal: Goal | null; onClose: () => void }) {
  const { t } = useTranslation('company', { keyPrefix: 'goals' })
  const { t: priorityName } = useTranslation('ticketDetails', { keyPrefix: 'priority' })
  const queues = useQuery(apiQuery(queue.list))
  const timeText = useWorkingTimeText()
  const form = useForm({
    resolver: formResolver(goals.create.body),
    defaultValues: {
      name: goal?.name ?? '',
      queueId: goal?.queueId ?? null,
      priority: goal?.priority ?? null,
      firstAnswerMinutes: goal?.firstAnswerMinutes ?? null,
      resolutionMinutes: goal?.resolutionMinutes ?? null,
    },
  })
  const { errors } = form.formState
  const values = form.watch()
  const minutes = (field: 'firstAnswerMinutes' | 'resolutionMinutes', label: string) => {
    const value = values[field]
    const isTime = typeof value === 'number' && Number.isInteger(value) && value > 0
    return (
      <Field
        label={label}
        hint={isTime ? t('shown', { time: timeText(value) }) : t('minutesHint')}
        error={fieldError(errors[field])}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          {...form.register(field, { setValueAs: (given: unknown) => minutesIn(String(given ?? '')) })}
        />
      </Field>
    )
  }
  return (
    <RowDialog
      form={form}
      title={goal ? t('edit') : t('add')}
      size="sm"
      save={body => (goal ? api(goals.update, { params: { id: goal.id }, body }) : api(goals.create, { body }))}
      list={goals.listAll}
      rowsKey={null}
      saved={goal ? t('saved') : t('added')}
      fieldOf={{
        ERR_GOAL_NAME_ALREADY_EXISTS: 'name',
        ERR_GOAL_WITHOUT_TIME: 'firstAnswerMinutes',
        ERR_NO_QUEUE_FOUND: 'queueId',
      }}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" placeholder={t('nameExample')} {...form.register('name')} />
      </Field>
      <Field label={t('queue')} error={fieldError(errors.queueId)}>
        <Select
          placeholder={t('everyQueue')}
          options={(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={values.queueId ?? ''}
          onChange={event => form.setValue('queueId', event.target.value || null, { shouldDirty: true })}
        />
      </Field>
      <Field label={t('priority')} error={fieldError(errors.priority)}>
        <Select
          placeholder={t('everyPriority')}
          options={TICKET_PRIORITIES.map(each => ({ value: each, label: priorityName(each) }))}
          value={values.priority ?? ''}
          onChange={event =>
            form.setValue('priority', TICKET_PRIORITIES.find(each => each === event.target.value) ?? null, {
              shouldDirty: true,
            })
          }
        />
      </Field>
      {minutes('firstAnswerMinutes', t('firstAnswer'))}
      {minutes('resolutionMinutes', t('resolution'))}
    </RowDialog>
  )
}
