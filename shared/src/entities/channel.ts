/**
 * Channels of conversations. On Facebook and Instagram it is a metaPage, or an account, of the
 * company.
 */
export const CHANNELS = ['whatsapp', 'facebook', 'instagram'] as const
export type Channel = (typeof CHANNELS)[number]

/** Channels that Meta's Graph API serves instead of a session host. */
export const META_PAGE_CHANNELS = ['facebook', 'instagram'] as const
export type MetaPageChannel = (typeof META_PAGE_CHANNELS)[number]

export const isMetaPageChannel = (channel: string | undefined): channel is MetaPageChannel =>
  channel === 'facebook' || channel === 'instagram'
