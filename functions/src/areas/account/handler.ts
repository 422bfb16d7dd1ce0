import { account } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { endSupport } from './auth/end-support.ts'
import { getMe } from './auth/get-me.ts'
import { login } from './auth/login.ts'
import { logout } from './auth/logout.ts'
import { refresh } from './auth/refresh.ts'
import { startSupport } from './auth/start-support.ts'
import { cancelEmailChange } from './email/cancel-email-change.ts'
import { confirmByCode } from './email/confirm-by-code.ts'
import { confirmByLink } from './email/confirm-email.ts'
import { sendAgain } from './email/send-again.ts'
import { getHealth } from './health/get-health.ts'
import { acceptInvitation } from './invitation/accept-invitation.ts'
import { getInvitation } from './invitation/get-invitation.ts'
import { getOpenapi } from './openapi/get-openapi.ts'
import { requestReset } from './passwords/request-reset.ts'
import { resetPassword, resetPasswordByPath } from './passwords/reset-password.ts'
import { getOwnPreferences } from './preferences/get-preferences.ts'
import { saveOwnPreferences } from './preferences/save-preferences.ts'
import { addOwnPushDevice } from './push-devices/add-push-device.ts'
import { getPushDevices } from './push-devices/get-push-devices.ts'
import { removeOwnPushDevice } from './push-devices/remove-push-device.ts'
import { testOwnPushDevice } from './push-devices/test-push-device.ts'
import { beginSecondFactor } from './second-factor/begin-second-factor.ts'
import { confirmSecondFactor } from './second-factor/confirm-second-factor.ts'
import { getOwnSecondFactor } from './second-factor/get-second-factor.ts'
import { removeSecondFactor } from './second-factor/remove-second-factor.ts'
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts'
import { endSessions } from './sessions/end-sessions.ts'
import { listSignIns } from './sessions/list-sign-ins.ts'
import { lookAtSetup } from './setup/look-at-setup.ts'
import { setUp } from './setup/set-up.ts'
import { beginRequired } from './sign-in-steps/begin-required.ts'
import { confirmRequired } from './sign-in-steps/confirm-required.ts'
import { enterCode } from './sign-in-steps/enter-code.ts'
import { getVersion } from './version/get-version.ts'

export const handler = areaHandler(account, {
  sessions: { list: listSignIns, end: endSessions },
  signInSteps: { enter: enterCode, begin: beginRequired, confirm: confirmRequired },
  secondFactor: {
    get: getOwnSecondFactor,
    begin: beginSecondFactor,
    confirm: confirmSecondFactor,
    renewCodes: renewRecoveryCodes,
    remove: removeSecondFactor,
  },
  auth: { login, refresh, logout, me: getMe, startSupport, endSupport },
  emailConfirmation: { confirm: confirmByLink, code: confirmByCode, send: sendAgain, giveUp: cancelEmailChange },
  invitation: { look: getInvitation, accept: acceptInvitation },
  forgetpassword: { request: requestReset },
  resetpasswords: { reset: resetPassword, resetByPath: resetPasswordByPath },
  preferences: { get: getOwnPreferences, save: saveOwnPreferences },
  pushDevices: {
    get: getPushDevices,
    add: addOwnPushDevice,
    remove: removeOwnPushDevice,
    test: testOwnPushDevice,
  },
  setup: { look: lookAtSetup, setUp },
  health: { get: getHealth },
  version: { get: getVersion },
  openapi: { get: getOpenapi },
})
