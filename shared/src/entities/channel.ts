/** What conversations come over. Of Facebook and Instagram it is a page, or an account, of the company's. */
export const CHANNELS = ['whatsapp', 'facebook', 'instagram'] as const
export type Channel = (typeof CHANNELS)[number]

/** Those that are served by Meta's Graph API and not by a session host. */
export const PAGE_CHANNELS = ['facebook', 'instagram'] as const
export type PageChannel = (typeof PAGE_CHANNELS)[number]

export const isPageChannel = (channel: string | undefined): channel is PageChannel =>
  channel === 'facebook' || channel === 'instagram'
