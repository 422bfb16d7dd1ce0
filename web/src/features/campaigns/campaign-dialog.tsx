import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { type Campaign, VARIANT_NUMBERS } from '@balcao/shared/entities/campaign.ts'
import { campaignLock, mayChangeConnection } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { isDay } from '@balcao/shared/rules/days.ts'
import { momentOf } from '@balcao/shared/rules/working-hours.ts'
import { codeMessage } from '@balcao/shared/validation/field-message.ts'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DayField } from '#/components/day-field.tsx'
import { MediaField } from '#/components/media-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { TimeInput } from '#/components/ui/time-input.tsx'
import { CLOUD_FILE_REFUSALS, cloudFileProblem, requireCloudFile } from '#/lib/cloud-file.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { dayOf, formatDate, formatTime } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { parseTime } from '#/lib/parse-time.ts'
import { MEDIA_REFUSALS, type MediaValue, rowMedia } from '#/lib/row-media.ts'
import { useSetting } from '#/lib/settings.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { zoneName } from '#/lib/zone-name.ts'
import { CampaignForecast } from './campaign-forecast.tsx'
import { CampaignPreview, type TextPlace } from './campaign-preview.tsx'
import { shownStatusOf } from './campaign-row.tsx'
import { campaignSettingsQuery } from './campaign-settings-query.ts'
import { useStopReason } from './campaign-status.tsx'
import { CampaignTest } from './campaign-test.tsx'
import { CampaignTexts } from './campaign-texts.tsx'
import { useCampaignChoices } from './use-campaign-choices.ts'
import { useSaveCampaign } from './use-save-campaign.ts'

const OfficialFields = lazyPart(() => import('./official-fields.tsx').then(file => file.OfficialFields), 'costs')

interface CampaignDialogProps {
  /** The campaign to edit; null: a new one. */
  campaign: Campaign | null
  onClose: () => void
}

const MINUTE_MS = 60_000
const nextMinute = () => (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS

/** Reported together with all other missing fields, not only after the name is filled in. */
const missing = (field: string, message = codeMessage('required')) => ({ path: [field], message, when: () => true })

/**
 * Day and time as the person chooses them, in the company's time zone; one of the two audiences.
 */
const Fields = campaigns.create.body
  .omit({ scheduledAt: true, message6: true, confirmationMessage6: true })
  .extend({
    audience: z.enum(['list', 'tag']),
    start: z.enum(['none', 'now', 'at']),
    day: z.string(),
    time: z.string(),
    media: z.custom<MediaValue>(),
  })
  .refine(({ start, day }) => start !== 'at' || day !== '', missing('day'))
  .refine(({ start, time }) => start !== 'at' || time !== '', missing('time'))
  .refine(({ start, day }) => start !== 'at' || day === '' || isDay(day), missing('day', codeMessage('invalid_date')))
  .refine(
    ({ start, time }) => start !== 'at' || time === '' || parseTime(time) !== null,
    missing('time', codeMessage('invalid_time')),
  )

/** Rules that the server would report one by one. */
const Open = Fields.refine(({ whatsappId }) => whatsappId !== null, missing('whatsappId', 'ERR_CAMPAIGN_NO_CONNECTION'))
  .refine(
    ({ audience, contactListId }) => audience !== 'list' || contactListId !== null,
    missing('contactListId', 'ERR_CAMPAIGN_NO_AUDIENCE'),
  )
  .refine(
    ({ audience, tagListId }) => audience !== 'tag' || tagListId !== null,
    missing('tagListId', 'ERR_CAMPAIGN_NO_AUDIENCE'),
  )

/**
 * Creates or edits a campaign; fields that cannot be changed any more are shown, with the reason.
 */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const lockId = useId()
  const zone = useSetting('timezone')
  const [lock] = useState(() => campaign && campaignLock(shownStatusOf(campaign), Date.now()))
  const [writing, setWriting] = useState<Record<TextPlace['kind'], TextPlace['number']>>({
    message: 1,
    confirmationMessage: 1,
  })
  const [written, setWritten] = useState<TextPlace>({ kind: 'message', number: 1 })
  const form = useForm({ resolver: formResolver(lock ? Fields : Open), defaultValues: valuesOf(campaign, zone) })
  const { errors } = form.formState
  const values = form.watch()
  const save = useSaveCampaign(campaign)
  const settings = useQuery(campaignSettingsQuery).data
  const more = Object.fromEntries((settings?.variables ?? []).map(({ key, value }) => [key, value]))
  const choices = useCampaignChoices(campaign)

  const chosenMoment = (): number | null => {
    const { start, day, time } = form.getValues()
    if (start === 'none') return null
    return start === 'now' ? nextMinute() : momentOf(day, time, zone)
  }
  /** A time set through the API may have seconds, which the form does not show. */
  const scheduledAt = (): string | null => {
    const before = campaign?.scheduledAt
    const at = chosenMoment()
    const { start, day, time } = form.getValues()
    if (before && start === 'at' && day === dayOf(before, zone) && time === formatTime(before, zone)) return before
    return at === null ? null : new Date(at).toISOString()
  }
  const chosenStart = (): number | null => (isTimed(values) ? chosenMoment() : null)
  const submitLabel = (): string => {
    if (lock) return t('common:action.save')
    if (values.start !== 'at') return t(values.start === 'now' ? 'save.now' : 'save.draft')
    const at = chosenStart()
    return at === null ? t('save.some') : t('save.at', { when: whenOf(at, zone) })
  }
  const show = (place: TextPlace) => {
    setWriting(now => ({ ...now, [place.kind]: place.number }))
    setWritten(place)
  }
  /** Shows a refused text, which may be behind another one. */
  const showRefused = () => {
    const kinds = ['message', 'confirmationMessage'] as const
    const places = kinds.flatMap(kind => VARIANT_NUMBERS.map(number => ({ kind, number })))
    const refused = places.find(({ kind, number }) => form.getFieldState(`${kind}${number}`).invalid)
    if (refused) show(refused)
  }

  const texts = (kind: TextPlace['kind'], hint: string) => (
    <CampaignTexts
      kind={kind}
      hint={hint}
      textOf={key => values[key] ?? ''}
      onChange={(key, text) => {
        setWritten({ kind, number: writing[kind] })
        form.setValue(key, text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
      }}
      errorOf={key => fieldError(errors[key])}
      number={writing[kind]}
      onNumber={number => show({ kind, number })}
      more={Object.keys(more)}
      disabled={lock !== null && lock !== 'canceled'}
    />
  )
  const preview = useDebouncedValue(values, 150)
  const mayConnect = campaign === null || mayChangeConnection(campaign.status)
  const connection = (
    <Controller
      control={form.control}
      name="whatsappId"
      render={({ field, fieldState }) => (
        <Field label={t('field.connection')} error={fieldError(fieldState.error)} required>
          <Combobox
            options={choices.connections}
            value={field.value ?? null}
            onChange={field.onChange}
            emptyText={t('noConnections')}
          />
        </Field>
      )}
    />
  )
  const reason = useStopReason(campaign)
  const list = values.audience === 'list'
  const isOfficial = choices.official.has(values.whatsappId ?? '')
  const hasCloudLimits = choices.cloudLimits.has(values.whatsappId ?? '')
  const mayWrite = lock === null || lock === 'canceled'
  /** Text of the tab that is open, else the first text that is written. */
  const testedText = [writing.message, ...VARIANT_NUMBERS]
    .map(number => values[`message${number}`] ?? '')
    .find(text => text.trim() !== '')
  const test = (
    <CampaignTest
      whatsappId={values.whatsappId ?? null}
      content={
        isOfficial
          ? { templateId: values.templateId ?? null, templateVariables: values.templateVariables ?? {} }
          : { message: testedText ?? '', fileListId: values.fileListId ?? null }
      }
      media={values.media}
      campaignId={campaign?.id}
    />
  )

  return (
    <RowDialog
      form={form}
      title={t(campaign ? 'edit' : 'new')}
      size="xl"
      readOnly={!mayConnect}
      submitLabel={submitLabel()}
      notice={
        lock === null &&
        !isOfficial &&
        values.whatsappId && (
          <CampaignForecast
            whatsappId={values.whatsappId}
            contactListId={list ? (values.contactListId ?? null) : null}
            tagListId={list ? null : (values.tagListId ?? null)}
            confirmation={values.confirmation ?? false}
            startsAt={chosenStart()}
          />
        )
      }
      save={({ audience, start: _, day: __, time: ___, media, ...fields }) => {
        if (hasCloudLimits) requireCloudFile(media)
        const body = {
          ...fields,
          ...(isOfficial ? NO_TEXTS : NO_TEMPLATES),
          contactListId: audience === 'list' ? (fields.contactListId ?? null) : null,
          tagListId: audience === 'tag' ? (fields.tagListId ?? null) : null,
        }
        return save(body, media, scheduledAt)
      }}
      list={campaigns.list}
      rowsKey="records"
      saved={t(campaign ? 'saved' : 'added')}
      fieldOf={{
        ERR_CAMPAIGN_NO_CONNECTION: 'whatsappId',
        ERR_NO_WAPP_FOUND: 'whatsappId',
        ERR_CAMPAIGN_NO_AUDIENCE: list ? 'contactListId' : 'tagListId',
        ERR_CAMPAIGN_EMPTY_AUDIENCE: list ? 'contactListId' : 'tagListId',
        ERR_NO_CONTACT_LIST_FOUND: 'contactListId',
        ERR_NO_TAG_FOUND: 'tagListId',
        ERR_NO_FILE_LIST_FOUND: 'fileListId',
        ERR_CAMPAIGN_IN_PAST: 'time',
        ERR_CAMPAIGN_NO_MESSAGE: 'message1',
        ERR_CAMPAIGN_NO_CONFIRMATION: 'confirmationMessage1',
        ERR_CAMPAIGN_NEEDS_TEMPLATE:
          isOfficial && values.templateId && values.confirmation ? 'confirmationTemplateId' : 'templateId',
        ERR_NO_TEMPLATE_FOUND: 'templateId',
        ERR_TEMPLATE_NOT_APPROVED: 'templateId',
        ERR_TEMPLATE_VARIABLES: 'templateId',
        ERR_TEMPLATE_KIND: 'templateId',
        ...MEDIA_REFUSALS,
        ...CLOUD_FILE_REFUSALS,
      }}
      onRefused={showRefused}
      onClose={onClose}
    >
      {lock && (
        <p id={lockId} className="flex items-start gap-2 rounded-md bg-warning-soft p-3 text-warning-ink">
          <Lock aria-hidden size={16} className="icon mt-0.5 shrink-0" />
          <span>
            {reason && `${reason} `}
            {t(`lock.${lock}`)}
          </span>
        </p>
      )}
      {/* The connection can still be changed: it is outside the disabled fields. */}
      {lock !== null && mayConnect && connection}
      <fieldset
        disabled={lock !== null}
        aria-describedby={lock ? lockId : undefined}
        className="grid min-w-0 gap-4 sm:grid-cols-2"
      >
        <legend className="sr-only">{t('whom')}</legend>
        <Field label={t('field.name')} error={fieldError(errors.name)} className="sm:col-span-2" required>
          <Input autoComplete="off" maxLength={50} {...form.register('name')} />
        </Field>
        <div className="flex min-w-0 gap-3 max-sm:flex-col">
          <Field label={t('field.audience')} className="shrink-0 sm:w-40">
            <Select
              {...form.register('audience')}
              options={[
                { value: 'list', label: t('audience.list') },
                { value: 'tag', label: t('audience.tag') },
              ]}
            />
          </Field>
          <Controller
            key={values.audience}
            control={form.control}
            name={list ? 'contactListId' : 'tagListId'}
            render={({ field, fieldState }) => (
              <Field
                label={t(list ? 'field.list' : 'field.tag')}
                error={fieldError(fieldState.error)}
                className="min-w-0 sm:flex-1"
                required
              >
                <Combobox
                  options={list ? choices.lists : choices.tags}
                  value={field.value ?? null}
                  onChange={field.onChange}
                  emptyText={t(list ? 'noLists' : 'noTags')}
                />
              </Field>
            )}
          />
        </div>
        {(lock === null || !mayConnect) && connection}
        <div className="flex min-w-0 flex-wrap gap-3">
          <Field
            label={t('field.start')}
            className="min-w-40 flex-1"
            hint={t(`startHint.${values.start}`, { zone: zoneName(zone) })}
          >
            <Select
              {...form.register('start')}
              options={(['none', 'now', 'at'] as const).map(value => ({ value, label: t(`start.${value}`) }))}
            />
          </Field>
          {values.start === 'at' && (
            <>
              <DayField control={form.control} name="day" label={t('field.day')} className="w-36" required />
              <Controller
                control={form.control}
                name="time"
                render={({ field, fieldState }) => (
                  <Field label={t('field.time')} error={fieldError(fieldState.error)} required>
                    <TimeInput value={field.value} onChange={field.onChange} />
                  </Field>
                )}
              />
            </>
          )}
        </div>
        {!isOfficial && (
          <Controller
            control={form.control}
            name="fileListId"
            render={({ field, fieldState }) => (
              <Field label={t('field.fileList')} hint={t('fileListHint')} error={fieldError(fieldState.error)}>
                <Combobox
                  options={choices.fileLists}
                  value={field.value ?? null}
                  onChange={field.onChange}
                  clearLabel={t('noFileList')}
                  placeholder={t('noFileList')}
                  emptyText={t('noFileLists')}
                />
              </Field>
            )}
          />
        )}
        <Controller
          control={form.control}
          name="media"
          render={({ field, fieldState }) => (
            <MediaField
              label={t('field.media')}
              hint={isOfficial ? undefined : t('mediaHint')}
              value={field.value}
              onChange={field.onChange}
              problemOf={hasCloudLimits ? cloudFileProblem : undefined}
              error={fieldError(fieldState.error as { message?: string; type: string } | undefined)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="confirmation"
          render={({ field }) => (
            <ToggleField label={t('field.confirmation')} hint={t('confirmationHint')} className="sm:col-span-2">
              <Switch checked={field.value ?? false} onCheckedChange={field.onChange} disabled={lock !== null} />
            </ToggleField>
          )}
        />
      </fieldset>
      {isOfficial ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <OfficialFields
            whatsappId={values.whatsappId ?? ''}
            contactListId={list ? (values.contactListId ?? null) : null}
            tagListId={list ? null : (values.tagListId ?? null)}
            startsAt={chosenStart()}
            message={{ id: values.templateId ?? null, values: values.templateVariables ?? {} }}
            confirmation={
              values.confirmation
                ? {
                    id: values.confirmationTemplateId ?? null,
                    values: values.confirmationTemplateVariables ?? {},
                  }
                : null
            }
            onMessage={({ id, values: filled }) => {
              form.setValue('templateId', id, { shouldDirty: true })
              form.setValue('templateVariables', { ...filled }, { shouldDirty: true })
              form.clearErrors('templateId')
            }}
            onConfirmation={({ id, values: filled }) => {
              form.setValue('confirmationTemplateId', id, { shouldDirty: true })
              form.setValue('confirmationTemplateVariables', { ...filled }, { shouldDirty: true })
              form.clearErrors('confirmationTemplateId')
            }}
            errors={{
              message: fieldError(errors.templateId),
              confirmation: fieldError(errors.confirmationTemplateId),
            }}
            isTried={form.formState.isSubmitted}
            fileName={values.media?.name}
            more={more}
            disabled={!mayWrite}
          />
          {mayWrite && test}
        </Suspense>
      ) : (
        <div className="grid min-w-0 gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
          <div className="flex min-w-0 flex-col gap-5">
            {values.confirmation && texts('confirmationMessage', t('confirmationTextHint'))}
            {texts('message', t('messageHint'))}
          </div>
          <div className="flex min-w-0 flex-col gap-3 sm:sticky sm:top-0 sm:self-start">
            <CampaignPreview
              texts={preview as Parameters<typeof CampaignPreview>[0]['texts']}
              confirmation={values.confirmation ?? false}
              contactListId={list ? (values.contactListId ?? null) : null}
              tagListId={list ? null : (values.tagListId ?? null)}
              more={more}
              at={chosenStart() ?? Date.now()}
              fileName={values.media?.name}
              fileListName={choices.fileLists.find(({ value }) => value === values.fileListId)?.label}
              written={written}
            />
            {mayWrite && test}
          </div>
        </div>
      )}
    </RowDialog>
  )
}

/** Returns whether a start that was chosen is complete. */
const isTimed = ({ start, day, time }: { start: string; day: string; time: string }): boolean =>
  start !== 'at' || (isDay(day) && parseTime(time) !== null)

/** Formats the start for the button: the time alone for today. */
const whenOf = (at: number, zone: string): string =>
  dayOf(at, zone) === dayOf(Date.now(), zone) ? formatTime(at, zone) : `${formatDate(at, zone)} ${formatTime(at, zone)}`

/**
 * Values of the fields that a campaign over an official number has not, and of those only it has.
 */
const NO_TEXTS = {
  ...Object.fromEntries(
    VARIANT_NUMBERS.flatMap(number => [
      [`message${number}`, ''],
      [`confirmationMessage${number}`, ''],
    ]),
  ),
  fileListId: null,
}
const NO_TEMPLATES = {
  templateId: null,
  templateVariables: {},
  confirmationTemplateId: null,
  confirmationTemplateVariables: {},
}

/** Returns the initial values of the form. */
function valuesOf(campaign: Campaign | null, zone: string) {
  const at = campaign?.scheduledAt ?? null
  const texts = Object.fromEntries(
    VARIANT_NUMBERS.flatMap(number => [
      [`message${number}`, campaign?.[`message${number}`] ?? ''],
      [`confirmationMessage${number}`, campaign?.[`confirmationMessage${number}`] ?? ''],
    ]),
  ) as Pick<Campaign, `message${1 | 2 | 3 | 4 | 5}` | `confirmationMessage${1 | 2 | 3 | 4 | 5}`>
  return {
    name: campaign?.name ?? '',
    ...texts,
    confirmation: campaign?.confirmation ?? false,
    templateId: campaign?.templateId ?? null,
    templateVariables: campaign?.templateVariables ?? {},
    confirmationTemplateId: campaign?.confirmationTemplateId ?? null,
    confirmationTemplateVariables: campaign?.confirmationTemplateVariables ?? {},
    // A deleted connection cannot be chosen again.
    whatsappId: campaign?.whatsapp ? campaign.whatsappId : null,
    contactListId: campaign?.contactListId ?? null,
    tagListId: campaign?.tagListId ?? null,
    fileListId: campaign?.fileListId ?? null,
    audience: campaign?.tagListId ? ('tag' as const) : ('list' as const),
    start: at === null ? ('none' as const) : ('at' as const),
    day: at === null ? '' : dayOf(at, zone),
    time: at === null ? '' : formatTime(at, zone),
    media: rowMedia(campaign) as MediaValue,
  }
}
