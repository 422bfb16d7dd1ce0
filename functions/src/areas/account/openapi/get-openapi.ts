import type { account } from '@balcao/shared/api/index.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { openApi } from '@balcao/shared/api-contract/openapi.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { VERSION } from '../version/get-version.ts'

let document: Record<string, unknown> | undefined

export const getOpenapi: Handlers<typeof account, HttpContexts>['openapi']['get'] = async () => {
  document ??= openApi(AREAS, VERSION)
  return document
}
