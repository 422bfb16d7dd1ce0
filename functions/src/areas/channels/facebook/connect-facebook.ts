import { WhatsappBody } from '@balcao/shared/api/channels/whatsapp.ts'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { MetaPageChannel } from '@balcao/shared/entities/channel.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { config } from '../../../config.ts'
import {
  createWhatsapp,
  listWhatsapps,
  newWhatsapp,
  setMetaPageState,
  type WhatsappRow,
} from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import type { HttpContexts, UserContext } from '../../../http/context.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { longLivedToken, type MetaPage, metaPagesOf, subscribe } from '../../../integrations/meta/meta-pages.ts'
import { sealMetaPageToken } from '../../../messaging/meta-page-token.ts'
import { publish } from '../../../realtime/publish.ts'
import { wireConnections } from '../wire-connection.ts'

type Account = { channel: MetaPageChannel; accountId: string; pageId: string; names: string[]; token: string }

/**
 * Creates a connection for each metaPage the user shares, and with `addInstagram` for each
 * Instagram account behind one. One that is connected already gets the new token ("connect again").
 * Meta is asked first, so that an existing connection receives its metaPage's events; asking twice
 * does no harm.
 */
export const connectFacebook: Handlers<typeof channels, HttpContexts>['facebook']['connect'] = async (
  ctx,
  { body: { facebookUserId = 'me', facebookUserToken, addInstagram } },
) => {
  const { companyId } = ctx
  if (!config().META_APP_ID) throw new AppError('ERR_META_NOT_CONFIGURED')
  const metaPages = await asked(async () => metaPagesOf(facebookUserId, await longLivedToken(facebookUserToken)))
  const accounts = metaPages.flatMap(metaPage => accountsOf(metaPage, addInstagram))
  if (accounts.length === 0) throw new AppError('ERR_META_NO_PAGES')
  const [plan, known] = await Promise.all([planOf(companyId), listWhatsapps(companyId, true)])
  const isKnown = ({ accountId }: Account) => known.find(row => row.accountId === accountId)
  const added = accounts.filter(account => !isKnown(account)).length
  // All or none: the user decides which metaPage must wait.
  if (added > 0 && known.length + added > plan.connections) throw new AppError('ERR_PLAN_LIMIT')
  for (const metaPage of metaPages) await asked(() => subscribe(metaPage.id, metaPage.access_token))
  const rows: WhatsappRow[] = []
  for (const account of accounts) {
    const pageToken = sealMetaPageToken(companyId, account.token)
    const before = isKnown(account)
    rows.push(
      before
        ? await setMetaPageState(companyId, before.id, { pageToken })
        : await create(companyId, account, pageToken, plan.connections),
    )
  }
  ctx.audit({ name: rows.map(({ name }) => name).join(', ') })
  return { connections: await publishConnections(ctx, rows, new Set(known.map(({ id }) => id))) }
}

async function publishConnections(ctx: UserContext, rows: WhatsappRow[], known: ReadonlySet<string>) {
  const connections = await wireConnections(ctx, rows)
  for (const whatsapp of connections)
    await publish(ctx.companyId, 'whatsapp', { action: known.has(whatsapp.id) ? 'update' : 'create', whatsapp })
  return connections
}

function accountsOf(
  { id, name, access_token, instagram_business_account }: MetaPage,
  addInstagram: boolean,
): Account[] {
  const metaPage: Account = {
    channel: 'facebook',
    accountId: id,
    pageId: id,
    names: [name, `${name} (Facebook)`],
    token: access_token,
  }
  if (!addInstagram || !instagram_business_account) return [metaPage]
  const { id: accountId, username } = instagram_business_account
  const own = username ? [`@${username}`] : []
  return [metaPage, { ...metaPage, channel: 'instagram', accountId, names: [...own, `${name} (Instagram)`] }]
}

const MAX_NAME_LENGTH = 50

async function create(companyId: string, account: Account, pageToken: string, limit: number): Promise<WhatsappRow> {
  const { channel, accountId, pageId, names } = account
  // The id distinguishes a metaPage whose name three connections have already.
  for (const given of [...names, `${names[0]} ${accountId.slice(-4)}`]) {
    const name = cutText(given.trim().padEnd(2, '.'), MAX_NAME_LENGTH)
    try {
      return await createWhatsapp(
        newWhatsapp(companyId, {
          ...WhatsappBody.parse({ name }),
          schedules: DEFAULT_SCHEDULES,
          status: 'CONNECTED',
          channel,
          provider: 'graph',
          accountId,
          pageId,
          pageToken,
        }),
        limit,
        false,
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ERR_WAPP_NAME_ALREADY_EXISTS')) throw error
    }
  }
  throw new AppError('ERR_WAPP_NAME_ALREADY_EXISTS')
}

/** Calls Meta, and turns its errors into ours. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const isOurs = error.failure === 'token' || error.failure === 'refused' || error.failure === 'window'
    throw new AppError(isOurs ? 'ERR_META_LOGIN' : 'ERR_META_UNAVAILABLE')
  }
}
