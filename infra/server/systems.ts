import type { ServerConfig } from './config.ts'

/** Returns the variables of the functions that a server's configuration decides. */
export function systemVariables(config: ServerConfig): Record<string, string> {
  const { SMTP_URL, EMAIL_FROM, PIX_URL, PIX_KEY, PIX_CLIENT_ID, PIX_CLIENT_SECRET } = config
  const { META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN, META_CONFIG_ID, OPENAI_URL, SIGN_UP } = config
  const given = {
    SMTP_URL,
    EMAIL_FROM,
    PIX_URL,
    PIX_KEY,
    PIX_CLIENT_ID,
    PIX_CLIENT_SECRET,
    META_APP_ID,
    META_APP_SECRET,
    META_VERIFY_TOKEN,
    META_CONFIG_ID,
    OPENAI_URL,
    SIGN_UP,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, string>
}
