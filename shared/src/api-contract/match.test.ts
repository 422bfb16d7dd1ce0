import { describe, expect, it } from 'vitest'
import { SERVED_AREAS } from '../api/v1.ts'
import { matcher, routesOf, spellings } from './match.ts'
import { area, route } from './route.ts'

const sample = area('tickets', {
  things: {
    byId: route({ method: 'GET', path: '/things/{id}', summary: '', access: 'user' }),
    list: route({ method: 'GET', path: '/things/list', summary: '', access: 'user' }),
    deep: route({ method: 'GET', path: '/things/{id}/{part}', summary: '', access: 'user' }),
    search: route({ method: 'GET', path: '/things/{id}/search', summary: '', access: 'user' }),
    edit: route({
      method: 'PUT',
      path: '/things/{id}',
      summary: '',
      access: 'user',
      aliases: [{ method: 'POST', path: '/things/edit/{id}' }],
    }),
  },
})

describe('matcher', () => {
  const match = matcher(sample)
  const nameOf = (method: string, path: string) => {
    const found = match(method, path)
    return typeof found === 'object' ? found.name : found
  }

  it('prefers literal segments, whatever the order of declaration', () => {
    expect(nameOf('GET', '/things/list')).toBe('things.list')
    expect(nameOf('GET', '/things/7')).toBe('things.byId')
    expect(nameOf('GET', '/things/7/search')).toBe('things.search')
    expect(nameOf('GET', '/things/7/other')).toBe('things.deep')
  })

  it('takes a trailing slash and doubled slashes', () => {
    expect(nameOf('GET', '/things/list/')).toBe('things.list')
    expect(nameOf('GET', '//things//7')).toBe('things.byId')
  })

  it('serves aliases with their own method', () => {
    expect(match('POST', '/things/edit/7')).toMatchObject({ name: 'things.edit', params: { id: '7' } })
  })

  it('decodes variables, and leaves a broken escape as it is', () => {
    expect(match('GET', '/things/a%20b')).toMatchObject({ params: { id: 'a b' } })
    expect(match('GET', '/things/%E0%A4%A')).toMatchObject({ params: { id: '%E0%A4%A' } })
  })

  it('distinguishes a wrong method from a wrong path', () => {
    expect(match('DELETE', '/things/7')).toBe('method')
    expect(match('GET', '/nothing')).toBeUndefined()
  })
})

describe('the API', () => {
  const all = SERVED_AREAS.flatMap(a => routesOf(a).map(named => ({ ...named, area: a })))

  it('has fourteen areas', () => {
    expect(SERVED_AREAS).toHaveLength(14)
  })

  it('reaches every route by each of its spellings', () => {
    for (const { area: a, name, route: r } of all) {
      for (const { method, path } of spellings(r)) {
        const found = matcher(a)(method, path.replace(/\{(\w+)\}/g, 'x-$1'))
        expect(typeof found === 'object' && found.name, `${method} ${path}`).toBe(name)
      }
    }
  })

  it('gives a first path segment to one area only', () => {
    const owners = new Map<string, string>()
    for (const { area: a, route: r } of all) {
      for (const { path } of spellings(r)) {
        const segment = path.split('/')[1]!
        expect(owners.get(segment) ?? a.name, segment).toBe(a.name)
        owners.set(segment, a.name)
      }
    }
  })

  it('declares the variables of its paths, no more and no fewer', () => {
    for (const { name, route: r } of all) {
      const inPath = [...r.path.matchAll(/\{(\w+)\}/g)].map(found => found[1]!).sort()
      const shape = (r.params as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
      expect(Object.keys(shape).sort(), name).toEqual(inPath)
    }
  })
})
