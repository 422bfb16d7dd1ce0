import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import type { CallOf } from '@balcao/shared/contract/route.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { HoursEditor } from '#/components/hours-editor.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { ColorPicker } from '#/components/ui/color-picker.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { VariablesHint } from '#/components/variables-hint.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { queryClient } from '#/lib/queries.ts'
import { queueColors } from '#/lib/queue-colors.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'

type QueueBody = CallOf<typeof queueRoutes.create>['body']

interface QueueDialogProps {
  /** Null: a new queue. */
  queue: Queue | null
  /** Colours of the other queues; each queue has its own. */
  taken: readonly string[]
  onClose: () => void
}

export function QueueDialog({ queue, taken, onClose }: QueueDialogProps) {
  const { t } = useTranslation(['team', 'common'])
  const byQueue = useSetting('scheduleType') === 'queue'
  const [tab, setTab] = useState('data')
  const used = new Set(taken.map(color => color.toLowerCase()))
  const form = useForm({
    resolver: zodResolver(queueRoutes.create.body),
    defaultValues: {
      name: queue?.name ?? '',
      color: queue?.color ?? queueColors.slice(20).find(color => !used.has(color)) ?? queueColors[0],
      greetingMessage: queue?.greetingMessage ?? '',
      complationMessage: queue?.complationMessage ?? '',
      outOfHoursMessage: queue?.outOfHoursMessage ?? '',
      ratingMessage: queue?.ratingMessage ?? '',
      orderQueue: queue?.orderQueue ?? null,
      schedules: queue && queue.schedules.length > 0 ? queue.schedules : DEFAULT_SCHEDULES,
    },
  })
  const { errors, dirtyFields } = form.formState
  const values = form.watch()

  const save = async (body: QueueBody) => {
    const saved = queue
      ? await api(queueRoutes.update, { params: { id: queue.id }, body })
      : await api(queueRoutes.create, { body })
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
      fieldOf={{ ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color', ERR_QUEUE_NAME_ALREADY_EXISTS: 'name' }}
      onRefused={() => setTab('data')}
      onClose={onClose}
      notice={dirtyFields.schedules ? t('queues.hoursNotice') : undefined}
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="mb-4">
          <TabsTrigger value="data">{t('queues.tabData')}</TabsTrigger>
          <TabsTrigger value="hours">{t('queues.tabHours')}</TabsTrigger>
        </TabsList>
        <TabsContent value="data" className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-4">
            <Field
              label={t('queues.name')}
              error={fieldError(errors.name, values.name)}
              required
              className="min-w-48 flex-1"
            >
              <Input {...form.register('name')} />
            </Field>
            <Field
              label={t('queues.order')}
              hint={t('queues.orderHint')}
              error={errors.orderQueue && t('common:validation.number')}
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
              <Field label={t('queues.color')} error={fieldError(errors.color, field.value)} required>
                <ColorPicker value={field.value} onChange={field.onChange} taken={taken} />
              </Field>
            )}
          />
          <Field
            label={t('queues.greeting')}
            hint={<VariablesHint />}
            error={errors.greetingMessage && t('common:validation.greeting')}
            required
          >
            <Textarea {...form.register('greetingMessage')} />
          </Field>
          <Field label={t('queues.outOfHours')}>
            <Textarea rows={2} {...form.register('outOfHoursMessage')} />
          </Field>
          <Field label={t('queues.completion')}>
            <Textarea rows={2} {...form.register('complationMessage')} />
          </Field>
          <Field label={t('queues.rating')}>
            <Textarea rows={2} {...form.register('ratingMessage')} />
          </Field>
        </TabsContent>
        <TabsContent value="hours">
          {!byQueue && <p className="mb-3 rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('queues.hoursOff')}</p>}
          <Controller
            control={form.control}
            name="schedules"
            render={({ field }) => <HoursEditor value={field.value ?? []} onChange={field.onChange} />}
          />
        </TabsContent>
      </Tabs>
    </RowDialog>
  )
}
