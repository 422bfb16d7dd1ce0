import type { Company } from '@balcao/shared/entities/company.ts'
import { companyRow } from '../company/company.ts'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import type { TableKey } from '../table/keys.ts'
import { credentialRow, type UserRow, userRow } from '../team/user.ts'
import { type SecondFactorRow, secondFactorRow } from './second-factor.ts'

export type SignInRows = {
  passwordHash: string | undefined
  user: UserRow | undefined
  company: Company | undefined
  secondFactor: SecondFactorRow | undefined
}

/**
 * Reads all rows that decide a sign-in, consistently, in one call: apart from the hash, calls are
 * most of a sign-in's time.
 */
export async function readForSignIn(companyId: string, userId: string): Promise<SignInRows> {
  const keys = {
    user: userRow.key(companyId, userId),
    credential: credentialRow.key(companyId, userId),
    company: companyRow.key(companyId),
    secondFactor: secondFactorRow.key(companyId, userId),
  }
  const items = await readAll<TableKey & Record<string, unknown>>({
    [tableName()]: { Keys: Object.values(keys), ConsistentRead: true },
  })
  const at = <T>({ pk, sk }: TableKey, parse: (item: Record<string, unknown>) => T): T | undefined => {
    const item = items.find(each => each.pk === pk && each.sk === sk)
    return item && parse(item)
  }
  return {
    user: at(keys.user, userRow.parse),
    passwordHash: at(keys.credential, credentialRow.parse),
    company: at(keys.company, companyRow.parse),
    secondFactor: at(keys.secondFactor, secondFactorRow.parse),
  }
}
