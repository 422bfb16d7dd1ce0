import { describe, expect, it } from 'vitest'
import { v1 } from '../api/v1.ts'
import { EXAMPLE_BODIES } from '../api/v1-examples.ts'
import { exampleOf } from './example.ts'
import { routesOf } from './match.ts'

const ROUTES = routesOf(v1)

describe('an example of the public API', () => {
  it.each(ROUTES.filter(({ route }) => route.response).map(each => [each.name, each] as const))(
    'of %s is an answer of its schema',
    (_, { route, resource }) => {
      const example = exampleOf(route.response!, resource)
      expect(route.response!.safeParse(example).error).toBeUndefined()
    },
  )

  it('is written for every call that takes a body, and is one that its schema takes', () => {
    const taking = ROUTES.filter(({ route }) => route.body)
    expect(Object.keys(EXAMPLE_BODIES).sort()).toEqual(taking.map(({ name }) => name).sort())
    for (const { name, route } of taking)
      expect([name, route.body!.safeParse(EXAMPLE_BODIES[name]).error]).toEqual([name, undefined])
  })
})
