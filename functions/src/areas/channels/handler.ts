import { channels } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { listAllConnections } from './all-connections/list-all-connections.ts'
import { findCloudNumbers } from './cloud/find-cloud-numbers.ts'
import { getCloudLogin } from './cloud/get-cloud-login.ts'
import { takeCloudWebhook } from './cloud/take-cloud-webhook.ts'
import { verifyCloudWebhook } from './cloud/verify-cloud-webhook.ts'
import { connectFacebook } from './facebook/connect-facebook.ts'
import { getFacebookLogin } from './facebook/get-facebook-login.ts'
import { takeFacebookWebhook } from './facebook/take-facebook-webhook.ts'
import { verifyFacebookWebhook } from './facebook/verify-facebook-webhook.ts'
import { createTemplate } from './templates/create-template.ts'
import { listTemplates } from './templates/list-templates.ts'
import { prepareSample } from './templates/prepare-sample.ts'
import { removeTemplate } from './templates/remove-template.ts'
import { sendSample } from './templates/send-sample.ts'
import { syncConnectionTemplates } from './templates/sync-connection-templates.ts'
import { updateTemplate } from './templates/update-template.ts'
import { createWhatsapp } from './whatsapp/create-whatsapp.ts'
import { getWhatsapp } from './whatsapp/get-whatsapp.ts'
import { listWhatsapps } from './whatsapp/list-whatsapps.ts'
import { removeWhatsapp } from './whatsapp/remove-whatsapp.ts'
import { replaceWhatsappToken } from './whatsapp/replace-whatsapp-token.ts'
import { testWhatsapp } from './whatsapp/test-whatsapp.ts'
import { updateWhatsapp } from './whatsapp/update-whatsapp.ts'
import { removeWhatsappsession } from './whatsappsession/remove-whatsappsession.ts'
import { renewWhatsappsession } from './whatsappsession/renew-whatsappsession.ts'
import { startWhatsappsession } from './whatsappsession/start-whatsappsession.ts'

export const handler = areaHandler(channels, {
  whatsapp: {
    list: listWhatsapps,
    get: getWhatsapp,
    create: createWhatsapp,
    update: updateWhatsapp,
    remove: removeWhatsapp,
    test: testWhatsapp,
    replaceToken: replaceWhatsappToken,
  },
  allConnections: { list: listAllConnections },
  facebook: { login: getFacebookLogin, connect: connectFacebook },
  facebookWebhook: { verify: verifyFacebookWebhook, take: takeFacebookWebhook },
  cloudNumbers: { login: getCloudLogin, find: findCloudNumbers },
  whatsappWebhook: { verify: verifyCloudWebhook, take: takeCloudWebhook },
  templates: {
    list: listTemplates,
    create: createTemplate,
    update: updateTemplate,
    remove: removeTemplate,
    uploads: prepareSample,
    sendSample,
    sync: syncConnectionTemplates,
  },
  whatsappsession: { start: startWhatsappsession, renew: renewWhatsappsession, remove: removeWhatsappsession },
})
