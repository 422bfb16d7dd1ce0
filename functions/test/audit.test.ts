/**
 * Checks which operations of the API contract are in a company's audit log, and that declaring them
 * there is enough to log them.
 */
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../src/data/account/audit.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '../src/data/account/second-factor.ts'
import { transact } from '../src/data/table/transact.ts'
import { makeCompany, send } from './harness.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { totpCode } from './totp-code.ts'
import { BODIES, pathWith, QUERIES } from './valid-calls.ts'

const ROUTES = AREAS.flatMap(routesOf).map(({ name, route }) => [name, route] as const)

/** Operations of admins that are not logged, and why. */
const UNLOGGED: Record<string, string> = {
  'contacts.uploads': 'prepares an import, which is logged',
  'contactLists.uploads': 'prepares an import, which is logged',
  'companies.uploads': 'prepares a logo, which is logged',
  'announcements.uploads': 'prepares a picture, which is logged',
  'files.uploads': 'prepares a file, which is logged',
  'files.prepare': 'prepares a file, which is logged',
  'contacts.findDuplicates': 'changes nothing, and stands in the list of jobs',
  'contactLists.check': 'asks WhatsApp, and stands in the list of jobs',
  'contactListItems.check': 'asks WhatsApp about one number',
  'contactListItems.create': 'content of a list, whose import, export and removal are logged',
  'cloudNumbers.find': 'changes nothing: the number that is connected by it is logged',
  'contactListItems.update': 'content of a list, whose import, export and removal are logged',
  'prompts.attempt': 'changes nothing',
  'promptRuns.create': 'changes nothing, and stands in the list of jobs',
  'imports.uploads': 'prepares an import, which is logged',
  'knowledge.uploads': 'prepares a document, which is logged',
  'knowledge.embed': 'changes how the same documents are found, and stands in the list of jobs',
  'knowledge.removeGap': 'hides a question until it is asked again',
  'queueIntegration.testSession': 'changes nothing',
  'auth.startSupport': 'is logged by itself, in the company that is helped',
  'firstSteps.dismiss': 'hides a list',
  'paymentNotices.remove': 'is about several companies, and says that somebody has seen to it',
  'settings.testErp': 'changes nothing',
  'status.replay': 'is about the installation, and changes nothing of a company by itself',
  'templates.uploads': 'prepares a sample of a template, which is logged',
  'templates.sendSample': 'hands Meta a sample of a template, which is logged',
  'templates.sync': 'reads what others changed',
  'whatsapp.test': 'is a message of a ticket, which names who sent it',
  'campaigns.test': 'is a message of a ticket, which names who sent it',
  'rules.try': 'changes nothing',
  'webhooks.test': 'stands in the log of deliveries',
  'deliveries.sendAgain': 'stands in the log of deliveries',
}

describe('the contract', () => {
  it('says of everything that admins do what it is in the audit log, or stands here with a reason', () => {
    const silent = ROUTES.filter(
      ([, { method, access, audit }]) =>
        method !== 'GET' && (access === 'admin' || access === 'supervisor' || access === 'super') && !audit,
    )
    expect(silent.map(([name]) => name).sort()).toEqual(Object.keys(UNLOGGED).sort())
  })

  it('logs each removal that not only concerns what its user has for themselves', () => {
    const silent = ROUTES.filter(
      ([name, { method, audit }]) => method === 'DELETE' && name.endsWith('.remove') && !audit,
    )
    expect(silent.map(([name]) => name).sort()).toEqual([
      ...['chats.remove', 'customerAddresses.remove', 'draftOrder.remove', 'messages.remove'],
      'paymentNotices.remove',
      'pushDevices.remove',
      ...['schedules.remove', 'ticketNotes.remove'],
    ])
  })
})

/**
 * Logged routes, but for those of super users, which may be logged in another company, and the
 * sign-out everywhere, after which the caller can do no more.
 */
const audited = ROUTES.filter(
  ([name, { audit, access }]) =>
    audit && name !== 'sessions.end' && access !== 'public' && access !== 'apiKey' && access !== 'super',
)
/** Kinds without a name, or with one that must not outlive the erasure of its person. */
const NAMELESS = new Set([
  'ticket',
  'contactListItem',
  'paymentDetail',
  'rate',
  'budget',
  'campaignSettings',
  'contact',
  'report',
  'audit',
])

describe('a call that succeeded', { timeout: 60_000 }, () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await makeTenant(await makeCompany())
    const { company, ids } = tenant
    const secret = await beginSecondFactor(company.id, ids.user)
    const factor = await getSecondFactor(company.id, ids.user)
    await transact([confirmSecondFactor(factor!, totpCode(secret))!.write])
  })

  const hit = (name: string, route: Route, ids: Tenant['ids']) =>
    send(route.method, pathWith(route.path, ids), {
      as: tenant.company.admin,
      query: QUERIES[name]?.(ids) ?? {},
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      sourceIp: '203.0.113.9',
      text: route.body ? JSON.stringify(BODIES[name]!(ids)) : null,
    })

  // Removals come last, and those of what others belong to last of all.
  const order = ([name, { method }]: (typeof audited)[number]) =>
    method !== 'DELETE'
      ? 0
      : /^(products|zones|payments|stores|queue|whatsapp|contacts|customers|users(?=\.remove)|contactLists|files)\./.test(
            name,
          )
        ? 2
        : 1
  const sorted = [...audited].sort((a, b) => order(a) - order(b))

  it('is one entry with who, from where and what, and one that was refused is none', async () => {
    const { id: companyId } = tenant.company
    const done = new Set<string>()
    for (const [name, route] of sorted) {
      const before = (await listAudit(companyId, {}, { limit: 1 })).entries[0]?.id
      const answer = await hit(name, route, tenant.ids)
      const { entries } = await listAudit(companyId, {}, { limit: 5 })
      const at = entries.findIndex(({ id }) => id === before)
      const added = at < 0 ? entries : entries.slice(0, at)
      if (answer.status >= 400) {
        expect([name, answer.error, added]).toEqual([name, answer.error, []])
        continue
      }
      done.add(name)
      expect([name, added.length]).toEqual([name, 1])
      const [entry] = added
      const { user } = tenant.company.admin
      expect([name, `${entry!.subject}.${entry!.verb}`, entry!.user, entry!.address]).toEqual([
        name,
        name === 'users.update' ? 'user.changePassword' : route.audit,
        { id: user.id, name: user.name },
        '203.0.113.9',
      ])
      // An export is of many rows.
      if (!NAMELESS.has(entry!.subject) && entry!.verb !== 'export')
        expect([name, entry!.name]).toEqual([name, expect.stringMatching(/./)])
      if (route.path.includes('{id}')) expect(pathWith(route.path, tenant.ids)).toContain(entry!.subjectId)
    }
    // Others need a file, a campaign under way, or somebody outside.
    expect(done.size).toBeGreaterThan(60)
  })
})
