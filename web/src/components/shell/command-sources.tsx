import { ContactCommands } from '#/features/contacts/contact-commands.tsx'
import { TicketCommands } from '#/features/tickets/ticket-commands.tsx'

/** Groups of the command bar that search in features; they come with it. */
export function CommandSources() {
  return (
    <>
      <TicketCommands />
      <ContactCommands />
    </>
  )
}
