import type { ServerConfig } from './config.ts'
import { type PixClient, pixVariables } from './pix-client.ts'

/**
 * Returns the variables of the functions that a server's configuration decides.
 * @param pixClient the certificate that its files hold
 */
export function systemVariables(config: ServerConfig, pixClient?: PixClient): Record<string, string> {
  const { SMTP_URL, EMAIL_FROM, PIX_URL, PIX_KEY, PIX_CLIENT_ID, PIX_CLIENT_SECRET } = config
  const { META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN, META_CONFIG_ID } = config
  const { OUTGOING_PRIVATE_HOSTS, SIGN_UP } = config
  const { OPENAI_URL, OPENAI_MODEL, OPENAI_EMBEDDING_MODEL, OPENAI_TRANSCRIPTION_MODEL, AZURE_SPEECH_URL } = config
  const given = {
    SMTP_URL,
    EMAIL_FROM,
    PIX_URL,
    PIX_KEY,
    PIX_CLIENT_ID,
    PIX_CLIENT_SECRET,
    ...pixVariables(pixClient),
    META_APP_ID,
    META_APP_SECRET,
    META_VERIFY_TOKEN,
    META_CONFIG_ID,
    OPENAI_URL,
    OPENAI_MODEL,
    OPENAI_EMBEDDING_MODEL,
    OPENAI_TRANSCRIPTION_MODEL,
    AZURE_SPEECH_URL,
    OUTGOING_PRIVATE_HOSTS,
    SIGN_UP,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, string>
}
