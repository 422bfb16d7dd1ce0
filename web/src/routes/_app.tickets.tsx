import { createFileRoute } from '@tanstack/react-router'
import { ticketSearch } from '#/features/tickets/list/ticket-search.ts'
import { TicketsScreen } from '#/features/tickets/tickets-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/tickets')({
  validateSearch: ticketSearch,
  loader: () => loadTexts('tickets'),
  component: TicketsScreen,
})
