import { z } from 'zod'
import { AutomaticText, Id, IdParams, Instant, listQuery, Name, page, QueryFlag } from '../../api-contract/fields.ts'
import { changeWithFile, keptFileRoutes, withFile } from '../../api-contract/kept-file.ts'
import { fileFormat } from '../../api-contract/list-export.ts'
import { route } from '../../api-contract/route.ts'
import { rowRoutes } from '../../api-contract/row-routes.ts'
import { TEMPLATE_REFUSALS } from '../../api-contract/template-refusals.ts'
import { RequiredTestPhone } from '../../api-contract/test-phone.ts'
import {
  Campaign,
  CampaignEstimate,
  CampaignRecipient,
  CampaignReport,
  RECIPIENT_STATES,
} from '../../entities/campaign.ts'
import { TemplateVariables } from '../../entities/template.ts'
import { CLOUD_MEDIA_ERRORS } from '../../rules/cloud-media-limits.ts'

const common = { access: 'admin', plan: 'useCampaigns' } as const
const rights = { change: 'admin', plan: 'useCampaigns' } as const

const texts = {
  message1: AutomaticText.default(''),
  message2: AutomaticText.default(''),
  message3: AutomaticText.default(''),
  message4: AutomaticText.default(''),
  message5: AutomaticText.default(''),
  confirmationMessage1: AutomaticText.default(''),
  confirmationMessage2: AutomaticText.default(''),
  confirmationMessage3: AutomaticText.default(''),
  confirmationMessage4: AutomaticText.default(''),
  confirmationMessage5: AutomaticText.default(''),
}

/** Refusals of a campaign's template. */
const OWN_TEMPLATE_REFUSALS = ['ERR_CHANNEL_UNSUPPORTED', ...TEMPLATE_REFUSALS] as const

/** Refuses a sixth text, which would otherwise be dropped silently. */
const sixth = z.never('no more than five messages').optional()

const rows = rowRoutes({
  ...rights,
  read: 'admin',
  path: '/campaigns',
  one: 'a campaign',
  audit: 'campaign',
  row: Campaign,
  fields: {
    name: Name,
    ...texts,
    message6: sixth,
    confirmationMessage6: sixth,
    confirmation: z.boolean().default(false),
    templateId: Id.nullable().default(null),
    templateVariables: TemplateVariables.default({}),
    confirmationTemplateId: Id.nullable().default(null),
    confirmationTemplateVariables: TemplateVariables.default({}),
    scheduledAt: Instant.nullable().default(null),
    whatsappId: Id.nullable().default(null),
    contactListId: Id.nullable().default(null),
    tagListId: Id.nullable().default(null),
    fileListId: Id.nullable().default(null),
  },
  missing: 'ERR_NO_CAMPAIGN_FOUND',
  refusals: [
    'ERR_NO_CONTACT_LIST_FOUND',
    'ERR_NO_TAG_FOUND',
    'ERR_NO_FILE_LIST_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_CAMPAIGN_NO_CONNECTION',
    'ERR_CAMPAIGN_NO_AUDIENCE',
    'ERR_CAMPAIGN_EMPTY_AUDIENCE',
    'ERR_CAMPAIGN_NO_MESSAGE',
    'ERR_CAMPAIGN_NO_CONFIRMATION',
    'ERR_CAMPAIGN_IN_PAST',
    'ERR_CAMPAIGN_NEEDS_TEMPLATE',
    ...OWN_TEMPLATE_REFUSALS,
  ],
})

const media = keptFileRoutes({
  ...rights,
  path: '/campaigns',
  one: 'a campaign',
  audit: 'campaign',
  row: Campaign,
  missing: 'ERR_NO_CAMPAIGN_FOUND',
})

/**
 * Campaigns. One with `scheduledAt` is PROGRAMADA, one without is INATIVA. It can be changed while
 * INATIVA, or PROGRAMADA more than an hour ahead; within the last hour only its connection can, and
 * for a CANCELADA one its texts and its connection (decision 0019).
 */
export const campaigns = {
  list: route({
    ...common,
    method: 'GET',
    path: '/campaigns',
    summary: 'Campaigns, the newest first; `searchParam` is looked for in the name',
    query: z.object(listQuery),
    response: z.object({ records: z.array(Campaign), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  get: rows.get,
  create: withFile(route({ ...rows.create, errors: [...rows.create.errors, 'ERR_PLAN_LIMIT'] })),
  update: changeWithFile(route({ ...rows.update, errors: [...rows.update.errors, 'ERR_CAMPAIGN_LOCKED'] })),
  remove: route({ ...rows.remove, errors: [...rows.remove.errors, 'ERR_CAMPAIGN_RUNNING'] }),
  uploadMedia: route({
    ...media.uploadMedia,
    errors: [...media.uploadMedia.errors, ...CLOUD_MEDIA_ERRORS, 'ERR_CAMPAIGN_LOCKED'],
  }),
  removeMedia: route({
    ...media.removeMedia,
    errors: [...media.removeMedia.errors, 'ERR_CAMPAIGN_LOCKED', 'ERR_CAMPAIGN_NO_MESSAGE'],
  }),
  cancel: route({
    ...common,
    method: 'POST',
    path: '/campaigns/{id}/cancel',
    audit: 'campaign.cancel',
    summary: 'Stop a campaign that is under way',
    params: IdParams,
    response: Campaign,
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATUS', 'ERR_CONFLICT'],
  }),
  restart: route({
    ...common,
    method: 'POST',
    path: '/campaigns/{id}/restart',
    audit: 'campaign.restart',
    summary: 'Go on with a campaign that was stopped, or that failures paused, where it stopped',
    params: IdParams,
    response: Campaign,
    errors: [
      'ERR_NO_CAMPAIGN_FOUND',
      'ERR_CAMPAIGN_STATUS',
      'ERR_CAMPAIGN_NO_CONNECTION',
      'ERR_CAMPAIGN_NEEDS_TEMPLATE',
      'ERR_CAMPAIGN_QUALITY',
      'ERR_CONFLICT',
      ...OWN_TEMPLATE_REFUSALS,
    ],
  }),
  estimate: route({
    ...common,
    method: 'GET',
    path: '/campaign-estimate',
    summary: 'Estimated cost and duration of sending to a list or a tag over a connection',
    query: z.object({
      whatsappId: Id,
      contactListId: Id.optional(),
      tagListId: Id.optional(),
      templateId: Id.optional(),
      confirmationTemplateId: Id.optional(),
      /** Time at which it would start; without it, now. */
      startsAt: Instant.optional(),
      /** True if it asks for a confirmation, so that a person may get two messages. */
      confirmation: QueryFlag.optional(),
    }),
    response: CampaignEstimate,
    errors: [
      'ERR_CAMPAIGN_NO_CONNECTION',
      'ERR_NO_WAPP_FOUND',
      'ERR_CAMPAIGN_NO_AUDIENCE',
      'ERR_CAMPAIGN_EMPTY_AUDIENCE',
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_NO_TAG_FOUND',
      'ERR_NO_TEMPLATE_FOUND',
      'ERR_CHANNEL_UNSUPPORTED',
    ],
  }),
  /**
   * Sends one message with its files, as the campaign would; the campaign need not be stored. It is
   * an ordinary message of the person who asks for it: no report and no limit counts it.
   */
  test: withFile(
    route({
      ...common,
      method: 'POST',
      path: '/campaigns/test',
      summary: "Send a campaign's message once to a number of one's own, filled with one's own name",
      body: z.object({
        number: RequiredTestPhone,
        whatsappId: Id,
        message: AutomaticText.default(''),
        templateId: Id.nullable().default(null),
        templateVariables: TemplateVariables.default({}),
        fileListId: Id.nullable().default(null),
        /** Campaign whose stored file goes along, unless another one comes with the call. */
        campaignId: Id.nullable().default(null),
      }),
      /** The first of the messages sent. */
      response: z.object({ id: Id, ticketId: Id, ack: z.number().int() }),
      status: 202,
      errors: [
        'ERR_NO_WAPP_FOUND',
        'ERR_NO_CAMPAIGN_FOUND',
        'ERR_NO_FILE_LIST_FOUND',
        'ERR_CAMPAIGN_NO_CONNECTION',
        'ERR_CAMPAIGN_NO_MESSAGE',
        'ERR_CAMPAIGN_NEEDS_TEMPLATE',
        ...OWN_TEMPLATE_REFUSALS,
        ...CLOUD_MEDIA_ERRORS,
        'ERR_WAPP_NOT_INITIALIZED',
        'ERR_WAPP_INVALID_CONTACT',
        'ERR_WAPP_CHECK_CONTACT',
        'ERR_CREATING_MESSAGE',
        'ERR_TOO_MANY_REQUESTS',
      ],
    }),
  ),
  report: route({
    ...common,
    method: 'GET',
    path: '/campaigns/{id}/report',
    summary: 'Progress of a campaign, in figures',
    params: IdParams,
    response: CampaignReport,
    errors: ['ERR_NO_CAMPAIGN_FOUND'],
  }),
  shipping: route({
    ...common,
    method: 'GET',
    path: '/campaigns/{id}/shipping',
    summary:
      'The contacts of a campaign and how far each is, in the order they are served; `searchParam` is the beginning of a name or a number',
    params: IdParams,
    query: z.object({ ...listQuery, state: z.enum(RECIPIENT_STATES).optional() }),
    response: z.object({ records: z.array(CampaignRecipient), ...page }),
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  export: route({
    ...common,
    method: 'POST',
    path: '/campaigns/{id}/export',
    audit: 'campaign.export',
    summary: 'Export the contacts of a campaign and how far each is as CSV or for Excel, as a job',
    params: IdParams,
    body: z.object({ state: z.enum(RECIPIENT_STATES).optional(), ...fileFormat }),
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_NO_CAMPAIGN_FOUND'],
  }),
}
