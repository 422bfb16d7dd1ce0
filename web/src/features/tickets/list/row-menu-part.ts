import { lazyModule } from '#/lib/lazy-module.ts'

/** The content of a row's menu, loaded when one is first opened, or when the screen is idle. */
export const rowMenu = lazyModule(() => import('./ticket-row-menu.tsx'))
