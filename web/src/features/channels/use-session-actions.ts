import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { type InUse, inUseOf } from './in-use.ts'

type Verb = 'start' | 'renew' | 'remove'

/**
 * Returns the actions on a connection's session; each that loses credentials first names the
 * connection and the consequences.
 */
export function useSessionActions() {
  const { t } = useTranslation('channels')
  const run = useMutation({
    mutationFn: ({ connection, verb }: { connection: Whatsapp; verb: Verb }) =>
      api(whatsappsession[verb], { params: { id: connection.id } }),
    onSuccess: row => applyListEvent(queryClient, whatsapp.list, null, { action: 'update', row }),
    onError: toast.error,
  })
  const [inUse, setInUse] = useState<{ connection: Whatsapp; inUse: InUse } | null>(null)
  const forget = ({ id }: Whatsapp) => applyListEvent(queryClient, whatsapp.list, null, { action: 'delete', id })
  const test = useMutation({
    mutationFn: (connection: Whatsapp) => api(whatsapp.test, { params: { id: connection.id } }),
    onSuccess: () => toast.success(t('test.sent')),
    onError: toast.error,
  })
  const remove = useRemove<Whatsapp>({
    title: connection => t('deleteTitle', { name: connection.name }),
    hint: connection => t(`deleteHint.${connection.provider}`),
    done: t('deleted'),
    call: connection => api(whatsapp.remove, { params: { id: connection.id } }),
    refused: (error, connection) => {
      const named = inUseOf(error)
      if (named) setInUse({ connection, inUse: named })
      return named !== undefined
    },
    list: whatsapp.list,
    rowsKey: null,
  })
  return {
    /** Id of the connection whose call is on its way. */
    busyId: run.isPending ? run.variables.connection.id : null,
    retry: (connection: Whatsapp) => run.mutate({ connection, verb: 'start' }),
    newQr: async (connection: Whatsapp) => {
      const yes = await confirm({
        title: t('newQrTitle', { name: connection.name }),
        description: t('newQrHint'),
        confirmLabel: t('action.newQr'),
        tone: 'neutral',
      })
      if (yes) await run.mutateAsync({ connection, verb: 'renew' }).catch(() => undefined)
      return yes
    },
    disconnect: async (connection: Whatsapp) => {
      const yes = await confirm({
        title: t('disconnectTitle', { name: connection.name }),
        description: t(`disconnectHint.${connection.provider}`),
        confirmLabel: t('action.disconnect'),
      })
      if (yes) run.mutate({ connection, verb: 'remove' })
    },
    test: (connection: Whatsapp) => test.mutate(connection),
    /** Id of the connection whose test message is on its way. */
    testedId: test.isPending ? test.variables.id : null,
    remove,
    /**
     * Connection that was not deleted, since something is still to be sent over it: the person has
     * to decide about that.
     */
    inUse,
    leaveInUse: () => setInUse(null),
    removed: (connection: Whatsapp) => {
      forget(connection)
      toast.success(t('deleted'))
    },
  }
}
