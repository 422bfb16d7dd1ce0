import { expect, it } from 'vitest'
import { z } from 'zod'
import { AREAS } from '../api/index.ts'
import { routesOf } from './match.ts'

const ROUTES = AREAS.flatMap(routesOf).map(({ name, route }) => ({ name, ...route }))
/** Calls for files that no form takes at any size. */
const ALONE = ['/imports/uploads']
const preparing = ROUTES.filter(({ path }) => path.endsWith('/uploads') && !ALONE.includes(path))

/** Returns the maximum size of a file for a call that signs a form, in bytes. */
const mostOf = (body: z.ZodType | undefined): number =>
  (z.toJSONSchema(body!, { io: 'input' }) as unknown as { properties: { size: { maximum: number } } }).properties.size
    .maximum

it('what is too large for a form comes by a call that the form names, and the other way round', () => {
  const named = ROUTES.flatMap(({ multipart }) => multipart?.larger ?? [])
  expect([...new Set(named)].sort()).toEqual(preparing.map(({ path }) => path).sort())
  for (const { name, multipart, access, body } of ROUTES) {
    if (!multipart?.larger) continue
    const prepare = preparing.find(({ path }) => path === multipart.larger)!
    expect([name, prepare.access]).toEqual([name, access])
    expect([name, mostOf(prepare.body) > multipart.maxSize]).toEqual([name, true])
    // A row's own form has no field for a key: the call that stores its file has one.
    if (multipart.json) continue
    const { properties } = z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' }) as { properties: object }
    expect([name, 'key' in properties || 'uploads' in properties]).toEqual([name, true])
  }
})

it('a form takes what fits into a call', () => {
  for (const { name, multipart } of ROUTES) expect([name, (multipart?.maxSize ?? 0) <= 4_500_000]).toEqual([name, true])
})
