import { Suspense } from 'react'
import { ContactCommands } from '#/features/contacts/public/contact-commands.tsx'
import { TicketCommands } from '#/features/tickets/public/ticket-commands.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { ScreenCommands } from './screen-commands.tsx'

/** Loaded with the texts of the keys, whose names its commands have. */
const OpenTicketCommands = lazyPart(
  () => import('#/features/tickets/public/open-ticket-commands.tsx').then(file => file.OpenTicketCommands),
  'shortcuts',
  'tickets',
  'ticketDetails',
)

/** Mounts the groups of the command bar that are available everywhere; they load with it. */
export function CommandSources({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <Suspense>
        <OpenTicketCommands />
      </Suspense>
      <ScreenCommands onShortcuts={onShortcuts} />
      <TicketCommands />
      <ContactCommands />
    </>
  )
}
