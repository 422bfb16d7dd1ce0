import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { NO_TOOLS } from '@balcao/shared/entities/prompt.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { makeStore } from '../../../../test/shop.ts'
import { openKey, PROMPTS, type PromptRow } from '../../../data/automation/prompt.ts'
import { createRow, newRow, requireRow } from '../../../data/table/small-list.ts'

const KEY = 'sk-segredo-0001'
const VOICE_KEY = 'azure-segredo-0002'
const TEXT = 'Você atende os clientes da loja com frases curtas, e o que não souber passa a uma pessoa.'

let company: TestCompany
let admin: TestUser
let queueId: string

beforeAll(async () => {
  company = await makeCompany()
  admin = company.admin
  const made = await call(queue.create, {
    body: { name: 'Vendas', color: '#112233', greetingMessage: 'Olá' },
    as: admin,
  })
  queueId = made.body.id
})

let count = 0
const body = (changes: object = {}) => ({
  ...{ name: `Agente ${count++}`, prompt: TEXT, apiKey: KEY, queueId },
  ...changes,
})
const create = (changes: object = {}, as = admin) => call(prompts.create, { body: body(changes) as never, as })

describe('an AI agent', () => {
  it('has the defaults of a new one, and its keys are sealed and never answered', async () => {
    const made = await create({ voice: 'pt-BR-FranciscaNeural', voiceKey: VOICE_KEY, voiceRegion: 'brazilsouth' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { maxTokens: 100, temperature: 1, maxMessages: 10, hasApiKey: true, hasVoiceKey: true, queue: { id: queueId } },
    ])
    const { id } = made.body
    const read = await Promise.all([
      call(prompts.get, { params: { id }, as: admin }),
      call(prompts.list, { as: admin }),
      call(prompts.listAll, { as: admin }),
    ])
    const stored = JSON.stringify(await rowsOf(company.id))
    for (const secret of [KEY, VOICE_KEY]) {
      expect(JSON.stringify([made.raw, ...read.map(({ raw }) => raw)])).not.toContain(secret)
      expect(stored).not.toContain(secret)
    }
    // Left out, the key stays; given, it is another one.
    await call(prompts.update, { params: { id }, body: { temperature: 0.5 }, as: admin })
    expect(openKey(company.id, 'apiKey', await requireRow(company.id, PROMPTS, id, true))).toBe(KEY)
    await call(prompts.update, { params: { id }, body: { apiKey: 'sk-outra' }, as: admin })
    expect(openKey(company.id, 'apiKey', await requireRow(company.id, PROMPTS, id, true))).toBe('sk-outra')
  })

  it('has no tool until it is given one, and keeps those that a change does not name', async () => {
    const { admin, id: companyId } = await makeCompany()
    const { id: queueId } = await makeQueue(companyId)
    const made = await create({ queueId, tools: { catalogue: true } }, admin)
    const none = { ...NO_TOOLS, catalogue: true }
    expect(made.body).toMatchObject({
      ...{ tools: none, mayFinishOrders: false, finishLimit: null, storeId: null, knowledge: false, hours: 'always' },
    })
    const params = { id: made.body.id }
    const change = (body: object) => call(prompts.update, { params, body, as: admin })
    const given = { tools: { cart: true, catalogue: false }, mayFinishOrders: true, finishLimit: 150.5, hours: 'open' }
    expect((await change(given)).body).toMatchObject({ ...given, tools: { ...NO_TOOLS, cart: true } })
    expect((await change({ temperature: 0 })).body).toMatchObject({ ...given, tools: { ...NO_TOOLS, cart: true } })
    const { id: storeId } = await makeStore(companyId)
    expect((await change({ storeId })).body.storeId).toBe(storeId)
    const refused: [object, string][] = [
      [{ tools: { sudo: true } }, 'tools'],
      [{ tools: { cart: 'yes' } }, 'tools.cart'],
      [{ finishLimit: -1 }, 'finishLimit'],
      [{ finishLimit: 1.005 }, 'finishLimit'],
      [{ hours: 'nights' }, 'hours'],
    ]
    for (const [body, path] of refused) {
      const answer = await change(body)
      expect([path, answer.status, answer.details.map(detail => detail.path)]).toEqual([path, 400, [path]])
    }
    const foreign = await makeStore((await makeCompany()).id)
    expect((await change({ storeId: foreign.id })).error).toBe('ERR_NO_STORE_FOUND')
    expect((await create({ queueId, storeId: foreign.id }, admin)).error).toBe('ERR_NO_STORE_FOUND')
    expect((await change({ storeId: null })).body.storeId).toBeNull()
  })

  it('stored before there were tools has none', async () => {
    const { name, prompt, apiKey, voiceKey, model } = await requireRow(company.id, PROMPTS, (await create()).body.id)
    const old = { name: `${name} antigo`, prompt, apiKey, voiceKey, model, voice: 'texto', voiceRegion: '', queueId }
    const { id } = await createRow(
      company.id,
      PROMPTS,
      newRow<PromptRow>({ ...old, maxTokens: 100, temperature: 1, maxMessages: 10 } as PromptRow),
    )
    const { status, body } = await call(prompts.get, { params: { id }, as: admin })
    expect([status, body]).toMatchObject([
      200,
      { tools: NO_TOOLS, mayFinishOrders: false, finishLimit: null, storeId: null, knowledge: false, hours: 'always' },
    ])
  })

  it('is refused where something is wrong with it, and changes nothing', async () => {
    const before = (await call(prompts.listAll, { as: admin })).body.length
    const refused: [object, string][] = [
      [{ name: 'abcd' }, 'name'],
      [{ prompt: 'curto demais' }, 'prompt'],
      [{ apiKey: ' ' }, 'apiKey'],
      [{ queueId: '' }, 'queueId'],
      [{ voice: 'pt-BR-NinguemNeural' }, 'voice'],
      [{ voiceRegion: 'evil.example/' }, 'voiceRegion'],
      [{ temperature: 2.1 }, 'temperature'],
      [{ maxMessages: 0 }, 'maxMessages'],
      [{ maxTokens: 1.5 }, 'maxTokens'],
    ]
    for (const [changes, path] of refused) {
      const answer = await create(changes)
      expect([path, answer.status, answer.details.map(detail => detail.path)]).toEqual([path, 400, [path]])
    }
    expect((await create({ queueId: '' })).details).toEqual([
      { path: 'queueId', code: 'required', field: 'prompt.queueId', message: 'Informe o setor' },
    ])
    expect((await create({ voice: 'pt-BR-FranciscaNeural' })).error).toBe('ERR_PROMPT_VOICE_INCOMPLETE')
    const stranger = await makeCompany()
    expect((await create({}, stranger.admin)).error).toBe('ERR_NO_QUEUE_FOUND')
    await create({ name: 'Assistente' })
    expect((await create({ name: 'ASSISTENTE' })).error).toBe('ERR_PROMPT_NAME_ALREADY_EXISTS')
    expect((await create({}, await makeUser(company.id))).error).toBe('ERR_NO_PERMISSION')
    expect((await call(prompts.listAll, { as: admin })).body).toHaveLength(before + 1)
  })

  it('that is deleted is taken out of queues and connections, and the answer says of which', async () => {
    const { id } = (await create()).body
    const asked = await call(queue.create, {
      body: { name: 'Com agente', color: '#445566', greetingMessage: '', promptId: id },
      as: admin,
    })
    const loja = await call(whatsapp.create, { body: { name: 'Loja do agente', promptId: id }, as: admin })
    const gone = await call(prompts.remove, { params: { id }, as: admin, headers: { 'accept-language': 'pt-BR' } })
    expect(gone.body).toMatchObject({ queues: ['Com agente'], connections: ['Loja do agente'] })
    expect(gone.body.message).toContain('Com agente')
    expect((await call(queue.get, { params: { id: asked.body.id }, as: admin })).body.promptId).toBeNull()
    expect((await call(whatsapp.get, { params: { id: loja.body.id }, as: admin })).body.promptId).toBeNull()
    const again = await call(prompts.remove, { params: { id }, as: admin })
    expect([again.status, again.body]).toMatchObject([200, { queues: [], connections: [] }])
  })

  it('whose queue was deleted says so, changes all the same, and wants another where one is given', async () => {
    const asked = { name: 'Passageira', color: '#665544', greetingMessage: 'Oi' }
    const queueId = (await call(queue.create, { body: asked, as: admin })).body.id
    const params = { id: (await create({ queueId })).body.id }
    await call(queue.remove, { params: { id: queueId }, as: admin })
    expect((await call(prompts.get, { params, as: admin })).body.queue).toBeNull()
    const refused = await call(prompts.update, { params, body: { queueId, maxTokens: 60 }, as: admin })
    expect([refused.status, refused.error]).toEqual([404, 'ERR_NO_QUEUE_FOUND'])
    expect((await call(prompts.update, { params, body: { maxTokens: 60 }, as: admin })).body.maxTokens).toBe(60)
  })

  it('is nobody’s in another company', async () => {
    const { id } = (await create()).body
    const { admin: stranger } = await makeCompany()
    expect((await call(prompts.get, { params: { id }, as: stranger })).error).toBe('ERR_NO_PROMPT_FOUND')
    expect((await call(prompts.update, { params: { id }, body: { maxTokens: 50 }, as: stranger })).error).toBe(
      'ERR_NO_PROMPT_FOUND',
    )
    await call(prompts.remove, { params: { id }, as: stranger })
    expect((await call(prompts.get, { params: { id }, as: admin })).status).toBe(200)
  })
})
