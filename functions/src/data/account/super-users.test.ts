import { afterAll, expect, it } from 'vitest'
import { makeCompany, makeUser } from '../../../test/harness.ts'
import { newSubscription } from '../../../test/new-subscription.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { addPushDevice } from './push-device.ts'
import { listSuperUsers } from './super-users.ts'

// Those of all companies are listed.
afterAll(await openOwnTable())

it('lists the super users of every company, in the language of their browser', async () => {
  const [one, other] = [await makeCompany(), await makeCompany()]
  await makeUser(one.id)
  const olga = await makeUser(one.id, { super: true, name: 'Olga' })
  const otto = await makeUser(other.id, { super: true, name: 'Otto' })
  const { endpoint, keys } = newSubscription().given
  const subscription = { endpoint, ...keys }
  await addPushDevice({ ...otto.actor, language: 'es', browser: 'Firefox · Windows', subscription })
  const found = await listSuperUsers()
  expect(found).toHaveLength(2)
  expect(found).toEqual(
    expect.arrayContaining([
      { name: 'Olga', email: olga.user.email, language: 'pt' },
      { name: 'Otto', email: otto.user.email, language: 'es' },
    ]),
  )
})
