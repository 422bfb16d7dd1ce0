import { useEffect, useState } from 'react'

export type Permission = NotificationPermission | 'unsupported'

const read = (): Permission => (typeof Notification === 'undefined' ? 'unsupported' : Notification.permission)

/** Whether the browser lets the product show notifications, and how to ask for it; what somebody changes in the browser meanwhile is heard. */
export function usePermission(): [Permission, () => Promise<Permission>] {
  const [permission, setPermission] = useState(read)
  useEffect(() => {
    let status: PermissionStatus | undefined
    const look = () => setPermission(read())
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then(found => {
        status = found
        status.addEventListener('change', look)
      })
      .catch(() => undefined)
    return () => status?.removeEventListener('change', look)
  }, [])
  const ask = async () => {
    if (read() === 'default') await Notification.requestPermission()
    const now = read()
    setPermission(now)
    return now
  }
  return [permission, ask]
}
