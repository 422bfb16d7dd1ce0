/** Returns whether a text contains a masked number, `•••••-4321` (decision 0104). */
export const hasMask = (text: string): boolean => /•{4}-\d{4}/.test(text)
