/**
 * Channels of conversations. On Facebook and Instagram it is a metaPage, or an account, of the
 * company.
 */
export const CHANNELS = ['whatsapp', 'facebook', 'instagram'] as const
export type Channel = (typeof CHANNELS)[number]

/** Channels that Meta's Graph API serves instead of a session host. */
export const PAGE_CHANNELS = ['facebook', 'instagram'] as const
export type PageChannel = (typeof PAGE_CHANNELS)[number]

export const isPageChannel = (channel: string | undefined): channel is PageChannel =>
  channel === 'facebook' || channel === 'instagram'
