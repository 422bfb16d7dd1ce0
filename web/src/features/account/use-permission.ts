import { useEffect } from 'react'
import { createStore, useStore } from '#/lib/store.ts'

export type Permission = NotificationPermission | 'unsupported'

const read = (): Permission => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)

/** How often it was looked anew: what was answered in one place of the screen is so in the others. */
const looks = createStore(0)
const look = () => looks.set(times => times + 1)

async function ask(): Promise<Permission> {
  if (read() === 'default') await Notification.requestPermission()
  look()
  return read()
}

/** Whether the browser lets the product show notifications, and how to ask for it; what somebody changes in the browser meanwhile is heard. */
export function usePermission(): [Permission, () => Promise<Permission>] {
  useStore(looks)
  useEffect(() => {
    let status: PermissionStatus | undefined
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then(found => {
        status = found
        status.addEventListener('change', look)
      })
      .catch(() => undefined)
    return () => status?.removeEventListener('change', look)
  }, [])
  return [read(), ask]
}
