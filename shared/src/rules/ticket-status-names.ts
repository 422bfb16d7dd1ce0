import type { TicketStatus } from '../entities/ticket.ts'
import type { Language } from './language.ts'

/** Names of the ticket statuses, the same on every screen and in every file made for a person. */
export const TICKET_STATUS_NAMES: Record<Language, Record<TicketStatus, string>> = {
  pt: { pending: 'Aguardando', open: 'Em atendimento', closed: 'Resolvido' },
  en: { pending: 'Waiting', open: 'In progress', closed: 'Resolved' },
  es: { pending: 'En espera', open: 'En atención', closed: 'Resuelta' },
}
