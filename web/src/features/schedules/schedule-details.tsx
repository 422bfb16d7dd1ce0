import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { Link } from '@tanstack/react-router'
import { MessagesSquare, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { formatWhen } from '#/lib/format.ts'
import { ScheduleStatus, useScheduleReason } from './schedule-status.tsx'
import { useMayChangeSchedule, useRemoveSchedule } from './use-remove-schedule.ts'

/** Shows a scheduled message that cannot be changed (any more, or by this person). */
export function ScheduleDetails({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation(['schedules', 'common'])
  const sent = schedule.status === 'ENVIADA'
  const mine = useMayChangeSchedule()(schedule)
  const remove = useRemoveSchedule(sent, onClose)
  const reason = useScheduleReason(schedule)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('details')}
      footer={
        <>
          {mine && (
            <Button
              variant="danger-ghost"
              icon={<Trash2 size={16} />}
              className="mr-auto"
              onClick={() => void remove(schedule)}
            >
              {t('common:action.delete')}
            </Button>
          )}
          {schedule.ticketId && (
            <Button asChild>
              <Link to="/tickets/$uuid" params={{ uuid: schedule.ticketId }}>
                <MessagesSquare aria-hidden size={16} className="icon" />
                {t('openTicket')}
              </Link>
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </>
      }
    >
      <dl className="flex flex-col gap-3">
        <Line title={t('field.contact')}>
          <bdi>{schedule.contact?.name ?? t('noContact')}</bdi>
        </Line>
        <Line title={t('field.body')}>
          <bdi className="wrap-anywhere whitespace-pre-wrap">{schedule.body}</bdi>
        </Line>
        {schedule.mediaPath && (
          <Line title={t('field.file')}>
            <a
              href={schedule.mediaPath}
              target="_blank"
              rel="noreferrer"
              className="wrap-anywhere text-accent-ink underline"
            >
              <bdi>{schedule.mediaName}</bdi>
            </a>
          </Line>
        )}
        <Line title={t('field.when')}>{formatWhen(schedule.sendAt)}</Line>
        {schedule.sentAt && <Line title={t('field.sentAt')}>{formatWhen(schedule.sentAt)}</Line>}
        {schedule.recurrence !== 'none' && (
          <Line title={t('field.recurrence')}>{t(`recurrence.${schedule.recurrence}`)}</Line>
        )}
        <Line title={t('field.status')}>
          <ScheduleStatus schedule={schedule} />
          {reason && <span className="mt-1 block text-ink-2 text-sm">{reason}</span>}
        </Line>
        <Line title={t('field.user')}>
          {schedule.user.name}
          {!mine && !sent && <span className="block text-ink-2 text-sm">{t('notYours')}</span>}
        </Line>
      </dl>
    </Dialog>
  )
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2 text-xs">{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
