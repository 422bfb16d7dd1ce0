import { account } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { getMe } from './auth/get-me.ts'
import { login } from './auth/login.ts'
import { logout } from './auth/logout.ts'
import { refresh } from './auth/refresh.ts'
import { getOpenapi } from './openapi/get-openapi.ts'
import { requestReset } from './passwords/request-reset.ts'
import { resetPassword, resetPasswordByPath } from './passwords/reset-password.ts'
import { getVersion } from './version/get-version.ts'

export const handler = areaHandler(account, {
  auth: { login, refresh, logout, me: getMe },
  forgetpassword: { request: requestReset },
  resetpasswords: { reset: resetPassword, resetByPath: resetPasswordByPath },
  version: { get: getVersion },
  openapi: { get: getOpenapi },
})
