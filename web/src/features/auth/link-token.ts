// Loaded before anything else (main.tsx): the token of a mailed link must be gone from the address before the router, an
// answer of the server or anything that is loaded could see it, note it or hand it on.
const path = '/multi-factor-auth/create-password'

const [, token = null] = new RegExp(`^${path}/([^/]+)/?$`).exec(window.location.pathname) ?? []
if (token !== null) window.history.replaceState(null, '', path)

/** The token of the link by which this page was opened. It lives as long as the page does. */
export const linkToken: string | null = token
