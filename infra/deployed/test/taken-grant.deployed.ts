// Tests that these checks detect a missing grant: removes an action from the tickets function's
// role, so that a call fails or its log names the denial, and returns the action, so that the call
// succeeds. The last file, since it leaves denials in the logs.
import {
  GetRolePolicyCommand,
  IAMClient,
  PutRolePolicyCommand,
  paginateListRolePolicies,
  paginateListRoles,
} from '@aws-sdk/client-iam'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { meet } from '../../test/system/converse.ts'
import { openShop, type Shop, until } from '../../test/system/open-shop.ts'
import { readStage } from '../config.ts'
import { type Browser, openBrowser } from './browser.ts'
import { type Answer, call } from './call.ts'
import { linesOf, reportsDenial } from './denials.ts'

const { stage, url, simUrl } = readStage()
const LOG = `/aws/lambda/balcao-${stage}-tickets`

type Policy = { RoleName: string; PolicyName: string; text: string }
type Document = { Statement: { Action: string | string[] }[] }

const iam = new IAMClient()
let shop: Shop
let browser: Browser
let ticketId: string
let policies: Policy[]

beforeAll(async () => {
  shop = await openShop({ url, simUrl }, 'Direitos', '5511900000501')
  const [conversation] = await meet(shop, ['5511920000501'])
  ticketId = conversation!.ticketId
  browser = await openBrowser(shop.token)
  browser.send({ action: 'joinTickets', status: 'open' })
  browser.send({ action: 'ping' })
  await until('an answer to the ping', async () => browser.received.length > 0)
  policies = await policiesOf('Areatickets')
})
afterAll(() => browser?.close())

const get = (path: string) => () => call('GET', path, { token: shop.token })
const post = (path: () => string, body: object) => () => call('POST', path(), { token: shop.token, body })

it.each<[action: string, how: string, request: () => Promise<Answer>]>([
  ['dynamodb:Query', 'a list', get('/tickets?status=open&showAll=true')],
  ['dynamodb:PutItem', 'a transaction', post(() => '/tags', { name: 'Antes' })],
  ['sqs:SendMessage', 'a message to WhatsApp', post(() => `/messages/${ticketId}`, { body: 'Olá' })],
  ['execute-api:ManageConnections', 'an event to a browser', post(() => `/messages/${ticketId}`, { body: 'Oi' })],
  ['s3:PutObject', 'a file', sendFile],
])('%s (%s) is missed when it is gone', async (action, _, request) => {
  const seenBefore = (await linesOf(LOG)).filter(reportsDenial).length
  await without(action, async () => {
    const { status } = await request()
    const denied = (await linesOf(LOG)).filter(reportsDenial).slice(seenBefore)
    expect([status >= 500, denied.length > 0]).toContain(true)
  })
  // A tag's name is unique.
  expect((await request()).status).toBeLessThan(500)
  expect((await linesOf(LOG)).filter(reportsDenial).slice(seenBefore)).not.toEqual([])
})

async function sendFile(): Promise<Answer> {
  const form = new FormData()
  form.append('medias', new Blob(['a text'], { type: 'text/plain' }), 'nota.txt')
  const headers = { authorization: `Bearer ${shop.token}` }
  const answer = await fetch(`${url}/api/messages/${ticketId}`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as Answer['body'], headers: answer.headers }
}

/** Runs `work` while none of the policies has an action, and restores it in any case. */
async function without(action: string, work: () => Promise<void>): Promise<void> {
  const touched = policies.filter(({ text }) => text.includes(`"${action}"`))
  expect(touched).not.toEqual([])
  try {
    for (const policy of touched) await put(policy, withoutAction(policy.text, action))
    await work()
  } finally {
    for (const policy of touched) await put(policy, policy.text)
  }
}

/** Removes an action; the emulator has its own name for the right to send batches. */
function withoutAction(text: string, action: string): string {
  const document = JSON.parse(text) as Document
  const kept = document.Statement.map(statement => ({
    ...statement,
    Action: [statement.Action].flat().filter(each => each !== action && each !== `${action}Batch`),
  }))
  return JSON.stringify({ ...document, Statement: kept.filter(({ Action }) => Action.length > 0) })
}

async function put({ RoleName, PolicyName }: Policy, PolicyDocument: string): Promise<void> {
  await iam.send(new PutRolePolicyCommand({ RoleName, PolicyName, PolicyDocument }))
}

/** Returns the deployed policies of the role whose name contains `part`. */
async function policiesOf(part: string): Promise<Policy[]> {
  const found: Policy[] = []
  for await (const { Roles = [] } of paginateListRoles({ client: iam }, {}))
    for (const { RoleName = '' } of Roles.filter(role => role.RoleName?.includes(part)))
      for await (const { PolicyNames = [] } of paginateListRolePolicies({ client: iam }, { RoleName }))
        for (const PolicyName of PolicyNames) {
          const { PolicyDocument = '' } = await iam.send(new GetRolePolicyCommand({ RoleName, PolicyName }))
          found.push({ RoleName, PolicyName, text: JSON.stringify(JSON.parse(decodeURIComponent(PolicyDocument))) })
        }
  return found
}
