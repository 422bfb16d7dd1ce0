/** The variables by which the product finds the doubles at an address, beside those of the real services. A system is a line here. */
export const outsideVariables = (origin: string): Record<string, string> => ({
  AWS_ENDPOINT_URL_SESV2: `${origin}/outside/ses`,
})
