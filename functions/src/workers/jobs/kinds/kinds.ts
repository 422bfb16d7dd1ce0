/** Every kind of job and who does it. */
import type { Kinds } from '../run-step.ts'
import { contactRemoval } from './contact-removal.ts'
import { contactsExport } from './contacts-export.ts'

export const KINDS: Kinds = { contactsExport, contactRemoval }
