import { IdParams } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Whatsapp } from '../../entities/whatsapp.ts'

export const whatsappsession = {
  /**
   * Opens the session; the button says "Try again". Of a cloud number: asks Meta about it again.
   */
  start: route({
    method: 'POST',
    path: '/whatsappsession/{id}',
    summary: 'Open the session again with the credentials it has',
    access: 'admin',
    audit: 'connection.connect',
    params: IdParams,
    response: Whatsapp,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_PAGE_RECONNECT',
      'ERR_CLOUD_RECONNECT',
      'ERR_CLOUD_NOT_CONFIGURED',
      'ERR_CLOUD_TOKEN',
      'ERR_CLOUD_PERMISSION',
      'ERR_CLOUD_NO_NUMBER',
      'ERR_CLOUD_WEBHOOK',
      'ERR_META_UNAVAILABLE',
    ],
  }),
  renew: route({
    method: 'PUT',
    path: '/whatsappsession/{id}',
    summary: 'Forget the credentials and show a new QR',
    access: 'admin',
    audit: 'connection.connect',
    params: IdParams,
    response: Whatsapp,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_PAGE_RECONNECT', 'ERR_CHANNEL_UNSUPPORTED'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/whatsappsession/{id}',
    summary: 'Disconnect: a new QR must be read afterwards, or a new token given',
    access: 'admin',
    audit: 'connection.disconnect',
    params: IdParams,
    response: Whatsapp,
    errors: ['ERR_NO_WAPP_FOUND'],
  }),
}
