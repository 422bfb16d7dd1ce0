import { localValue } from './local-value.ts'

/**
 * Whether this browser shows desktop notifications, once it has permission; true until someone
 * turns them off.
 */
export const desktop = localValue<boolean>(
  'desktop',
  raw => raw !== 'off',
  on => (on ? 'on' : 'off'),
)

/** Whether the person has declined to be asked again in this browser. */
export const notificationsDeclined = localValue<boolean>(
  'desktop-asked',
  raw => raw === 'yes',
  asked => (asked ? 'yes' : 'no'),
)
