import { userInfo } from 'node:os'

/** Returns the name of the user that runs this process; the number of one that has no name. */
export function ownUser(): string {
  try {
    return userInfo().username
  } catch {
    return `#${process.getuid?.()}`
  }
}
