import type { Access } from '@balcao/shared/access.ts'
import { redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { mayAccessNow } from './permissions.ts'

/** Milliseconds for which a refusal stays readable (decision 0040). */
const READ_MS = 1000

/**
 * Guards a screen, for a route's `beforeLoad`: whoever may not open it is told so and led to the start after a second. The
 * start leads on to where the person begins.
 */
export function requireAccess(access: Access) {
  return async ({ preload }: { preload?: boolean } = {}) => {
    if (mayAccessNow(access)) return
    if (!preload) {
      // Loaded when needed: this module is part of every first load.
      void import('./toast.ts').then(({ toast }) => toast.refused(i18next.t('error.noPermission')))
      await new Promise(resolve => setTimeout(resolve, READ_MS))
    }
    throw redirect({ to: '/', replace: true })
  }
}
