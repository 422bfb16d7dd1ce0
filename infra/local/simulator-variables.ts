import { META_APP, PIX_RECEIVER } from './simulator-accounts.ts'

/**
 * Returns the variables by which the product finds the simulators at an address, beside those of
 * the real services. One line per system.
 */
export const simulatorVariables = (origin: string): Record<string, string> => ({
  // A company's webhook or bot runs on loopback on this stage; the product's outgoing client
  // reaches no other loopback address.
  OUTGOING_PRIVATE_HOSTS: new URL(origin).host,
  // All local clients come from one address.
  SIGNUPS_PER_HOUR: '1000',
  AWS_ENDPOINT_URL_SESV2: `${origin}/simulated/ses`,
  VIACEP_URL: `${origin}/simulated/viacep`,
  BRASILAPI_URL: `${origin}/simulated/brasilapi`,
  OPENAI_URL: `${origin}/simulated/bots/openai/v1`,
  AZURE_SPEECH_URL: `${origin}/simulated/bots/azure/{region}`,
  DIALOGFLOW_URL: `${origin}/simulated/bots/dialogflow`,
  GOOGLE_OAUTH_URL: `${origin}/simulated/bots/dialogflow`,
  ASAAS_URL: `${origin}/simulated/erp/asaas`,
  PIX_URL: `${origin}/simulated/bank`,
  PIX_KEY: PIX_RECEIVER.key,
  PIX_CLIENT_ID: PIX_RECEIVER.clientId,
  PIX_CLIENT_SECRET: PIX_RECEIVER.clientSecret,
  META_GRAPH_URL: `${origin}/simulated/meta/v23.0`,
  META_DIALOG_URL: `${origin}/simulated/meta/dialog`,
  META_APP_ID: META_APP.id,
  META_CONFIG_ID: META_APP.configId,
  META_APP_SECRET: META_APP.secret,
  META_VERIFY_TOKEN: META_APP.verifyToken,
})
