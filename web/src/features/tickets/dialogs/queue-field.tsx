import { queue } from '@balcao/shared/api/team/queue.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { problemText } from '#/lib/field-error.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'

/** Keeps the queue of a new ticket: at first the user's only one; admins need none. */
export function useChosenQueue() {
  const user = useUser()
  const admin = useMayAccess('admin')
  const [queueId, setQueueId] = useState<string | null>(user.queues.length === 1 ? user.queues[0]!.id : null)
  return { queueId, setQueueId, isMissing: !admin && queueId === null }
}

interface QueueFieldProps {
  chosen: ReturnType<typeof useChosenQueue>
  /** True once an error may be shown. */
  touched: boolean
}

/** Lets the user choose among their queues, and an admin among all of them or none. */
export function QueueField({ chosen, touched }: QueueFieldProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const user = useUser()
  const admin = useMayAccess('admin')
  const all = useQuery(apiQuery(queue.list)).data ?? []
  const queues = admin ? all : all.filter(each => user.queues.some(own => own.id === each.id))
  return (
    <Field
      label={t('ticketDetails:new.queue')}
      required={!admin}
      error={touched && chosen.isMissing ? problemText({ code: 'required', field: 'ticket.queueId' }) : undefined}
    >
      <Combobox
        options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
        value={chosen.queueId}
        onChange={chosen.setQueueId}
        {...(admin ? { clearLabel: t('row.noQueue') } : {})}
      />
    </Field>
  )
}
