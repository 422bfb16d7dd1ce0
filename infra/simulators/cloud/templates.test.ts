import { describe, expect, it } from 'vitest'
import { codeOf, idOf, type Shop, useCloud } from './test/use-cloud.ts'

const { took, sim, graph, settled, openShop, send, says, has, statuses, heard } = useCloud()

describe('templates', () => {
  const BODY = {
    type: 'BODY',
    text: 'Oi, {{nome}}!',
    example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] },
  }
  const create = ({ businessAccountId, accessToken }: Shop, more: object = {}) =>
    graph('POST', `${businessAccountId}/message_templates`, accessToken, {
      ...{ name: 'aviso', language: 'pt_BR', category: 'UTILITY', parameter_format: 'NAMED', components: [BODY] },
      ...more,
    })

  it('wait for a decision, which the webhook tells, before they can be sent', async () => {
    const shop = await openShop()
    const made = await create(shop)
    expect(made.body).toMatchObject({ status: 'PENDING', category: 'UTILITY' })
    const template = (parameters: object[], more: object = {}) => ({
      type: 'template',
      template: { name: 'aviso', language: { code: 'pt_BR' }, components: [{ type: 'body', parameters }], ...more },
    })
    const named = { type: 'text', parameter_name: 'nome', text: 'Ana' }
    expect(codeOf(await send(shop, template([named])))).toBe(132001)
    await sim('POST', `templates/${made.body.id}`, { status: 'APPROVED' })
    await settled()
    expect(took.changes.at(-1)).toMatchObject({
      field: 'message_template_status_update',
      value: { event: 'APPROVED', message_template_id: Number(made.body.id), message_template_name: 'aviso' },
    })
    expect(codeOf(await send(shop, template([])))).toBe(132000)
    expect(codeOf(await send(shop, template([{ ...named, parameter_name: 'outro' }])))).toBe(132012)
    expect(codeOf(await send(shop, template([{ ...named, text: 'a\nb' }])))).toBe(132018)
    expect(codeOf(await send(shop, template([named], { language: { code: 'en_US' } })))).toBe(132001)
    expect((await send(shop, template([named]))).status).toBe(200)
    await settled()
    expect(statuses().find(({ status }) => status === 'sent')?.pricing).toMatchObject({
      billable: true,
      category: 'utility',
      type: 'regular',
    })
    expect((await has(shop)).at(-1)).toMatchObject({ text: 'Oi, Ana!', template: { name: 'aviso' } })
    await sim('POST', `templates/${made.body.id}`, { status: 'PAUSED' })
    expect(codeOf(await send(shop, template([named])))).toBe(132015)
    await sim('POST', `templates/${made.body.id}`, { status: 'DISABLED' })
    expect(codeOf(await send(shop, template([named])))).toBe(132016)
  })

  it('of a new account are approved, and their buttons are pressed', async () => {
    const shop = await openShop()
    const parameters = ['nome', 'oferta'].map(name => ({ type: 'text', parameter_name: name, text: name }))
    const components = [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: 'stop' }] },
    ]
    const template = { name: 'oferta_da_semana', language: { code: 'pt_BR' }, components }
    const sent = await send(shop, { type: 'template', template })
    await settled()
    await says(shop, { buttonId: 'stop' })
    await settled()
    expect(heard()).toMatchObject([
      { type: 'button', button: { payload: 'stop', text: 'Parar promoções' }, context: { id: idOf(sent) } },
    ])
  })

  it('are checked, listed by pages, edited within limits and deleted', async () => {
    const shop = await openShop()
    const invalid: object[] = [
      { name: 'Aviso!' },
      { components: [{ ...BODY, example: undefined }] },
      { components: [{ ...BODY, text: '{{nome}}, oi' }] },
      { components: [BODY, { type: 'FOOTER', text: 'x'.repeat(61) }] },
      { components: [BODY, { type: 'HEADER', format: 'IMAGE' }] },
      { components: [BODY, { type: 'BUTTONS', buttons: Array(11).fill({ type: 'QUICK_REPLY', text: 'a' }) }] },
      { components: [{ type: 'FOOTER', text: 'só rodapé' }] },
      { category: 'OTHER' },
    ]
    for (const more of invalid) expect([more, codeOf(await create(shop, more))]).toEqual([more, 100])
    const made = await create(shop)
    expect(codeOf(await create(shop))).toBe(100)
    const names: string[] = []
    let next: string | undefined = `${shop.businessAccountId}/message_templates?limit=2&fields=name,status`
    while (next) {
      const { body } = await graph('GET', next, shop.accessToken)
      names.push(...(body.data as { name: string }[]).map(({ name }) => name))
      next = (body.paging as { next?: string }).next?.split('/v23.0/')[1]
    }
    expect(names).toEqual(['hello_world', 'pedido_atualizado', 'oferta_da_semana', 'aviso'])
    const edit = () => graph('POST', String(made.body.id), shop.accessToken, { components: [BODY] })
    expect(codeOf(await edit())).toBe(100)
    await sim('POST', `templates/${made.body.id}`, { status: 'APPROVED' })
    expect((await edit()).body).toEqual({ success: true })
    await sim('POST', `templates/${made.body.id}`, { status: 'APPROVED' })
    expect(codeOf(await edit())).toBe(100)
    const gone = `${shop.businessAccountId}/message_templates?name=aviso&hsm_id=${made.body.id}`
    expect((await graph('DELETE', gone, shop.accessToken)).body).toEqual({ success: true })
    expect(codeOf(await create(shop))).toBe(100)
  })
})
