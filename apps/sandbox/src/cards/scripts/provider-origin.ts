/** The origin of these modules: the card provider's that serves them. */
export const providerOrigin = new URL(import.meta.url).origin;
