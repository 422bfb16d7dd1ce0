import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, showInvitation } from '../../../data/team/invitation.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { plainRows } from '../../../http/plain-list.ts'

export const listInvitations: Handlers<typeof team, HttpContexts>['invitations']['list'] = async (ctx, { query }) =>
  (await plainRows(ctx, 'invitations', await everyRow(ctx.companyId, INVITATIONS), query)).map(showInvitation)
