import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { views } from '@balcao/shared/api/tickets/views.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { TicketView } from '@balcao/shared/entities/preferences.ts'
import { TICKET_PRIORITIES } from '@balcao/shared/entities/ticket.ts'
import { VIEW_GOALS, VIEW_STATUSES, type View, type ViewFilter } from '@balcao/shared/entities/view.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { DayInput } from '#/components/ui/day-input.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { FieldControl } from '#/features/fields/public/field-control.tsx'
import { useFields } from '#/features/fields/public/use-fields.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { useMayAccess, useMayDo } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { filterOfScreen } from './filter-of-screen.ts'

interface ViewDialogProps {
  /** The view to edit; null: a new one. */
  row: View | null
  /** Filters of the list on screen, with which a new view begins. */
  screen?: TicketView
  onSaved?: (id: string) => void
  onClose: () => void
}

type Option = { value: string; label: string; color?: string }

/** Returns the options with one for each chosen id that names nothing any more. */
const withGone = (options: readonly Option[], chosen: readonly string[] | undefined, label: string): Option[] => [
  ...options,
  ...(chosen ?? []).filter(id => !options.some(({ value }) => value === id)).map(value => ({ value, label })),
]

/** Returns the filter without parts that match everything. */
function cleaned({ date, fields, ...filter }: ViewFilter): ViewFilter {
  const values = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
  const days = { ...(date?.from ? { from: date.from } : {}), ...(date?.to ? { to: date.to } : {}) }
  const parts = Object.entries(filter).filter(
    ([, value]) =>
      value !== undefined &&
      value !== false &&
      (value as unknown) !== '' &&
      !(Array.isArray(value) && value.length === 0),
  )
  return {
    ...Object.fromEntries(parts),
    ...(values.length > 0 ? { fields: Object.fromEntries(values) } : {}),
    ...(date?.from || date?.to ? { date: days } : {}),
  } as ViewFilter
}

/** Creates a view from the filters on screen, or edits one. */
export function ViewDialog({ row, screen, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation(['views', 'ticketDetails'])
  const mayShare = useMayAccess('supervisor')
  const seesUsers = useMayDo('tickets-manager:showall')
  const allQueues = useQuery(apiQuery(queue.list))
  const allTags = useQuery(apiQuery(tags.listAll))
  const allUsers = useQuery({ ...apiQuery(users.listAll), enabled: seesUsers })
  // Others are asked for by whoever calls the API.
  const ownFields = useFields('ticket').filter(({ type }) => type === 'choice' || type === 'boolean')
  const filter = row?.filter ?? (screen ? filterOfScreen(screen) : {})
  const form = useForm({
    resolver: formResolver(views.create.body),
    defaultValues: { name: row?.name ?? '', shared: row?.shared ?? false, queueIds: row?.queueIds ?? [], filter },
  })
  const { errors } = form.formState
  const shared = form.watch('shared')
  const queues = (allQueues.data ?? []).map(each => ({ value: each.id, label: each.name, color: each.color }))
  const labelOf = (loaded: boolean) => (loaded ? t('gone') : '…')
  const choices = {
    status: VIEW_STATUSES.map(value => ({ value, label: t(`statuses.${value}`) })),
    queueIds: [{ value: 'none', label: t('noQueue') }, ...queues],
    users: [
      { value: 'me', label: t('me') },
      { value: 'none', label: t('noUser') },
      ...(allUsers.data ?? []).map(user => ({ value: user.id, label: user.name })),
    ],
    tags: (allTags.data ?? []).map(tag => ({ value: tag.id, label: tag.name, color: tag.color })),
    contactTags: (allTags.data ?? []).map(tag => ({ value: tag.id, label: tag.name, color: tag.color })),
    priority: [...TICKET_PRIORITIES].reverse().map(value => ({ value, label: t(`ticketDetails:priority.${value}`) })),
  }
  const loaded = {
    status: true,
    queueIds: allQueues.isSuccess,
    users: !seesUsers || allUsers.isSuccess,
    tags: allTags.isSuccess,
    contactTags: allTags.isSuccess,
    priority: true,
  }
  const list = (part: keyof typeof choices, label: string, placeholder: string) => (
    <Field label={label} error={fieldError(errors.filter?.[part] as never)}>
      <Controller
        control={form.control}
        name={`filter.${part}`}
        render={({ field }) => (
          <MultiSelect
            label={label}
            placeholder={placeholder}
            options={withGone(choices[part], field.value, labelOf(loaded[part]))}
            value={field.value ?? []}
            onChange={ids => field.onChange([...ids])}
          />
        )}
      />
    </Field>
  )
  const day = (end: 'from' | 'to', label: string) => (
    <Field label={label} error={fieldError(errors.filter?.date?.[end])}>
      <Controller
        control={form.control}
        name={`filter.date.${end}`}
        render={({ field }) => (
          <DayInput value={field.value ?? ''} onChange={value => field.onChange(value || undefined)} />
        )}
      />
    </Field>
  )
  return (
    <RowDialog
      form={form}
      title={row ? t('edit') : t('add')}
      size="md"
      save={async ({ filter: given, ...body }) => {
        const whole = { ...body, filter: cleaned(given) }
        const saved = await (row
          ? api(views.update, { params: { id: row.id }, body: whole })
          : api(views.create, { body: whole }))
        await queryClient.invalidateQueries({ queryKey: queryKey(views.listAll) })
        onSaved?.(saved.id)
        return saved
      }}
      list={views.list}
      rowsKey="views"
      saved={row ? t('saved') : t('added')}
      fieldOf={{}}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" maxLength={40} {...form.register('name')} />
      </Field>
      {screen?.q && <p className="text-ink-2 text-sm">{t('textLeft')}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {list('status', t('status'), t('anyStatus'))}
        {list('queueIds', t('queues'), t('anyQueue'))}
        {list('users', t('users'), t('anyUser'))}
        {list('tags', t('tags'), t('anyTag'))}
        {list('contactTags', t('contactTags'), t('anyTag'))}
        {list('priority', t('priority'), t('anyPriority'))}
        <Field label={t('goal')} error={fieldError(errors.filter?.goal)}>
          <Select
            placeholder={t('anyGoal')}
            options={VIEW_GOALS.map(value => ({ value, label: t(`goals.${value}`) }))}
            {...form.register('filter.goal', { setValueAs: value => value || undefined })}
          />
        </Field>
        {ownFields.map(own => (
          <Field key={own.id} label={own.name} error={fieldError(errors.filter?.fields?.[own.id] as never)}>
            <Controller
              control={form.control}
              name={`filter.fields.${own.id}`}
              render={({ field }) => (
                <FieldControl
                  field={own}
                  noneLabel={t('anyValue')}
                  value={field.value ?? null}
                  onBlur={field.onBlur}
                  onChange={value => field.onChange(value ?? undefined)}
                />
              )}
            />
          </Field>
        ))}
        {day('from', t('from'))}
        {day('to', t('to'))}
      </div>
      <SwitchField control={form.control} name="filter.unread" label={t('unread')} hint={t('unreadHint')} />
      <Controller
        control={form.control}
        name="filter.origin"
        render={({ field }) => (
          <ToggleField label={t('ad')} hint={t('adHint')}>
            <Switch checked={field.value === 'ad'} onCheckedChange={isOn => field.onChange(isOn ? 'ad' : undefined)} />
          </ToggleField>
        )}
      />
      {mayShare && <SwitchField control={form.control} name="shared" label={t('shared')} hint={t('sharedHint')} />}
      {mayShare && shared && (
        <Field label={t('sharedWith')} error={fieldError(errors.queueIds as never)}>
          <Controller
            control={form.control}
            name="queueIds"
            render={({ field }) => (
              <MultiSelect
                label={t('sharedQueues')}
                placeholder={t('everybody')}
                options={withGone(queues, field.value, labelOf(allQueues.isSuccess))}
                value={field.value ?? []}
                onChange={ids => field.onChange([...ids])}
              />
            )}
          />
        </Field>
      )}
    </RowDialog>
  )
}
