import type { Language } from '@balcao/shared/rules/language.ts'
import { getBilling } from '../company/billing.ts'
import { listCompanyIds } from '../company/installation.ts'
import { listUsers } from '../team/user.ts'
import { pushDevicesOf } from './push-device.ts'

export type SuperUser = { name: string; email: string; language: Language }

/**
 * Lists the super users of every company. Their language is that of a browser of theirs that gets
 * notifications, else that of their company's invoices. Costs a query per company.
 */
export async function listSuperUsers(): Promise<SuperUser[]> {
  const companies = await Promise.all((await listCompanyIds()).map(listUsers))
  const users = companies.flat().filter(user => user.super)
  return Promise.all(
    users.map(async ({ companyId, id, name, email }) => {
      const [device] = await pushDevicesOf(companyId, id)
      return { name, email, language: device?.language ?? (await getBilling(companyId)).language }
    }),
  )
}
