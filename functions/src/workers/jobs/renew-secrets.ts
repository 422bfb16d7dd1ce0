import { listWhatsapps } from '../../data/channels/whatsapp.ts'
import { sealCompanyAnew } from '../../data/company/seal-anew.ts'
import { makeUsageKey } from './make-usage-key.ts'

/** A secret of the installation was changed: what a company's earlier one sealed or made is the newest one's from now on. */
export async function renewSecrets(companyId: string): Promise<void> {
  await sealCompanyAnew(companyId)
  if ((await listWhatsapps(companyId)).some(({ tokenHash }) => tokenHash)) await makeUsageKey(companyId)
}
