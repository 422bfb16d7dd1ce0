import type { z } from 'zod'
import { CompanyRef } from './company.ts'
import { Whatsapp } from './whatsapp.ts'

/** A connection as whoever runs the installation sees it: whose it is and how it is, and nothing of what it says. */
export const CompanyConnection = Whatsapp.pick({
  id: true,
  name: true,
  status: true,
  number: true,
  channel: true,
  disconnectReason: true,
  isDefault: true,
  updatedAt: true,
}).extend({ company: CompanyRef })
export type CompanyConnection = z.infer<typeof CompanyConnection>
