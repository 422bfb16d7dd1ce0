/**
 * Every text that the specification gives to a field, in the answer of the call that its form
 * makes.
 */
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { SPECIFIED_TEXTS } from '@balcao/shared/test/specified-texts.ts'
import { beforeAll, expect, it } from 'vitest'
import { makeCompany, makeUser, send, type TestUser } from './harness.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, pathWith } from './valid-calls.ts'

const routes = new Map(AREAS.flatMap(area => routesOf(area).map(({ name, route }) => [name, route])))

let as: TestUser
let mine: Tenant

beforeAll(async () => {
  const company = await makeCompany()
  as = await makeUser(company.id, { profile: 'admin', super: true })
  mine = await makeTenant(company)
})

it.each(SPECIFIED_TEXTS)('$field of $route is answered $pt for $value', async text => {
  const { route: name, field, value, code, parameters, pt: message } = text
  const route = routes.get(name)!
  const answer = await send(route.method, pathWith(route.path, mine.ids), {
    as,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify({ ...(BODIES[name]!(mine.ids) as object), [field]: value }),
  })
  expect([answer.status, answer.error]).toEqual([400, 'ERR_VALIDATION'])
  expect(answer.details).toEqual([expect.objectContaining({ path: field, code, ...parameters, message })])
})
