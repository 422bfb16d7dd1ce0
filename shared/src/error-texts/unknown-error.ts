/** Text for an unknown code, if the raw text is empty. In a file of its own: first loads need no other. */
export const UNKNOWN_ERROR = 'An error occurred!'
