import { listCompanyIds } from '../company/installation.ts'
import { transact } from '../table/transact.ts'
import { listUsers } from '../team/user.ts'
import { newSetupToken, setUpWrite } from './setup-token.ts'

/**
 * Creates the token of a first set-up, which replaces an earlier one. Returns undefined if there is
 * a super user: also one of data that came from elsewhere, or are older than the row of the set-up.
 */
export async function offerSetup(): Promise<string | undefined> {
  for (const companyId of await listCompanyIds()) {
    if (!(await listUsers(companyId)).some(user => user.super)) continue
    await transact([setUpWrite()])
    return undefined
  }
  return newSetupToken()
}
