import { invitations } from '@balcao/shared/api/team/invitations.ts'
import type { Invitation } from '@balcao/shared/entities/invitation.ts'
import { isUnsent } from '@balcao/shared/rules/is-unsent.ts'
import { MailCheck, MailX, Send, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { formatDate } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Shows the pending invitations, above the users; renders nothing when there are none. */
export function PendingInvitations({ rows }: { rows: readonly Invitation[] }) {
  const { t } = useTranslation('onboarding')
  if (rows.length === 0) return null
  return (
    <section
      aria-label={t('invitations.title')}
      className="mb-4 max-h-1/2 shrink-0 overflow-y-auto rounded-md border border-line bg-surface"
    >
      <h2 className="border-line border-b px-4 py-2 font-medium text-ink-2 text-sm">{t('invitations.title')}</h2>
      <ul>
        {rows.map(invitation => (
          <PendingRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function PendingRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation(['onboarding', 'common'])
  const [busy, setBusy] = useState(false)
  const { id, name, email, isExpired, expiresAt } = invitation
  const state = isUnsent(invitation) ? t('invitations.unsent') : t('invitations.expired')
  const params = { id }

  const send = async () => {
    setBusy(true)
    try {
      const row = await api(invitations.send, { params })
      applyListEvent(queryClient, invitations.list, null, { action: 'update', row })
      toast.success(t('invitations.sent', { email }))
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  const withdraw = async () => {
    const sure = await confirm({
      title: t('invitations.withdrawTitle', { name }),
      description: t('invitations.withdrawHint'),
      confirmLabel: t('invitations.withdraw'),
    })
    if (!sure) return
    try {
      await api(invitations.remove, { params })
      applyListEvent(queryClient, invitations.list, null, { action: 'delete', id })
      toast.success(t('invitations.withdrawn'))
    } catch (error) {
      toast.error(error)
    }
  }

  const Mark = isExpired ? MailX : MailCheck
  return (
    <li className="flex min-h-10 items-center gap-3 border-line border-t px-4 py-1 first:border-t-0">
      <Mark aria-hidden size={16} className="icon shrink-0 text-ink-3" />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
        <span title={name} className="truncate font-medium sm:basis-1/4">
          {name}
        </span>
        <span title={email} className="truncate text-ink-2 max-sm:text-sm">
          {email}
        </span>
      </span>
      <Badge tone={isExpired ? 'warning' : 'neutral'} className="max-sm:hidden">
        {isExpired ? state : t('invitations.until', { date: formatDate(expiresAt) })}
      </Badge>
      {isExpired && (
        <Badge tone="warning" className="sm:hidden">
          {state}
        </Badge>
      )}
      <span className="flex shrink-0">
        <IconButton
          label={t('invitations.resendOf', { name })}
          icon={<Send size={16} />}
          size="sm"
          disabled={busy}
          onClick={() => void send()}
        />
        <IconButton
          label={t('invitations.withdrawOf', { name })}
          icon={<X size={16} />}
          size="sm"
          onClick={() => void withdraw()}
        />
      </span>
    </li>
  )
}
