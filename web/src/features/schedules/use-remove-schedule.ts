import { schedules } from '@balcao/shared/api/content/schedules.ts'
import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { useTranslation } from 'react-i18next'
import { useMayAccess } from '#/lib/permissions.ts'
import { api, useUser } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'

/**
 * Returns whether the signed-in user may change a scheduled message: users their own, admins all.
 */
export function useMayChangeSchedule(): (schedule: Pick<Schedule, 'userId'>) => boolean {
  const user = useUser()
  const admin = useMayAccess('admin')
  return ({ userId }) => admin || userId === user.id
}

/** Asks once and deletes; `onDone` runs when it is out of the calendar. */
export function useRemoveSchedule(sent: boolean, onDone?: () => void) {
  const { t } = useTranslation('schedules')
  return useRemove<Schedule>({
    title: schedule => t('deleteTitle', { name: schedule.contact?.name ?? t('noContact') }),
    hint: t(sent ? 'deleteSentHint' : 'deleteHint'),
    done: t('deleted'),
    call: schedule => api(schedules.remove, { params: { id: schedule.id } }),
    list: schedules.list,
    rowsKey: 'schedules',
    onRemoved: onDone,
  })
}
