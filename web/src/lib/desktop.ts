import { localValue } from './local-value.ts'

/**
 * Choice to show desktop notifications in this browser, once it has permission; true until someone
 * turns them off.
 */
export const desktop = localValue<boolean>(
  'desktop',
  raw => raw !== 'off',
  on => (on ? 'on' : 'off'),
)

/** True if the person has declined to be asked again in this browser. */
export const notificationsDeclined = localValue<boolean>(
  'desktop-asked',
  raw => raw === 'yes',
  asked => (asked ? 'yes' : 'no'),
)
