import { ContactCommands } from '#/features/contacts/public/contact-commands.tsx'
import { TicketCommands } from '#/features/tickets/public/ticket-commands.tsx'
import { ScreenCommands } from './screen-commands.tsx'

/** Mounts the groups of the command bar that are available everywhere; they load with it. */
export function CommandSources({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <ScreenCommands onShortcuts={onShortcuts} />
      <TicketCommands />
      <ContactCommands />
    </>
  )
}
