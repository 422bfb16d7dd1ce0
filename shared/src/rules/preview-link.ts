/** Picks the link of a message's text that gets a preview (decision 0077). */

export interface PreviewLink {
  /** Link as it stands in the text. */
  text: string
  url: string
}

/** Maximum characters of an address that is called. */
const MAX_LENGTH = 2048

const LINK = /(?<![\p{L}\p{N}@./])(?:https?:\/\/|www\.)[^\s<>"\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/iu
/** Marks and punctuation that end a sentence and not its link. */
const TAIL = /[.,;:!?'*_~`»”’…\]}]+$/u

/**
 * Words of a query whose value lets somebody in, and of a path that does something: calling such an
 * address could use it up, or pass on a secret.
 */
const SECRET =
  /^(?:(?:access|auth|id|refresh)?[-_]?token|auth|auth[-_]?key|code|otp|pin|key|api[-_]?key|sig|signature|secret|pass|password|passwd|pwd|senha|jwt|session|sid|x-amz-signature|x-goog-signature)$/i
const ACTION = /unsubscribe|descadastr|opt-?out|verif(?:y|icar|ication)|confirm|reset|magic-?link|invit|convite/i

/**
 * Returns the text's first link; null without one, and for one that nobody but its reader may open.
 */
export function previewLink(text: string): PreviewLink | null {
  const found = LINK.exec(text)?.[0]
  return found && found.length <= MAX_LENGTH ? asPreviewLink(trimmed(found)) : null
}

/** Returns a link in its whole form; null for one that nobody but its reader may open. */
export function asPreviewLink(text: string): PreviewLink | null {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (whole.length > MAX_LENGTH || !URL.canParse(whole)) return null
  const url = new URL(whole)
  if (url.username || url.password || !url.hostname.includes('.')) return null
  if (ACTION.test(url.pathname) || [...url.searchParams.keys()].some(name => SECRET.test(name))) return null
  // A fragment is for the browser alone, and some carry secrets.
  url.hash = ''
  return { text, url: url.href }
}

/** Returns a link without what follows it: a bracket that was opened before it, a full stop. */
function trimmed(link: string): string {
  for (let text = link; ; ) {
    const shorter = text.replace(TAIL, '')
    const next = shorter.endsWith(')') && !shorter.includes('(') ? shorter.slice(0, -1) : shorter
    if (next === text) return text
    text = next
  }
}
