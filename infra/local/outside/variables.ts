import { RECEIVER } from './bank/receiver.ts'
import { APP } from './meta/world.ts'

/** The variables by which the product finds the doubles at an address, beside those of the real services. A system is a line here. */
export const outsideVariables = (origin: string): Record<string, string> => ({
  // What a company's webhook or bot is on this stage: on loopback, where the product's outgoing client goes nowhere else.
  OUTGOING_PRIVATE_HOSTS: new URL(origin).host,
  // Everybody here comes from one address.
  SIGNUPS_PER_HOUR: '1000',
  AWS_ENDPOINT_URL_SESV2: `${origin}/outside/ses`,
  VIACEP_URL: `${origin}/outside/viacep`,
  BRASILAPI_URL: `${origin}/outside/brasilapi`,
  OPENAI_URL: `${origin}/outside/bots/openai/v1`,
  AZURE_SPEECH_URL: `${origin}/outside/bots/azure/{region}`,
  DIALOGFLOW_URL: `${origin}/outside/bots/dialogflow`,
  GOOGLE_OAUTH_URL: `${origin}/outside/bots/dialogflow`,
  ASAAS_URL: `${origin}/outside/erp/asaas`,
  PIX_URL: `${origin}/outside/bank`,
  PIX_KEY: RECEIVER.key,
  PIX_CLIENT_ID: RECEIVER.clientId,
  PIX_CLIENT_SECRET: RECEIVER.clientSecret,
  META_GRAPH_URL: `${origin}/outside/meta/v23.0`,
  META_DIALOG_URL: `${origin}/outside/meta/dialog`,
  META_APP_ID: APP.id,
  META_APP_SECRET: APP.secret,
  META_VERIFY_TOKEN: APP.verifyToken,
})
