import type { TicketPriority } from '../entities/ticket.ts'
import type { Language } from './language.ts'

/** Names of the priorities in exports; a ticket without one has none. */
export const TICKET_PRIORITY_NAMES: Record<Language, Partial<Record<TicketPriority, string>>> = {
  pt: { low: 'Baixa', medium: 'Média', high: 'Alta', urgent: 'Urgente' },
  en: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  es: { low: 'Baja', medium: 'Media', high: 'Alta', urgent: 'Urgente' },
}
