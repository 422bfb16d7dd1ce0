/** Loads each namespace of this language's texts by its file. */
export default import.meta.glob<{ default: Record<string, unknown> }>(['./es/*.json', './es/errors.ts'])
