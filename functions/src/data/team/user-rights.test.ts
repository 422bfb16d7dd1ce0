import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { auth } from '@balcao/shared/api/account/auth.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestUser } from '../../../test/harness.ts'
import { hashPassword } from '../../http/password.ts'
import { documentClient, tableName } from '../table/client.ts'

const PASSWORD = 'correct horse'

describe('rows of users and sessions', () => {
  it('from before there were named rights have them, and keep or lose them like others', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id, { passwordHash: await hashPassword(PASSWORD) })
    const forget = (pk: string) =>
      documentClient().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk, sk: `user#${bia.user.id}` },
          UpdateExpression: 'REMOVE #permissions',
          ExpressionAttributeNames: { '#permissions': 'permissions' },
        }),
      )
    await forget(`${company.id}#user`)
    await forget(`${company.id}#session`)
    const addStore = async (as: TestUser, name: string) => (await call(stores.create, { as, body: { name } })).status
    expect((await call(auth.me, { as: bia })).body.permissions).toEqual(['catalog'])
    expect(await addStore(bia, 'Loja A')).toBe(201)
    // What a form of before sends has no rights in it, and a sign-in takes up those of the row.
    const body = { profile: 'user' as const, name: 'Bia Souza' }
    await call(users.update, { as: company.admin, params: { id: bia.user.id }, body })
    const { token } = (await call(auth.login, { body: { email: bia.user.email, password: PASSWORD } })).body
    const again = { ...bia, token }
    expect(await addStore(again, 'Loja B')).toBe(201)
    await call(users.update, { as: company.admin, params: { id: bia.user.id }, body: { permissions: [] } })
    expect(await addStore(again, 'Loja C')).toBe(403)
  })
})
