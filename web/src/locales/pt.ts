/** Loads each namespace of this language's texts by its file. */
export default import.meta.glob<{ default: Record<string, unknown> }>(['./pt/*.json', './pt/errors.ts'])
