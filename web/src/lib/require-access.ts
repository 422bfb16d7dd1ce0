import type { Access } from '@balcao/shared/access.ts'
import { redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { mayAccessNow } from './permissions.ts'

/** For a route's `beforeLoad`: who may not see the screen is told and taken to the tickets. */
export function requireAccess(access: Access) {
  return () => {
    if (mayAccessNow(access)) return
    // Loaded when needed: this module is part of every first load.
    void import('./toast.ts').then(({ toast }) => toast.info(i18next.t('error.noAccess')))
    throw redirect({ to: '/tickets', replace: true })
  }
}
