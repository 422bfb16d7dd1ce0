import { localValue } from './local-value.ts'

/** Whether this browser shows desktop notifications, once it may; until someone turns them off. */
export const desktop = localValue<boolean>(
  'desktop',
  raw => raw !== 'off',
  on => (on ? 'on' : 'off'),
)

/** Whether somebody said that they do not want to be asked in this browser. */
export const askedEnough = localValue<boolean>(
  'desktop-asked',
  raw => raw === 'yes',
  asked => (asked ? 'yes' : 'no'),
)
