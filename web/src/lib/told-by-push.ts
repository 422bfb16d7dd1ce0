import { localValue } from './local-value.ts'

/** The id of the user whom this browser tells by push; empty: nobody. */
export const toldByPush = localValue<string>(
  'push',
  raw => raw ?? '',
  id => id,
)

/** The id of that device at the server. */
export const pushDeviceId = localValue<string>(
  'push-device',
  raw => raw ?? '',
  id => id,
)
