import type { Message } from '@balcao/shared/entities/message.ts'
import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'

export interface MessageHandlers {
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
  onDelete: (message: Message) => void
  /** Capabilities of the ticket's connection; absent in a view that only reads. */
  can?: Pick<Capabilities, 'edits' | 'deletions' | 'reactions'>
  /** Forwards the message; absent in a view that only reads. */
  onForward?: (message: Message) => void
  onRetry: (message: Message) => void
  /** Sets the reaction; '' removes it. */
  onReact: (message: Message, emoji: string) => void
  /**
   * Searches for products its text names and adds them to the order; absent in a plan without
   * sales.
   */
  onOrder?: (message: Message) => void
  onOpenImage: (message: Message) => void
  onJump: (messageId: string) => void
  onContact: (contact: { name: string; number: string }, what: 'save' | 'chat') => void
}
