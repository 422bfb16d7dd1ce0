import { z } from 'zod'
import { Contact } from './contact.ts'

/** Reasons to suspect one person in two contacts: the same end of the number, e-mail, or CPF. */
export const DUPLICATE_REASONS = ['number', 'email', 'document'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

const reasons = z.array(z.enum(DUPLICATE_REASONS))

/** Contact that may be the same person as another one. */
export const ContactDuplicate = Contact.extend({ reasons })
export type ContactDuplicate = z.infer<typeof ContactDuplicate>

/** Two contacts that may be one person. */
export const DuplicatePair = z.object({ id: z.string(), contacts: z.tuple([Contact, Contact]), reasons })
export type DuplicatePair = z.infer<typeof DuplicatePair>
