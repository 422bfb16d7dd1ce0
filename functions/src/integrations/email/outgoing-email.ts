import type { EmailContent } from './email-content.ts'

/** An e-mail with its envelope. */
export type OutgoingEmail = {
  /** Id that stays the same in every attempt. */
  id: string
  /** `Name <address>` or an address. */
  from: string
  to: string
  content: EmailContent
}
