import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { channels } from '@balcao/shared/api/index.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { call, makeCompany, makeWhatsapp } from '../../../../test/harness.ts'
import { config } from '../../../config.ts'
import { documentClient } from '../../../data/table/client.ts'
import { sealMetaPageToken } from '../../../messaging/meta-page-token.ts'

const { whatsapp, whatsappsession } = channels.resources

/** Calls of Meta's Graph API. */
let asked: string[] = []
const graph = createServer((request, response) => {
  asked.push(`${request.method} ${request.url?.split('?')[0]}`)
  response.setHeader('content-type', 'application/json').end('{"success":true}')
})
beforeAll(() => new Promise<void>(done => graph.listen(0, '127.0.0.1', done)))
afterAll(() => graph.close())
afterEach(() => vi.restoreAllMocks())

it.each([
  ['deleted', whatsapp.remove],
  ['disconnected', whatsappsession.remove],
])('a page is unsubscribed once its connection is %s, and not when that fails', async (_, route) => {
  asked = []
  const host = `127.0.0.1:${(graph.address() as AddressInfo).port}`
  vi.spyOn(config(), 'META_GRAPH_URL', 'get').mockReturnValue(`http://${host}`)
  vi.spyOn(config(), 'OUTGOING_PRIVATE_HOSTS', 'get').mockReturnValue([host])
  const { id: companyId, admin } = await makeCompany()
  const accountId = newId()
  const pageToken = sealMetaPageToken(companyId, 'page-token')
  const metaPage = { channel: 'facebook', provider: 'graph', accountId, pageId: accountId, pageToken } as const
  const { id } = await makeWhatsapp(companyId, metaPage)
  const end = async () => (await call(route, { as: admin, params: { id } })).status
  const client = documentClient()
  const send = client.send.bind(client)
  const table = vi
    .spyOn(client, 'send')
    .mockImplementation(((command: object, ...rest: never[]) =>
      command.constructor.name === 'TransactWriteCommand'
        ? Promise.reject(new Error('the table is away'))
        : send(command as never, ...rest)) as never)
  expect(await end()).toBe(500)
  expectLogged('the table is away')
  expect(asked).toEqual([])
  table.mockRestore()
  expect([200, 204]).toContain(await end())
  expect(asked).toEqual([`DELETE /${accountId}/subscribed_apps`])
})
