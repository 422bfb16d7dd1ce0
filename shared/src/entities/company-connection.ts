import type { z } from 'zod'
import { CompanyRef } from './company.ts'
import { Whatsapp } from './whatsapp.ts'

/** Connection as a super user sees it: its company and its state, and none of its messages. */
export const CompanyConnection = Whatsapp.pick({
  id: true,
  name: true,
  status: true,
  number: true,
  channel: true,
  provider: true,
  displayPhoneNumber: true,
  disconnectReason: true,
  isDefault: true,
  updatedAt: true,
}).extend({ company: CompanyRef })
export type CompanyConnection = z.infer<typeof CompanyConnection>
