import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Controller, type FieldPath, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { HoursEditor } from '#/components/hours-editor.tsx'
import { TextPreview } from '#/components/text-preview.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { AnsweringFields } from '#/features/integrations/public/lazy-answering-fields.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { fieldError } from '#/lib/field-error.ts'
import { withPlus } from '#/lib/format-typed-phone.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { changeResolver, FIELD_OF, newResolver } from './connection-form.ts'
import { GeneralFields } from './general-fields.tsx'
import { TokenPanel } from './public/token-panel.tsx'

const RatingTemplate = lazyPart(
  () => import('./rating-template.tsx').then(file => file.RatingTemplate),
  'templates',
  'templateUse',
)

interface ConnectionDialogProps {
  /** The connection to edit; null: a new one. */
  connection: Whatsapp | null
  /** True if it is the company's first connection, which is its default. */
  first: boolean
  /** True if it is opened to give a cloud number another token. */
  token: boolean
  onClose: () => void
  onCreated: (connection: Whatsapp) => void
}

type Tab = 'general' | 'messages' | 'bot' | 'expiry' | 'hours' | 'api'

/** Tab of each field that can be invalid, so that an error shows its tab. */
const tabOf: Record<string, Tab> = {
  name: 'general',
  phoneNumberId: 'general',
  businessAccountId: 'general',
  accessToken: 'general',
  catalogId: 'general',
  phoneTest: 'general',
  queueIds: 'general',
  greetingMessage: 'messages',
  ratingTemplateId: 'messages',
  timeSendQueue: 'bot',
  maxUseBotQueues: 'bot',
  timeUseBotQueues: 'bot',
  timeToTransfer: 'bot',
  expiresTicket: 'expiry',
  schedules: 'hours',
}

/** Returns the fields that only a connection with templates has. */
const ratingTemplateOf = (connection: Whatsapp | null) => ({
  ratingTemplateId:
    connection && capabilitiesOf(connection).templates ? (connection.ratingTemplateId ?? null) : undefined,
  ratingTemplateVariables: connection?.ratingTemplateId ? (connection.ratingTemplateVariables ?? {}) : undefined,
})

export function ConnectionDialog({ connection, first, token, onClose, onCreated }: ConnectionDialogProps) {
  const { t } = useTranslation(['channels', 'common'])
  const byCompany = useSetting('scheduleType') === 'company'
  const queues = useQuery(apiQuery(queue.list))
  const [tab, setTab] = useState<Tab>('general')
  const form = useForm({
    resolver: connection ? changeResolver : newResolver,
    defaultValues: {
      provider: connection?.provider === 'cloud' ? ('cloud' as const) : ('web' as const),
      phoneNumberId: connection?.phoneNumberId ?? undefined,
      businessAccountId: connection?.businessAccountId ?? undefined,
      accessToken: undefined as string | undefined,
      catalogId: connection && capabilitiesOf(connection).productCards ? (connection.catalogId ?? null) : undefined,
      name: connection?.name ?? '',
      isDefault: connection?.isDefault ?? first,
      greetingMessage: connection?.greetingMessage ?? '',
      complationMessage: connection?.complationMessage ?? '',
      outOfHoursMessage: connection?.outOfHoursMessage ?? '',
      ratingMessage: connection?.ratingMessage ?? '',
      ...ratingTemplateOf(connection),
      queueIds: connection?.queueIds ?? [],
      sendIdQueue: connection?.sendIdQueue ?? null,
      timeSendQueue: connection?.timeSendQueue ?? 0,
      maxUseBotQueues: connection?.maxUseBotQueues ?? 3,
      timeUseBotQueues: connection?.timeUseBotQueues ?? 0,
      expiresTicket: connection?.expiresTicket ?? 0,
      expiresInactiveMessage: connection?.expiresInactiveMessage ?? '',
      timeToTransfer: connection?.timeToTransfer ?? 0,
      transferQueueId: connection?.transferQueueId ?? null,
      integrationId: connection?.integrationId ?? null,
      promptId: connection?.promptId ?? null,
      // With its plus sign, so that the next save does not take it for a national number.
      phoneTest: withPlus(connection?.phoneTest ?? ''),
      schedules: connection && connection.schedules.length > 0 ? connection.schedules : DEFAULT_SCHEDULES,
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const values = form.watch()
  const can = capabilitiesOf(connection ?? { provider: values.provider ?? 'web' })
  const options = (queues.data ?? []).map(each => ({ value: each.id, label: each.name, color: each.color }))

  const showTabOf = (field: string | undefined) => setTab((field && tabOf[field]) || 'general')
  const submit = form.handleSubmit(
    async body => {
      if (body.queueIds.length > 1 && body.greetingMessage.trim() === '') {
        setTab('messages')
        return form.setError('greetingMessage', { type: 'server', message: 'ERR_WAPP_GREETING_REQUIRED' })
      }
      // A catalogue that is sent counts as chosen: Meta's own is
      // followed as long as nobody changes it.
      const catalogId = form.formState.dirtyFields.catalogId ? body.catalogId : undefined
      try {
        const saved = connection
          ? await api(whatsapp.update, { params: { id: connection.id }, body: { ...body, catalogId } })
          : await api(whatsapp.create, { body })
        applyListEvent(queryClient, whatsapp.list, null, { action: connection ? 'update' : 'create', row: saved })
        // Another connection may no longer be the default.
        if (saved.isDefault) await queryClient.invalidateQueries({ queryKey: apiQuery(whatsapp.list).queryKey })
        toast.success(t('saved'))
        onClose()
        if (!connection) onCreated(saved)
      } catch (error) {
        saveFailed(form, error, FIELD_OF)
        showTabOf(Object.keys(form.formState.errors)[0])
      }
    },
    wrong => showTabOf(Object.keys(wrong)[0]),
  )

  const minutes = (
    name: FieldPath<typeof values> &
      ('timeSendQueue' | 'maxUseBotQueues' | 'timeUseBotQueues' | 'expiresTicket' | 'timeToTransfer'),
    hint?: string,
  ) => (
    <Field label={t(`field.${name}`)} hint={hint} error={fieldError(errors[name])}>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        className="tabular"
        {...form.register(name, { valueAsNumber: true })}
      />
    </Field>
  )
  const queueChoice = (name: 'sendIdQueue' | 'transferQueueId') => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={t(`field.${name}`)}>
          <Combobox
            value={field.value ?? null}
            onChange={field.onChange}
            options={options}
            loading={queues.isPending}
            placeholder={t('field.none')}
            clearLabel={t('field.none')}
          />
        </Field>
      )}
    />
  )

  return (
    <FormDialog
      title={connection ? t('edit') : t('add')}
      size={connection === null && can.templates ? 'xl' : 'lg'}
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Tabs value={tab} onValueChange={value => setTab(value as Tab)}>
        <TabsList className="sticky top-0 z-10 mb-4 bg-raised">
          {(['general', 'messages', 'bot', 'expiry', 'hours'] as const).map(each => (
            <TabsTrigger key={each} value={each}>
              {t(`tab.${each}`)}
            </TabsTrigger>
          ))}
          {connection && can.startsByNumber && <TabsTrigger value="api">{t('tab.api')}</TabsTrigger>}
        </TabsList>
        <TabsContent value="general" className="min-h-80">
          <GeneralFields
            form={form}
            connection={connection}
            queues={options}
            loading={queues.isPending}
            token={token}
          />
        </TabsContent>
        <TabsContent value="messages" className="flex flex-col gap-4">
          <div>
            <Field
              label={t('field.greeting')}
              hint={t('field.greetingHint')}
              error={fieldError(errors.greetingMessage)}
              required={(values.queueIds?.length ?? 0) > 1}
            >
              <Textarea {...form.register('greetingMessage')} />
            </Field>
            <TextPreview text={values.greetingMessage ?? ''} />
          </div>
          <div>
            <Field label={t('field.completion')}>
              <Textarea rows={2} {...form.register('complationMessage')} />
            </Field>
            <TextPreview text={values.complationMessage ?? ''} />
          </div>
          <div>
            <Field label={t('field.outOfHours')}>
              <Textarea rows={2} {...form.register('outOfHoursMessage')} />
            </Field>
            <TextPreview text={values.outOfHoursMessage ?? ''} />
          </div>
          <div>
            <Field label={t('field.rating')} hint={<VariablesHint />}>
              <Textarea rows={2} {...form.register('ratingMessage')} />
            </Field>
            <TextPreview text={values.ratingMessage ?? ''} />
          </div>
          {connection && can.templates && (
            <Suspense fallback={<Skeleton className="h-16" />}>
              <RatingTemplate
                whatsappId={connection.id}
                templateId={values.ratingTemplateId ?? null}
                values={values.ratingTemplateVariables ?? {}}
                onChange={(id, filled) => {
                  form.setValue('ratingTemplateId', id, { shouldDirty: true })
                  form.setValue('ratingTemplateVariables', { ...filled }, { shouldDirty: true })
                  form.clearErrors('ratingTemplateId')
                }}
                error={fieldError(errors.ratingTemplateId)}
                isTried={form.formState.isSubmitted}
              />
            </Suspense>
          )}
        </TabsContent>
        <TabsContent value="bot" className="flex flex-col gap-5">
          <Suspense>
            <AnsweringFields
              integrationId={values.integrationId ?? null}
              promptId={values.promptId ?? null}
              onChange={chosen => {
                form.setValue('integrationId', chosen.integrationId, { shouldDirty: true })
                form.setValue('promptId', chosen.promptId, { shouldDirty: true })
              }}
            />
          </Suspense>
          <FormSection title={t('section.limits')}>
            <div className="grid gap-4 sm:grid-cols-2">
              {minutes('maxUseBotQueues', t('field.maxUseBotQueuesHint'))}
              {minutes('timeUseBotQueues')}
            </div>
          </FormSection>
          <FormSection title={t('section.redirect')} hint={t('section.redirectHint')}>
            <div className="grid gap-4 sm:grid-cols-2">
              {queueChoice('sendIdQueue')}
              {minutes('timeSendQueue', t('field.never'))}
            </div>
          </FormSection>
          <FormSection title={t('section.transfer')} hint={t('section.transferHint')}>
            <div className="grid gap-4 sm:grid-cols-2">
              {queueChoice('transferQueueId')}
              {minutes('timeToTransfer', t('field.never'))}
            </div>
          </FormSection>
        </TabsContent>
        <TabsContent value="expiry" className="flex min-h-80 flex-col gap-4">
          {minutes('expiresTicket', t('field.expiresTicketHint'))}
          <div>
            <Field label={t('field.expiresMessage')} hint={<VariablesHint />}>
              <Textarea {...form.register('expiresInactiveMessage')} />
            </Field>
            <TextPreview text={values.expiresInactiveMessage ?? ''} />
          </div>
        </TabsContent>
        <TabsContent value="hours">
          {byCompany && <p className="mb-3 rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('hoursOff')}</p>}
          <Controller
            control={form.control}
            name="schedules"
            render={({ field }) => <HoursEditor value={field.value ?? []} onChange={field.onChange} />}
          />
        </TabsContent>
        {connection && can.startsByNumber && (
          <TabsContent value="api" className="min-h-80">
            <TokenPanel connection={connection} />
          </TabsContent>
        )}
      </Tabs>
    </FormDialog>
  )
}
