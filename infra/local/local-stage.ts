/** A stage that one machine serves from its templates: the demo's, or a server's. */
export type LocalStage = 'local' | 'server'
