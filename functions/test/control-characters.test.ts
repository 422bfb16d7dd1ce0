/**
 * Every field of the contract that names something, with control characters in it: 400, whatever
 * the route.
 */
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeCompany, makeUser, send, type TestUser } from './harness.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, pathWith, QUERIES } from './valid-calls.ts'

const NAMES = /^(name|title|shortcode|fantasy|city|neighborhood|\w+Name)$/

const SIGNS = ['\u0000', '\n', '\t', '\u001b', '\u007f', '\u0085', '\u2028']

type Json = { properties?: Record<string, { type?: string; pattern?: string; enum?: unknown }> }

/** Names of the fields of a body that are free texts and name something. */
function namesIn(body: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json
  return Object.entries(properties).flatMap(([name, { type, enum: choices }]) =>
    NAMES.test(name) && type === 'string' && choices === undefined ? [name] : [],
  )
}

const CASES = AREAS.flatMap(area => routesOf(area)).flatMap(({ name, route }) =>
  route.body && route.access !== 'apiKey' ? namesIn(route.body).map(field => ({ name, route, field })) : [],
)

let as: TestUser
let mine: Tenant

beforeAll(async () => {
  const company = await makeCompany()
  as = await makeUser(company.id, { profile: 'admin', super: true })
  mine = await makeTenant(company)
})

describe('a control character', () => {
  it('is looked for in many fields', () => {
    expect(CASES.length).toBeGreaterThan(60)
  })

  it.each(CASES)('is refused in $field of $name', async ({ name, route, field }) => {
    for (const sign of SIGNS) {
      if (field === 'shortcode' && /\s/.test(sign)) continue // Its white space becomes a blank.
      const answer = await send(route.method, pathWith(route.path, mine.ids), {
        as,
        query: QUERIES[name]?.(mine.ids) ?? {},
        headers: { 'content-type': 'application/json' },
        text: JSON.stringify({ ...(BODIES[name]!(mine.ids) as object), [field]: `Ana${sign}Maria` }),
      })
      expect([sign, answer.status, answer.error, answer.details]).toEqual([
        sign,
        400,
        'ERR_VALIDATION',
        [expect.objectContaining({ path: field })],
      ])
    }
  })

  it('is taken where a text may have lines', async () => {
    const text = 'Bom dia\n\tTudo bem?'
    const answer = await send('POST', '/quick-messages', {
      as,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify({ shortcode: 'linhas', message: text }),
    })
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([201, text])
  })
})
