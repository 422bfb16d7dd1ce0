import { config } from '../../../config.ts'
import type { Operations } from '../operations.ts'

/** Tells the sign-in screen, where nobody is signed in, whether to offer a sign-up. */
export const getSignupState: Operations['companies']['signupState'] = async () => ({
  open: config().SIGN_UP === 'open',
})
