import { randomBytes } from 'node:crypto'
import { SETTING_KEYS } from '@balcao/shared/entities/setting.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sourceTexts } from '../../../test/row-kinds.ts'
import { rowsOf } from '../../../test/rows-of.ts'

const { SEALING_SECRET } = process.env
const [first, second] = [randomBytes(36), randomBytes(36)].map(bytes => bytes.toString('base64url')) as [string, string]

/** The product as a process has it that begins with these secrets, the newest first. */
async function begin(...secrets: string[]) {
  process.env.SEALING_SECRET = secrets.join(',')
  vi.resetModules()
  const [sealed, factor, settings, small, prompt, integration, webhook, metaPage, anew] = await Promise.all([
    import('../../integrations/sealed.ts'),
    import('../account/second-factor.ts'),
    import('./setting.ts'),
    import('../table/small-list.ts'),
    import('../automation/prompt.ts'),
    import('../automation/queue-integration.ts'),
    import('../automation/webhook.ts'),
    import('../../messaging/meta-page-token.ts'),
    import('./reseal-company.ts'),
  ])
  const channels = await import('../../../test/harness.ts')
  return {
    ...{ ...sealed, ...factor, ...settings, ...small, ...prompt, ...integration, ...webhook, ...metaPage, ...anew },
    ...channels,
  }
}

/**
 * Files that seal values, each with the places of its sealed values. A new one must be added here,
 * and its places to SEALED.
 */
const SEALS: Record<string, string[]> = {
  'data/account/second-factor.ts': ['secondFactor.secret'],
  'data/automation/prompt.ts': ['prompt.apiKey', 'prompt.voiceKey'],
  'data/automation/queue-integration.ts': ['queueIntegration.jsonContent', 'queueIntegration.secret'],
  'data/company/setting.ts': ['setting.'],
  'messaging/cloud-token.ts': ['whatsapp.accessToken'],
  'messaging/meta-page-token.ts': ['whatsapp.pageToken'],
  'data/automation/webhook.ts': ['webhook.secret'],
  'data/account/push-device.ts': ['push.subscription'],
  // For an hour, in a browser.
  'messaging/sign-up-token.ts': [],
  // The state of a trial, as long as its dialog is open.
  'areas/automation/prompts/attempt-prompt.ts': [],
  // By the place of webhook.ts.
  'areas/automation/webhooks/create-webhook.ts': [],
  'areas/automation/webhooks/replace-webhook-secret.ts': [],
}

beforeEach(() => vi.resetModules())
afterAll(() => Object.assign(process.env, { SEALING_SECRET }))

describe('sealing anew', () => {
  it('knows of everything that is sealed anywhere', async () => {
    const texts = sourceTexts()
    const sealing = [...texts].filter(([, text]) =>
      /import \{[^}]*\bseal(Optional)?\b[^}]*\} from '[^']*sealed\.ts'/.test(text),
    )
    expect(sealing.length).toBeGreaterThan(5)
    expect(sealing.map(([name]) => name).filter(name => !(name in SEALS))).toEqual([])
    for (const [name, places] of Object.entries(SEALS))
      for (const place of places) expect(texts.get(name), `${name} does not seal ${place}`).toContain(place)
    const { SEALED, placeOfSetting } = await begin(first)
    const known = SEALED.map(({ place }) => (typeof place === 'string' ? place : place({ key: 'asaas' })!))
    expect(placeOfSetting('asaas')).toBe('setting.asaas')
    expect(placeOfSetting('requireSecondFactor')).toBeUndefined()
    for (const place of Object.values(SEALS).flat())
      expect(
        known.some(each => each.startsWith(place)),
        `${place} is not sealed anew`,
      ).toBe(true)
    expect(known).toHaveLength(Object.values(SEALS).flat().length)
  })

  it('leaves nothing of a company that the earlier secret sealed, and everything opens by the newest alone', async () => {
    const before = await begin(first)
    const company = await before.makeCompany()
    const { id: companyId, admin } = company
    const userId = admin.user.id
    await before.beginSecondFactor(companyId, userId)
    for (const key of SETTING_KEYS)
      if (before.placeOfSetting(key)) await before.saveSetting(companyId, key, `of ${key}`)
    await before.saveSetting(companyId, 'userRating', 'enabled')
    const add = (list: never, row: object) => before.createRow(companyId, list, before.newRow(row as never))
    const agent = { name: 'Agente', apiKey: before.sealKey(companyId, 'apiKey', 'sk-1') }
    await add(before.PROMPTS as never, { ...agent, voiceKey: before.sealKey(companyId, 'voiceKey', 'v-1') })
    await add(before.INTEGRATIONS as never, {
      name: 'Robô',
      jsonContent: before.sealSecret(companyId, 'jsonContent', '{}'),
      secret: before.sealSecret(companyId, 'secret', 's-1'),
    })
    await add(before.WEBHOOKS as never, { name: 'ERP', secret: before.seal(companyId, before.WEBHOOK_SECRET, 's-2') })
    await before.makeWhatsapp(companyId, { pageToken: before.sealMetaPageToken(companyId, 'page-1') })
    const [mark] = before.seal(companyId, 'x', 'x').split('.')
    const sealedBy = async (id: string) =>
      (await rowsOf(companyId)).flatMap(row =>
        Object.entries(row).flatMap(([name, value]) =>
          typeof value === 'string' && value.startsWith(`${id}.`) ? [`${String(row.sk).split('#')[0]} ${name}`] : [],
        ),
      )
    const sealed = await sealedBy(mark!)
    const secretSettings = SETTING_KEYS.filter(key => before.placeOfSetting(key)).length
    expect(sealed).toHaveLength(7 + secretSettings)

    const both = await begin(second, first)
    expect(await both.resealCompany(companyId)).toBe(sealed.length)
    expect(await both.resealCompany(companyId)).toBe(0)
    expect(await sealedBy(mark!)).toEqual([])

    const after = await begin(second)
    const opened = await after.openSettings(companyId)
    for (const key of SETTING_KEYS) if (after.placeOfSetting(key)) expect(opened[key]).toBe(`of ${key}`)
    expect(opened.userRating).toBe('enabled')
    const factor = (await after.getSecondFactor(companyId, userId))!
    expect(after.unseal(companyId, 'secondFactor.secret', factor.secret)).toMatch(/^[A-Z2-7]{16,}$/)
    const [prompt] = await after.everyRow(companyId, after.PROMPTS)
    expect([after.openKey(companyId, 'apiKey', prompt!), after.openKey(companyId, 'voiceKey', prompt!)]).toEqual([
      'sk-1',
      'v-1',
    ])
  })

  it('opens nothing after a company’s row that was sealed for another', async () => {
    const { seal, unseal, newRow, createRow, everyRow, WEBHOOKS, WEBHOOK_SECRET } = await begin(first)
    const [companyId, other] = [newId(), newId()]
    const row = newRow({ name: 'ERP', secret: seal(other, WEBHOOK_SECRET, 's') } as never) as never
    await createRow(companyId, WEBHOOKS, row)
    const both = await begin(second, first)
    expect(await both.resealCompany(companyId)).toBe(0)
    const [stored] = await everyRow(companyId, WEBHOOKS)
    expect(unseal(companyId, WEBHOOK_SECRET, stored!.secret)).toBeUndefined()
  })
})
