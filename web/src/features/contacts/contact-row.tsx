import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { CalendarClock, MessageSquarePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { formatPhone } from '#/lib/format.ts'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { RecheckButton } from './public/recheck-button.tsx'

interface ContactRowProps {
  contact: Contact
  /** True if the row is one line in columns (40 px), or two lines (64 px). */
  oneLine: boolean
  active: boolean
  onEdit: () => void
  onStart: () => void
  /** Undefined in a plan without scheduled messages. */
  onSchedule: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function ContactRow({ contact, oneLine, active, onEdit, onStart, onSchedule, onDelete }: ContactRowProps) {
  const { t } = useTranslation(['contacts', 'common'])
  const page = contact.channel && contact.channel !== 'whatsapp' ? contact.channel : null
  const number = contact.isGroup ? '' : page ? t(`channel.${page}`) : formatPhone(contact.number)
  const badge = contact.isGroup ? (
    <Badge>{t('group')}</Badge>
  ) : contact.isWhatsappValid === false ? (
    <Badge tone="warning">{t('noWhatsappBadge')}</Badge>
  ) : null
  return (
    <ListRow active={active}>
      <Avatar
        name={contact.name}
        src={contact.profilePicUrl}
        size={oneLine ? 28 : 40}
        channel={contact.channel}
        group={contact.isGroup}
      />
      <RowOpener oneLine={oneLine} onOpen={onEdit}>
        <span className={cn('flex min-w-0 items-center gap-2', oneLine && 'basis-2/5')}>
          <span title={contact.name} className="truncate font-medium">
            {contact.name}
          </span>
          {badge}
        </span>
        <span className={cn('tabular truncate text-ink-2', oneLine ? 'w-44 shrink-0' : 'w-full text-sm')}>
          {number}
        </span>
        {oneLine && (
          <span title={contact.email} className="min-w-0 flex-1 truncate text-ink-2">
            {contact.email}
          </span>
        )}
      </RowOpener>
      <RowActions name={contact.name} onEdit={oneLine ? onEdit : undefined} onDelete={onDelete}>
        {contact.isWhatsappValid === false && (
          <RecheckButton
            name={contact.name}
            call={() => api(contacts.check, { params: { id: contact.id } })}
            keep={row => applyListEvent(queryClient, contacts.list, 'contacts', { action: 'update', row })}
          />
        )}
        {onSchedule && (
          <IconButton
            label={t('schedule', { name: contact.name })}
            icon={<CalendarClock size={16} />}
            size="sm"
            disabledReason={
              page ? t('channel.noSchedule') : contact.isWhatsappValid === false ? t('notWhatsapp') : undefined
            }
            onClick={onSchedule}
          />
        )}
        <IconButton
          label={t('start', { name: contact.name })}
          icon={<MessageSquarePlus size={16} />}
          size="sm"
          tone="accent"
          disabledReason={contact.isWhatsappValid === false ? t('notWhatsapp') : undefined}
          onClick={onStart}
        />
      </RowActions>
    </ListRow>
  )
}
