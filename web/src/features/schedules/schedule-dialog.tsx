import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { ScheduleBody, schedules } from '@balcao/shared/api/content/schedules.ts'
import { RECURRENCES, type Schedule } from '@balcao/shared/entities/schedule.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { Time } from '@balcao/shared/entities/working-hours.ts'
import { capabilitiesOf, capabilitiesOfContact } from '@balcao/shared/rules/capabilities.ts'
import { isDay } from '@balcao/shared/rules/days.ts'
import { fillVariables, unknownVariables } from '@balcao/shared/rules/variables.ts'
import { momentOf } from '@balcao/shared/rules/working-hours.ts'
import { fieldMessage } from '@balcao/shared/validation/field-message.ts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DayField } from '#/components/day-field.tsx'
import { MediaField } from '#/components/media-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { TimeInput } from '#/components/ui/time-input.tsx'
import { useFieldSamples } from '#/components/use-field-samples.ts'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { SEARCH_FROM, useFoundContacts } from '#/features/contacts/public/use-found-contacts.ts'
import { CLOUD_FILE_REFUSALS, cloudFileProblem, requireCloudFile } from '#/lib/cloud-file.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { dayOf, formatPhone, formatTime, formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { parseTime } from '#/lib/parse-time.ts'
import { apiQuery } from '#/lib/queries.ts'
import { MEDIA_REFUSALS, type MediaValue, rowMedia, useSaveWithMedia } from '#/lib/row-media.ts'
import { api, useUser } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { ScheduleDetails } from './schedule-details.tsx'
import { useScheduleReason } from './schedule-status.tsx'
import { useMayChangeSchedule, useRemoveSchedule } from './use-remove-schedule.ts'

const ScheduleTemplate = lazyPart(
  () => import('./schedule-template.tsx').then(file => file.ScheduleTemplate),
  'templates',
  'templateUse',
)

const HOUR_MS = 3_600_000
/** Maximum number of scheduled messages listed by their time. */
const NAMED = 3

interface ScheduleDialogProps {
  /** The scheduled message to edit; null: a new one. */
  schedule: Schedule | null
  /** Contact and time (epoch ms) of a new one; by default in an hour. */
  contactId?: string | undefined
  at?: number | undefined
  onClose: () => void
}

/** Creates, edits or, where editing is not allowed, shows a scheduled message. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const mayChange = useMayChangeSchedule()
  const { schedule, onClose } = props
  if (schedule && (schedule.status === 'ENVIADA' || !mayChange(schedule)))
    return <ScheduleDetails schedule={schedule} onClose={onClose} />
  return <ScheduleForm {...props} />
}

/**
 * Day and time as the person chooses them, in the company's time zone; a text, or a template whose
 * own text it gets.
 */
const Fields = ScheduleBody.omit({ sendAt: true })
  .extend({
    body: z.string(),
    day: z.iso.date(),
    time: z.string().min(1).pipe(Time),
    media: z.custom<MediaValue>(),
  })
  .refine(({ body, templateId }) => templateId !== null || ScheduleBody.shape.body.safeParse(body).success, {
    path: ['body'],
    message: fieldMessage('schedule.body', 'too_short'),
    when: () => true,
  })

function ScheduleForm({ schedule, contactId, at, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const zone = useSetting('timezone')
  const user = useUser()
  const [begin] = useState(() => (schedule ? Date.parse(schedule.sendAt) : (at ?? Date.now() + HOUR_MS)))
  const lostConnection = schedule?.status === 'ERRO' && schedule.reason === 'ERR_NO_WAPP_FOUND'
  const form = useForm({
    resolver: formResolver(Fields),
    defaultValues: {
      contactId: schedule?.contactId ?? contactId ?? '',
      body: schedule?.body ?? '',
      day: dayOf(begin, zone),
      time: formatTime(begin, zone),
      recurrence: schedule?.recurrence ?? 'none',
      // A deleted connection cannot be chosen again.
      whatsappId: lostConnection ? null : (schedule?.whatsappId ?? null),
      media: rowMedia(schedule),
      templateId: schedule?.templateId ?? null,
      templateVariables: schedule?.templateVariables ?? {},
    },
  })
  const { errors } = form.formState
  const values = form.watch()
  const moment = isDay(values.day) && parseTime(values.time) !== null ? momentOf(values.day, values.time, zone) : begin
  const saveWithMedia = useSaveWithMedia(schedule)
  const remove = useRemoveSchedule(false, onClose)
  const reason = useScheduleReason(schedule ?? { status: 'PENDENTE', reason: null })

  const chosen = useQuery({
    ...apiQuery(contacts.get, { params: { id: values.contactId } }),
    enabled: values.contactId !== '',
  })
  const connections = (useQuery(apiQuery(whatsapp.list, { query: { session: '0' } })).data ?? []).filter(
    each => capabilitiesOf(each).startsByNumber,
  )
  const { body = '' } = values
  const source = {
    contactName: chosen.data?.name ?? '{{name}}',
    // Variables that only the ticket can fill stay as they are written.
    protocol: '{{protocol}}',
    queueName: '{{queue}}',
    userName: schedule?.user.name ?? user.name,
    now: moment,
    timeZone: zone,
  }
  const samples = useFieldSamples([body, ...Object.values(values.templateVariables ?? {})].join(' '))
  const fill = (text: string) => fillVariables(text, source, samples)
  const preview = fill(body)
  const own = connections.find(({ id }) => id === values.whatsappId) ?? usualConnection(connections, user.whatsappId)
  const official = own && capabilitiesOf(own).window === 'template' ? own : undefined
  const hasCloudLimits = own !== undefined && capabilitiesOf(own).mediaLimits === 'cloud'
  const hasTemplate = official !== undefined && Boolean(values.templateId)
  const unknown = samples ? unknownVariables(body, samples) : []

  return (
    <RowDialog
      form={form}
      title={t(schedule ? 'edit' : 'new')}
      save={({ day, time, media, ...fields }) => {
        if (hasCloudLimits) requireCloudFile(media)
        return saveWithMedia(media, (known, sentFiles, gone) => {
          // A time set through the API may have seconds, which the form does not show.
          const same = day === dayOf(begin, zone) && time === formatTime(begin, zone) && schedule
          const sendAt = same ? schedule.sendAt : new Date(momentOf(day, time, zone)).toISOString()
          // With a template the text is its own; what was typed before does not count.
          const body = { ...fields, ...(hasTemplate ? { body: undefined } : NO_TEMPLATE), sendAt }
          return known
            ? api(schedules.update, { params: { id: known.id }, body: { ...body, ...gone } }, sentFiles)
            : api(schedules.create, { body }, sentFiles)
        })
      }}
      list={schedules.list}
      rowsKey="schedules"
      saved={t(schedule ? 'saved' : 'added')}
      fieldOf={{
        ERR_SCHEDULE_IN_PAST: 'time',
        ERR_NO_CONTACT_FOUND: 'contactId',
        ERR_NO_WAPP_FOUND: 'whatsappId',
        ERR_OUTSIDE_WINDOW: official ? 'templateId' : 'time',
        ERR_NO_TEMPLATE_FOUND: 'templateId',
        ERR_TEMPLATE_NOT_APPROVED: 'templateId',
        ERR_TEMPLATE_VARIABLES: 'templateId',
        ERR_TEMPLATE_KIND: 'templateId',
        ...MEDIA_REFUSALS,
        ...CLOUD_FILE_REFUSALS,
      }}
      onClose={onClose}
      notice={
        schedule && (
          <IconButton
            label={t('common:action.delete')}
            icon={<Trash2 size={16} />}
            tone="danger"
            onClick={() => void remove(schedule)}
          />
        )
      }
    >
      {reason && (
        <p className="rounded-md bg-warning-soft p-3 text-warning-ink">
          {reason} {schedule?.status === 'ERRO' && t(lostConnection ? 'reason.rescue' : 'reason.retry')}
        </p>
      )}
      <Controller
        control={form.control}
        name="contactId"
        render={({ field }) => (
          <ContactField
            chosen={chosen.data}
            value={field.value}
            onChange={field.onChange}
            error={fieldError(errors.contactId)}
          />
        )}
      />
      {!schedule && values.contactId !== '' && <Already contactId={values.contactId} />}
      {official && (
        <Suspense fallback={<Skeleton className="h-16" />}>
          <ScheduleTemplate
            whatsappId={official.id}
            templateId={values.templateId ?? null}
            values={values.templateVariables ?? {}}
            onChange={(templateId, filled) => {
              form.setValue('templateId', templateId, { shouldDirty: true })
              form.setValue('templateVariables', { ...filled }, { shouldDirty: true })
              form.clearErrors('templateId')
            }}
            fill={fill}
            fileName={values.media?.name}
            error={fieldError(errors.templateId)}
            isTried={form.formState.isSubmitted}
          />
        </Suspense>
      )}
      {!hasTemplate && (
        <Field label={t('field.body')} error={fieldError(errors.body)} hint={<VariablesHint />} required>
          {/* Whoever comes from a conversation has chosen the contact. */}
          <Textarea {...form.register('body')} data-autofocus={schedule || !contactId ? undefined : ''} />
        </Field>
      )}
      {!hasTemplate && (body.includes('{{') || unknown.length > 0) && (
        <div aria-live="polite">
          <p className="text-ink-2 text-xs">{t('preview')}</p>
          <p className="wrap-anywhere mt-1 whitespace-pre-wrap rounded-lg bg-bubble-own px-3 py-2">{preview}</p>
          {unknown.length > 0 && (
            <p className="mt-1 text-sm text-warning-ink">
              {t('unknown', { names: unknown.map(name => `{{${name}}}`).join(' ') })}
            </p>
          )}
        </div>
      )}
      <div className="flex gap-3">
        <DayField control={form.control} name="day" label={t('field.day')} className="flex-1" required />
        <Controller
          control={form.control}
          name="time"
          render={({ field }) => (
            <Field label={t('field.time')} error={fieldError(errors.time)} required>
              <TimeInput value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
      </div>
      <Field
        label={t('field.recurrence')}
        hint={values.recurrence === 'monthly' && Number(values.day.slice(8)) > 28 ? t('monthlyHint') : undefined}
      >
        <Select
          {...form.register('recurrence')}
          options={RECURRENCES.map(value => ({ value, label: t(`recurrence.${value}`) }))}
        />
      </Field>
      {(connections.length > 1 || values.whatsappId || lostConnection) && (
        <Controller
          control={form.control}
          name="whatsappId"
          render={({ field }) => (
            <Field label={t('field.connection')} error={fieldError(errors.whatsappId)}>
              <Combobox
                options={connections.map(each => ({ value: each.id, label: each.name }))}
                value={field.value ?? null}
                onChange={field.onChange}
                clearLabel={t('defaultConnection')}
                placeholder={t('defaultConnection')}
              />
            </Field>
          )}
        />
      )}
      <Controller
        control={form.control}
        name="media"
        render={({ field }) => (
          <MediaField
            label={t('field.file')}
            value={field.value}
            onChange={field.onChange}
            problemOf={hasCloudLimits ? cloudFileProblem : undefined}
            error={fieldError(errors.media as { message?: string; type: string } | undefined)}
          />
        )}
      />
    </RowDialog>
  )
}

const NO_TEMPLATE = { templateId: null, templateVariables: {} }

/** Returns the connection over which a message of the person leaves when none is chosen. */
const usualConnection = (connections: readonly Whatsapp[], own: string | null) =>
  connections.find(({ id }) => id === own) ?? connections.find(({ isDefault }) => isDefault)

interface ContactFieldProps {
  chosen: { id: string; name: string; number: string; isGroup: boolean } | undefined
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** Shows the contact, searched from three letters on. */
function ContactField({ chosen, value, onChange, error }: ContactFieldProps) {
  const { t } = useTranslation('schedules')
  const [text, setText] = useState('')
  const { isEnough, found, isSearching } = useFoundContacts(text)
  const rows = [
    ...(chosen ? [chosen] : []),
    ...found.filter(contact => contact.id !== value && capabilitiesOfContact(contact).startsByNumber),
  ]
  const hint = t('field.contactHint', { count: SEARCH_FROM })
  return (
    <Field label={t('field.contact')} error={error} required>
      <Combobox
        options={rows.map(contact => ({
          value: contact.id,
          label: contact.name,
          ...(contact.isGroup ? {} : { hint: formatPhone(contact.number) }),
        }))}
        value={value || null}
        onChange={id => onChange(id ?? '')}
        onSearch={setText}
        loading={isSearching}
        emptyText={isEnough ? undefined : hint}
        placeholder={hint}
      />
    </Field>
  )
}

/** Shows what is already scheduled for the contact, so that nobody sends it twice. */
function Already({ contactId }: { contactId: string }) {
  const { t } = useTranslation('schedules')
  const zone = useSetting('timezone')
  const list = useQuery(
    apiQuery(schedules.list, { query: { contactId, from: dayOf(Date.now(), zone), limit: 20 } }),
  ).data
  const waiting = list?.schedules.filter(({ status }) => status === 'PENDENTE') ?? []
  if (waiting.length === 0) return null
  const when = waiting.slice(0, NAMED).map(({ sendAt }) => formatWhen(sendAt))
  return (
    <p className="-mt-2 text-ink-2 text-sm" role="status">
      {t('already', { count: waiting.length, when: when.join(', ') })}
    </p>
  )
}
