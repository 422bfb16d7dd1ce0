import { IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Whatsapp } from '../../entities/whatsapp.ts'

export const whatsappsession = {
  /** Opens the session; the button says "Try again". */
  start: route({
    method: 'POST',
    path: '/whatsappsession/{id}',
    summary: 'Open the session again with the credentials it has',
    access: 'admin',
    audit: 'connection.connect',
    params: IdParams,
    response: Whatsapp,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_PAGE_RECONNECT'],
  }),
  renew: route({
    method: 'PUT',
    path: '/whatsappsession/{id}',
    summary: 'Forget the credentials and show a new QR',
    access: 'admin',
    audit: 'connection.connect',
    params: IdParams,
    response: Whatsapp,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_PAGE_RECONNECT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/whatsappsession/{id}',
    summary: 'Disconnect: a new QR must be read afterwards',
    access: 'admin',
    audit: 'connection.disconnect',
    params: IdParams,
    response: Whatsapp,
    errors: ['ERR_NO_WAPP_FOUND'],
  }),
}
