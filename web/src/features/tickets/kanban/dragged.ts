import type { Ticket } from '@balcao/shared/entities/ticket.ts'

/**
 * The dragged item: a card with its ticket, or a column. The library passes it on untyped, so those
 * who give it say `satisfies Dragged`.
 */
export type Dragged =
  | { kind: 'card'; ticket: Ticket; columnId: string }
  | { kind: 'column'; name: string; columnId: string }
