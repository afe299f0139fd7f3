// Imported first (main.tsx): it removes the token of an emailed link from the
// address, before the router, the server's responses or any other code could
// see, log or forward it.
const path = '/multi-factor-auth/create-password'

const [, token = null] =
  new RegExp(`^${path}/([^/]+)/?$`).exec(window.location.pathname) ?? []
if (token !== null) window.history.replaceState(null, '', path)

/** The token of the link that opened this page. It is kept only in memory. */
export const linkToken: string | null = token
