import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Avatar } from '#/components/ui/avatar.tsx'

/** Shows a ticket's contact or group, with the channel it writes over. */
export function TicketAvatar({ ticket: { contact, isGroup } }: { ticket: Pick<Ticket, 'contact' | 'isGroup'> }) {
  return (
    <Avatar
      name={contact.name}
      src={contact.profilePicUrl}
      size={40}
      channel={contact.channel ?? 'whatsapp'}
      group={isGroup}
    />
  )
}
