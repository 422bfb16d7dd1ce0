import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { toast as shownToasts } from 'sonner'
import { ConfirmHost } from '#/components/ui/confirm-host.tsx'
import { Toaster } from '#/components/ui/toaster.tsx'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { sessionUser } from './session-user.ts'

// A busy machine may take longer than the library's one second.
configure({ asyncUtilTimeout: 10_000 })

/** Adds the APIs that layout code needs and jsdom lacks. */
export function completeDom() {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.matchMedia ??= (query: string) =>
    ({
      matches: query.includes('min-width'),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList
  Element.prototype.scrollIntoView ??= () => undefined
  Element.prototype.hasPointerCapture ??= () => false
  Element.prototype.setPointerCapture ??= () => undefined
  // Virtual lists show what fits: give every element a window's height.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 800 })
}

/** Renders a screen as somebody signed in, in Portuguese, with the route it stands under. */
export async function renderScreen(path: string, screen: ReactNode, user = sessionUser(), search = '') {
  completeDom()
  queryClient.clear()
  // Toasts that an earlier page did not outlast would be shown again by this one.
  shownToasts.dismiss()
  session.set({ state: 'in', token: 'token', user })
  await startI18n('pt')
  await loadTexts(
    'account',
    'audit',
    'bars',
    'billing',
    'budgets',
    'campaignReport',
    'costs',
    'templateUse',
    'campaigns',
    'catalog',
    'channels',
    'chats',
    'commandBar',
    'company',
    'contactLists',
    'contacts',
    'contracts',
    'customers',
    'jobs',
    'lists',
    'media',
    'messagesApi',
    'integrations',
    'onboarding',
    'orders',
    'quickMessages',
    'reports',
    'schedules',
    'security',
    'server',
    'setup',
    'shell',
    'signs',
    'contactPage',
    'team',
    'teamReport',
    'templates',
    'ticketreport',
  )
  const root = createRootRoute()
  const app = createRoute({ getParentRoute: () => root, id: '_app' })
  const here = createRoute({
    getParentRoute: () => app,
    path,
    component: () => (
      <>
        {screen}
        <ConfirmHost />
        <Toaster />
      </>
    ),
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/tickets', component: () => 'tickets' })
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([here]), elsewhere]),
    history: createMemoryHistory({ initialEntries: [path + search] }),
  })
  await router.load()
  return {
    router,
    ...render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  }
}
