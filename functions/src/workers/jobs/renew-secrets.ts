import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import { resealCompany } from '../../data/company/reseal-company.ts'
import { makeUsageKey } from './make-usage-key.ts'

/**
 * Renews a company's secrets after a secret of the installation was changed: what the earlier one
 * encrypted or derived now uses the newest one.
 */
export async function renewSecrets(companyId: string): Promise<void> {
  await resealCompany(companyId)
  if ((await listWhatsapps(companyId)).some(({ tokenHash }) => tokenHash)) await makeUsageKey(companyId)
}
