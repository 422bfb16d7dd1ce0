import { localValue } from './local-value.ts'

/** Id of the user this browser notifies by web push; empty: nobody. */
export const pushUserId = localValue<string>(
  'push',
  raw => raw ?? '',
  id => id,
)

/** Id of that device on the server. */
export const pushDeviceId = localValue<string>(
  'push-device',
  raw => raw ?? '',
  id => id,
)
