import { useEffect } from 'react'
import { createStore, useStore } from '#/lib/store.ts'

export type Permission = NotificationPermission | 'unsupported'

const read = (): Permission => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)

/** Counter of the changes of the permission, so that all components update together. */
const looks = createStore(0)
const look = () => looks.set(times => times + 1)

async function ask(): Promise<Permission> {
  if (read() === 'default') await Notification.requestPermission()
  look()
  return read()
}

/**
 * Returns the browser's permission for notifications, and the function that asks for it; changes in
 * the browser are followed.
 */
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
