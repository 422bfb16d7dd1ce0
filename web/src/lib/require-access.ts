import type { Access } from '@balcao/shared/access.ts'
import { redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { mayAccessNow } from './permissions.ts'

/** The refusal of a super user's screen is read before the page goes (2-engagement §6). */
const READ_MS = 1000

/**
 * For a route's `beforeLoad`: who may not see the screen is told and taken away: from what admins see to the tickets at once, from what super
 * users see to the start after a second.
 */
export function requireAccess(access: Access) {
  return async ({ preload }: { preload?: boolean } = {}) => {
    if (mayAccessNow(access)) return
    const isSuper = access === 'super'
    if (!preload) {
      // Loaded when needed: this module is part of every first load.
      void import('./toast.ts').then(({ toast }) => {
        if (isSuper) toast.refused(i18next.t('error.noPermission'))
        else toast.info(i18next.t('error.noAccess'))
      })
      if (isSuper) await new Promise(resolve => setTimeout(resolve, READ_MS))
    }
    throw redirect({ to: isSuper ? '/' : '/tickets', replace: true })
  }
}
