import { AppError } from '@balcao/shared/errors.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { readSettings } from '../../../data/company/setting.ts'

/**
 * Refuses a new password that is easily guessed, where the company wants that. The rule is loaded
 * only there, since it brings a list of passwords.
 * @throws ERR_WEAK_PASSWORD
 * @param owner name and e-mail as they will be
 */
export async function refuseWeakPassword(
  companyId: string,
  password: string,
  owner: { name: string; email: string },
): Promise<void> {
  const { refuseWeakPasswords } = await readSettings(companyId)
  if (refuseWeakPasswords !== 'enabled') return
  const [{ passwordStrength }, company] = await Promise.all([
    import('@balcao/shared/rules/password-strength.ts'),
    requireCompany(companyId),
  ])
  if (passwordStrength(password, [owner.name, owner.email, company.name]).level === 'weak')
    throw new AppError('ERR_WEAK_PASSWORD', { details: [{ path: 'password', code: 'ERR_WEAK_PASSWORD' }] })
}
