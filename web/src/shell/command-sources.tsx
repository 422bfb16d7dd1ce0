import { ContactCommands } from '#/features/contacts/public/contact-commands.tsx'
import { TicketCommands } from '#/features/tickets/public/ticket-commands.tsx'

/** Mounts the groups of the command bar that features provide; they load with it. */
export function CommandSources() {
  return (
    <>
      <TicketCommands />
      <ContactCommands />
    </>
  )
}
