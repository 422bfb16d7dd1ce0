import { createRouter } from '@tanstack/react-router'
import { routeTree } from './route-tree.gen.ts'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { ScreenError } from './shell/screen-error.tsx'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFoundScreen,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
