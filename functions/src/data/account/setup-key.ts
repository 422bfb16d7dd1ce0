/**
 * Key and mark of the row of an installation's first set-up, for readers that load nothing else of
 * the data layer: the origin of a server asks for it before it answers.
 */
export const SETUP_KEY = { pk: 'system#setup', sk: 'setup' } as const

/** Attribute that is there once the installation is set up. */
export const DONE = 'doneAt'
