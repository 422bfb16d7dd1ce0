// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest'
import { completeDom } from '#/testing/render-screen.tsx'
import { navItems } from './nav-items.ts'
import { mayOpen, SCREENS, type ScreenPath, screenAt } from './screens.ts'

const paths = Object.keys(SCREENS) as ScreenPath[]
/** Ids of all private routes, as the router has them. */
let routes: string[]

beforeAll(async () => {
  completeDom()
  const { router } = await import('#/router.ts')
  routes = Object.keys(router.routesById).filter(id => id.startsWith('/_app/'))
})

describe('the table of screens', () => {
  it('has a row for every private route, and a route for every row', () => {
    expect(routes.length).toBeGreaterThan(40)
    expect(routes.filter(id => screenAt(id) === undefined)).toEqual([])
    expect(paths.filter(path => !routes.some(id => screenAt(id) === path))).toEqual([])
  })

  it('finds the screen of a route below it, and none of anything else', () => {
    expect(screenAt('/_app/')).toBe('/')
    expect(screenAt('/_app/tickets/$uuid')).toBe('/tickets')
    expect(screenAt('/_app/queues_/$queueId')).toBe('/queues')
    expect(screenAt('/_app/campaign/$campaignId/report')).toBe('/campaigns')
    for (const id of [undefined, '__root__', '/_app', '/_public/login']) expect(screenAt(id)).toBeUndefined()
  })

  it('is what the menu goes by: an item stands there exactly when its screen opens', () => {
    const user = { super: false, permissions: [] }
    const actors = {
      user: { ...user, profile: 'user' },
      catalog: { ...user, profile: 'user', permissions: ['catalog'] },
      supervisor: { ...user, profile: 'supervisor' },
      admin: { ...user, profile: 'admin' },
      super: { ...user, profile: 'admin', super: true },
    } as const
    const opens = (who: keyof typeof actors, plan = {}) => paths.filter(path => mayOpen(path, actors[who], plan))
    const all = Object.fromEntries(Object.values(SCREENS).flatMap(row => ('plan' in row ? [[row.plan, true]] : [])))
    for (const who of Object.keys(actors) as (keyof typeof actors)[])
      for (const plan of [{}, all]) {
        const seen = navItems.filter(({ to }) => mayOpen(to, actors[who], plan)).map(({ to }) => to)
        // Two are in the menu of the account; the older address of the
        // invoices leads to /subscription.
        const own: ScreenPath[] = ['/notifications', '/security', '/financeiro']
        expect(seen.toSorted()).toEqual(
          opens(who, plan)
            .filter(path => !own.includes(path))
            .toSorted(),
        )
      }
    expect(opens('user')).toEqual([
      ...[
        '/tickets',
        '/contacts',
        '/quick-messages',
        '/macros',
        '/tags',
        '/todolist',
        '/helps',
        '/notifications',
        '/security',
      ],
    ])
    expect(opens('user', all)).toContain('/products')
    expect(opens('user', all)).not.toContain('/stores')
    expect(opens('catalog', all)).toContain('/stores')
    expect(opens('catalog', all)).not.toContain('/settings')
    expect(opens('supervisor', all)).toEqual(opens('user', all))
    expect(opens('admin', all)).toEqual(
      paths.filter(path => !['/allConnections', '/announcements', '/server'].includes(path)),
    )
    expect(opens('super', all)).toEqual(paths)
  })

  it('refuses nothing for a plan that is not known', () => {
    const user = { super: false, permissions: [], profile: 'user' } as const
    expect(mayOpen('/customers', user, undefined)).toBe(true)
    expect(mayOpen('/stores', user, undefined)).toBe(false)
  })
})
