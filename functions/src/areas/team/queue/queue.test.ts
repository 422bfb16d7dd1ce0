import { queue } from '@balcao/shared/api/team/queue.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { png } from '../../../../test/pictures.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { getQueue as queueRow } from '../../../data/team/queue.ts'

const body = (name: string, color: string) => ({ name, color, greetingMessage: 'Olá!' })

describe('queues', () => {
  it('creates one with default hours, changes it, and lists them in their order', async () => {
    const company = await makeCompany()
    const as = company.admin
    const sales = await call(queue.create, { as, body: body('Vendas', '#FF0000') })
    expect(sales.status).toBe(201)
    expect(sales.body.schedules).toHaveLength(7)
    expect(sales.body.schedules[5]).toMatchObject({ weekdayEn: 'saturday', startTime: '08:00', endTime: '12:00' })
    await call(queue.create, { as, body: { ...body('Suporte', '#00FF00'), orderQueue: 1 } })
    await call(queue.create, { as, body: body('Ádm', '#0000FF') })
    const list = await call(queue.list, { as })
    expect(list.body.map(each => each.name)).toEqual(['Suporte', 'Ádm', 'Vendas'])

    const { id } = sales.body
    const changed = await call(queue.update, { as, params: { id }, body: { name: 'Comercial', orderQueue: 0 } })
    expect(changed.body).toMatchObject({ name: 'Comercial', color: '#FF0000', orderQueue: 0, greetingMessage: 'Olá!' })
    expect((await call(queue.list, { as })).body.map(each => each.name)).toEqual(['Comercial', 'Suporte', 'Ádm'])
    // The old name and a place in the order are free again.
    expect((await call(queue.create, { as, body: body('Vendas', '#FFFF00') })).status).toBe(201)
    const unordered = await call(queue.update, { as, params: { id }, body: { orderQueue: null } })
    expect(unordered.body.orderQueue).toBeNull()
  })

  it('takes texts of the bot that fit into a row together, and refuses longer ones', async () => {
    const { admin: as } = await makeCompany()
    const texts = (greetingMessage: string) => ({
      greetingMessage,
      complationMessage: greetingMessage,
      outOfHoursMessage: greetingMessage,
      ratingMessage: greetingMessage,
    })
    const make = async (text: string) => {
      const answer = await call(queue.create, { as, body: { name: 'Longa', color: '#123456', ...texts(text) } })
      return [answer.status, answer.error]
    }
    expect(await make('漢'.repeat(4097))).toEqual([400, 'ERR_VALIDATION'])
    expect(await make('漢'.repeat(4096))).toEqual([201, undefined])
  })

  it('takes a name and a colour once per company, accents and case aside, also in a race', async () => {
    const [one, two] = [await makeCompany(), await makeCompany()]
    const race = await Promise.all([
      call(queue.create, { as: one.admin, body: body('Atenção', '#AA0000') }),
      call(queue.create, { as: one.admin, body: body('ATENCAO', '#BB0000') }),
    ])
    expect(race.map(answer => answer.status).sort()).toEqual([201, 409])
    expect(race.find(answer => answer.status === 409)?.error).toBe('ERR_QUEUE_NAME_ALREADY_EXISTS')
    const winner = race.find(answer => answer.status === 201)!.body
    const color = await call(queue.create, { as: one.admin, body: body('Outra', winner.color.toLowerCase()) })
    expect(color.error).toBe('ERR_QUEUE_COLOR_ALREADY_EXISTS')
    expect((await call(queue.create, { as: two.admin, body: body('Atenção', winner.color) })).status).toBe(201)

    const other = await call(queue.create, { as: one.admin, body: body('Outra', '#CC0000') })
    const params = { id: other.body.id }
    const rename = await call(queue.update, { as: one.admin, params, body: { name: winner.name } })
    expect(rename.error).toBe('ERR_QUEUE_NAME_ALREADY_EXISTS')
    const repaint = await call(queue.update, { as: one.admin, params, body: { color: winner.color } })
    expect(repaint.error).toBe('ERR_QUEUE_COLOR_ALREADY_EXISTS')
    // Its own name in another case is no conflict.
    expect((await call(queue.update, { as: one.admin, params, body: { name: 'OUTRA' } })).body.name).toBe('OUTRA')
  })

  it('never exceeds the plan, however parallel, and a deleted one makes room', async () => {
    const company = await makeCompany({ plan: { queues: 2 } })
    const as = company.admin
    const answers = await Promise.all(
      [1, 2, 3, 4].map(n => call(queue.create, { as, body: body(`Fila ${n}`, `#00000${n}`) })),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(2)
    expect(answers.filter(answer => answer.error === 'ERR_PLAN_LIMIT')).toHaveLength(2)
    const { id } = answers.find(answer => answer.status === 201)!.body
    expect((await call(queue.remove, { as, params: { id } })).status).toBe(204)
    expect((await call(queue.remove, { as, params: { id } })).status).toBe(204)
    expect((await call(queue.create, { as, body: body('Nova', '#000009') })).status).toBe(201)
    expect((await call(queue.create, { as, body: body('Nova 2', '#000008') })).error).toBe('ERR_PLAN_LIMIT')
  })

  it('asks for a greeting, unless an integration or a prompt speaks in its place', async () => {
    const { admin: as, id: companyId } = await makeCompany()
    const make = (fields: object) => call(queue.create, { as, body: { ...body('Vendas', '#FF0000'), ...fields } })
    const field = 'queue.greetingMessage'
    const required = { path: 'greetingMessage', code: 'required', field, message: 'Saudação é obrigatório.' }
    const needless = {
      path: 'greetingMessage',
      code: 'not_expected',
      field,
      message: 'A saudação não é obrigatória quando houver integração.',
    }
    for (const greetingMessage of ['', '  ', undefined]) {
      const refused = await make({ greetingMessage })
      expect([refused.status, refused.error, refused.details]).toEqual([400, 'ERR_VALIDATION', [required]])
    }
    for (const chosen of [{ integrationId: newId() }, { promptId: newId() }]) {
      const refused = await make(chosen)
      expect([refused.status, refused.error, refused.details]).toEqual([400, 'ERR_VALIDATION', [needless]])
    }
    const { id } = (await make({})).body
    const change = (fields: object) => call(queue.update, { as, params: { id }, body: fields })
    expect((await change({ greetingMessage: '' })).details).toEqual([required])
    // What it is to be is seen with what it has.
    expect((await change({ promptId: newId() })).details).toEqual([needless])
    const silent = await makeQueue(companyId, { greetingMessage: '' })
    const named = await call(queue.update, { as, params: { id: silent.id }, body: { name: 'Financeiro' } })
    expect([named.status, named.body.greetingMessage]).toEqual([200, ''])
    expect((await change({ name: 'Comercial', integrationId: null, promptId: null })).status).toBe(200)
    expect((await call(queue.get, { as, params: { id } })).body).toMatchObject({
      name: 'Comercial',
      greetingMessage: 'Olá!',
      integrationId: null,
      promptId: null,
    })
  })

  it('refuses an integration and a prompt that are none of the company’s', async () => {
    const { admin: as } = await makeCompany()
    const silent = { ...body('Vendas', '#FF0000'), greetingMessage: '' }
    const { id } = (await call(queue.create, { as, body: body('Suporte', '#00FF00') })).body
    for (const [field, error] of [
      ['integrationId', 'ERR_NO_INTEGRATION_FOUND'],
      ['promptId', 'ERR_NO_PROMPT_FOUND'],
    ] as const) {
      const chosen = { [field]: newId() }
      const made = await call(queue.create, { as, body: { ...silent, ...chosen } })
      expect([made.status, made.error]).toEqual([404, error])
      const changed = await call(queue.update, { as, params: { id }, body: { greetingMessage: '', ...chosen } })
      expect([changed.status, changed.error]).toEqual([404, error])
      const crooked = await call(queue.create, { as, body: { ...silent, [field]: 'x' } })
      expect([crooked.status, crooked.error]).toEqual([400, 'ERR_VALIDATION'])
    }
    expect(await call(queue.list, { as })).toMatchObject({ body: [{ name: 'Suporte', greetingMessage: 'Olá!' }] })
  })

  it('keeps a file that goes with the greeting, and shows it wherever it is shown', async () => {
    const { admin: as, id: companyId } = await makeCompany()
    const { id, ...made } = (await call(queue.create, { as, body: body('Vendas', '#FF0000') })).body
    expect(made).toMatchObject({ mediaPath: null, mediaName: null, mediaType: null, token: null })
    const upload = (bytes: Uint8Array, fileName = 'loja.png', mimetype = 'image/png', queueId = id) =>
      call(queue.uploadMedia, { as, params: { id: queueId }, body: {}, files: [{ fileName, mimetype, bytes }] })
    const picture = png()
    const kept = await upload(picture)
    expect([kept.status, kept.body]).toMatchObject([200, { id, mediaName: 'loja.png', mediaType: 'image' }])
    expect(new Uint8Array(await (await fetch(kept.body.mediaPath!)).arrayBuffer())).toEqual(new Uint8Array(picture))
    const shown = { mediaPath: kept.body.mediaPath, mediaName: 'loja.png', mediaType: 'image' }
    expect((await call(queue.get, { as, params: { id } })).body).toMatchObject(shown)
    expect((await call(queue.list, { as })).body).toMatchObject([shown])
    const renamed = await call(queue.update, { as, params: { id }, body: { name: 'Comercial' } })
    expect(renamed.body).toMatchObject(shown)
    expect(await queueRow(companyId, id)).toMatchObject({ media: { kind: 'image', size: picture.length } })

    const html = new TextEncoder().encode('<html><script>alert(1)</script></html>')
    expect((await upload(html)).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(html, 'a.html', 'text/html')).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(picture, 'a.png', 'image/png', newId())).error).toBe('ERR_NO_QUEUE_FOUND')
    const none = await call(queue.uploadMedia, { as, params: { id }, body: {}, files: [] })
    expect(none.error).toBe('ERR_UPLOAD_MISSING')
    expect((await call(queue.get, { as, params: { id } })).body).toMatchObject(shown)

    const bare = await call(queue.removeMedia, { as, params: { id } })
    expect(bare.body).toMatchObject({ mediaPath: null, mediaName: null, mediaType: null, name: 'Comercial' })
    // A message that was sent with it shows it still.
    expect((await fetch(kept.body.mediaPath!)).status).toBe(200)
  })

  it('shows nothing of how its menu is kept', async () => {
    const { admin: as, id: companyId } = await makeCompany()
    const { id } = (await call(queue.create, { as, body: body('Vendas', '#FF0000') })).body
    await call(queueOptions.create, { as, body: { queueId: id, title: 'Boletos' } })
    expect(await queueRow(companyId, id)).toMatchObject({ optionsVersion: 1 })
    const { raw } = await call(queue.get, { as, params: { id } })
    expect(Object.keys(raw)).not.toContain('optionsVersion')
    expect(Object.keys(raw)).not.toContain('media')
  })

  it('takes a deleted queue away from users and connections', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id } = (await call(queue.create, { as, body: body('Vendas', '#FF0000') })).body
    const bia = await makeUser(company.id, { queueIds: [id] })
    const connection = await makeWhatsapp(company.id, { queueIds: [id], sendIdQueue: id, transferQueueId: id })
    await call(queue.remove, { as, params: { id } })
    expect((await call(users.get, { as, params: { id: bia.user.id } })).body.queues).toEqual([])
    expect(await getWhatsapp(company.id, connection.id)).toMatchObject({
      queueIds: [],
      sendIdQueue: null,
      transferQueueId: null,
    })
    expect((await call(queue.get, { as, params: { id } })).error).toBe('ERR_NO_QUEUE_FOUND')
  })
})
