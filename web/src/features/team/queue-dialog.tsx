import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import type { CallOf } from '@balcao/shared/api-contract/route.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Controller, type FieldError, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { HoursEditor } from '#/components/hours-editor.tsx'
import { MediaField } from '#/components/media-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { TextPreview } from '#/components/text-preview.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ColorPicker } from '#/components/ui/color-picker.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { AnsweringFields } from '#/features/integrations/public/lazy-answering-fields.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { queryClient } from '#/lib/queries.ts'
import { queueColors } from '#/lib/queue-colors.ts'
import { MEDIA_REFUSALS, type MediaValue, rowMedia, useSaveWithMedia } from '#/lib/row-media.ts'
import { api, useUser } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { SignatureField } from './signature-field.tsx'

const Body = queueRoutes.create.body.safeExtend({ media: z.custom<MediaValue>() })
type QueueBody = CallOf<typeof queueRoutes.create>['body'] & { media: MediaValue }

const QueueDistribution = lazyPart(() =>
  import('./distribution/queue-distribution.tsx').then(file => file.QueueDistribution),
)

const TEXTS = [
  { name: 'complationMessage', label: 'queues.completion' },
  { name: 'outOfHoursMessage', label: 'queues.outOfHours' },
  { name: 'ratingMessage', label: 'queues.rating' },
] as const

interface QueueDialogProps {
  /** The queue to edit; null: a new one. */
  queue: Queue | null
  /** Colours of the other queues; each queue has its own. */
  taken: readonly string[]
  /** True if it was opened from the queue's menu: then it has no link to it. */
  inMenu?: boolean
  onClose: () => void
}

export function QueueDialog({ queue, taken, inMenu = false, onClose }: QueueDialogProps) {
  const { t } = useTranslation(['team', 'common'])
  const byQueue = useSetting('scheduleType') === 'queue'
  const [tab, setTab] = useState('data')
  const [greeting, setGreeting] = useState('')
  const used = new Set(taken.map(color => color.toLowerCase()))
  const form = useForm({
    resolver: formResolver(Body),
    defaultValues: {
      name: queue?.name ?? '',
      color: queue?.color ?? queueColors.slice(20).find(color => !used.has(color)) ?? queueColors[0],
      greetingMessage: queue?.greetingMessage ?? '',
      complationMessage: queue?.complationMessage ?? '',
      outOfHoursMessage: queue?.outOfHoursMessage ?? '',
      ratingMessage: queue?.ratingMessage ?? '',
      signature: queue?.signature ?? '',
      orderQueue: queue?.orderQueue ?? null,
      integrationId: queue?.integrationId ?? null,
      promptId: queue?.promptId ?? null,
      media: rowMedia(queue),
      schedules: queue && queue.schedules.length > 0 ? queue.schedules : DEFAULT_SCHEDULES,
      distribution: queue?.distribution ?? 'manual',
      maxOpenTickets: queue?.maxOpenTickets ?? null,
    },
  })
  const { errors, dirtyFields, isDirty } = form.formState
  const values = form.watch()

  const isAnswered = Boolean(values.integrationId || values.promptId)
  /**
   * An integration or AI agent that answers replaces the greeting; the greeting returns when
   * neither is chosen.
   */
  const answer = (chosen: { integrationId: string | null; promptId: string | null }) => {
    const speaks = chosen.integrationId !== null || chosen.promptId !== null
    if (speaks && !isAnswered) setGreeting(values.greetingMessage ?? '')
    if (speaks !== isAnswered) form.setValue('greetingMessage', speaks ? '' : greeting, { shouldDirty: true })
    form.setValue('integrationId', chosen.integrationId, { shouldDirty: true })
    form.setValue('promptId', chosen.promptId, { shouldDirty: true })
  }

  const me = useUser()
  const saveWithMedia = useSaveWithMedia(queue)

  const save = async ({ media, ...body }: QueueBody) => {
    const saved = await saveWithMedia(media, (known, sentFiles, gone) =>
      known
        ? api(queueRoutes.update, { params: { id: known.id }, body: { ...body, ...gone } }, sentFiles)
        : api(queueRoutes.create, { body }, sentFiles),
    )
    if (queue && queue.orderQueue !== saved.orderQueue) void queryClient.invalidateQueries({ queryKey: ['queue'] })
    return saved
  }

  return (
    <RowDialog
      form={form}
      title={queue ? t('queues.edit') : t('queues.add')}
      size="lg"
      save={save}
      list={queueRoutes.list}
      rowsKey={null}
      saved={t('queues.saved')}
      fieldOf={{
        ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color',
        ERR_QUEUE_NAME_ALREADY_EXISTS: 'name',
        ...MEDIA_REFUSALS,
      }}
      onRefused={() =>
        setTab(
          form.getFieldState('maxOpenTickets').invalid
            ? 'distribution'
            : form.getFieldState('schedules').invalid
              ? 'hours'
              : 'data',
        )
      }
      onClose={onClose}
      notice={dirtyFields.schedules ? t('queues.hoursNotice') : undefined}
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="mb-4">
          <TabsTrigger value="data">{t('queues.tabData')}</TabsTrigger>
          <TabsTrigger value="hours">{t('queues.tabHours')}</TabsTrigger>
          <TabsTrigger value="distribution">{t('queues.distribution.tab')}</TabsTrigger>
        </TabsList>
        <TabsContent value="data" className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-4">
            <Field label={t('queues.name')} error={fieldError(errors.name)} required className="min-w-48 flex-1">
              <Input {...form.register('name')} />
            </Field>
            <Field
              label={t('queues.order')}
              hint={t('queues.orderHint')}
              error={fieldError(errors.orderQueue)}
              className="w-40"
            >
              <Input
                type="number"
                min={0}
                max={1000}
                inputMode="numeric"
                className="tabular"
                {...form.register('orderQueue', {
                  setValueAs: (value: unknown) => (value === '' || value === null ? null : Number(value)),
                })}
              />
            </Field>
          </div>
          <Controller
            control={form.control}
            name="color"
            render={({ field }) => (
              <Field label={t('queues.color')} error={fieldError(errors.color)} required>
                <ColorPicker value={field.value} onChange={field.onChange} taken={taken} />
              </Field>
            )}
          />
          <Suspense>
            <AnsweringFields
              integrationId={values.integrationId ?? null}
              promptId={values.promptId ?? null}
              onChange={answer}
            />
          </Suspense>
          {isAnswered ? (
            <p className="rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('queues.answered')}</p>
          ) : (
            <div>
              <Field
                label={t('queues.greeting')}
                hint={<VariablesHint />}
                error={fieldError(errors.greetingMessage)}
                required
              >
                <Textarea {...form.register('greetingMessage')} />
              </Field>
              <TextPreview text={values.greetingMessage ?? ''} queueName={values.name} />
            </div>
          )}
          <Controller
            control={form.control}
            name="media"
            render={({ field }) => (
              <MediaField
                label={t('queues.file')}
                hint={t('queues.fileHint')}
                value={field.value}
                onChange={field.onChange}
                error={fieldError(errors.media as FieldError | undefined)}
              />
            )}
          />
          {queue && !inMenu && <MenuLink queue={queue} dirty={isDirty} />}
          {TEXTS.map(({ name, label }) => (
            <div key={name}>
              <Field label={t(label)} error={fieldError(errors[name])}>
                <Textarea rows={2} {...form.register(name)} />
              </Field>
              <TextPreview
                text={values[name] ?? ''}
                queueName={values.name}
                userName={name === 'outOfHoursMessage' ? undefined : me.name}
              />
            </div>
          ))}
          <SignatureField
            hint={t('signature.queueHint')}
            error={fieldError(errors.signature)}
            field={form.register('signature')}
            text={values.signature ?? ''}
            queueName={values.name}
            userName={me.name}
          />
        </TabsContent>
        <TabsContent value="hours">
          {!byQueue && <p className="mb-3 rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('queues.hoursOff')}</p>}
          <Controller
            control={form.control}
            name="schedules"
            render={({ field }) => <HoursEditor value={field.value ?? []} onChange={field.onChange} />}
          />
        </TabsContent>
        <TabsContent value="distribution">
          <Suspense>
            <QueueDistribution
              queue={queue}
              distribution={values.distribution ?? 'manual'}
              maxOpenTickets={values.maxOpenTickets ?? null}
              error={fieldError(errors.maxOpenTickets)}
              onChange={changes => {
                if (changes.distribution) form.setValue('distribution', changes.distribution, { shouldDirty: true })
                if (changes.maxOpenTickets !== undefined)
                  form.setValue('maxOpenTickets', changes.maxOpenTickets, {
                    shouldDirty: true,
                    shouldValidate: form.formState.isSubmitted,
                  })
              }}
            />
          </Suspense>
        </TabsContent>
      </Tabs>
    </RowDialog>
  )
}

/**
 * Shows the link to the options under the greeting; unsaved changes are not kept without asking.
 */
function MenuLink({ queue, dirty }: { queue: Queue; dirty: boolean }) {
  const { t } = useTranslation(['team', 'common'])
  const navigate = useNavigate()
  const to = { to: '/queues/$queueId', params: { queueId: queue.id } } as const
  const leave = async () => {
    const discard = await confirm({
      title: t('common:form.unsaved'),
      description: t('common:form.unsavedHint'),
      confirmLabel: t('common:action.discard'),
      cancelLabel: t('common:action.stay'),
    })
    if (discard) void navigate(to)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button asChild>
        <Link
          {...to}
          onClick={event => {
            if (!dirty) return
            event.preventDefault()
            void leave()
          }}
        >
          <ListTree aria-hidden size={16} />
          {t('queues.menu.openShort')}
        </Link>
      </Button>
      <span className="text-ink-2 text-xs">{t('queues.menuHint')}</span>
    </div>
  )
}
