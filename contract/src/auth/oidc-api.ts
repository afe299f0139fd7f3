import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'

/**
 * Sign-in through a company's OpenID Connect provider
 * (docs/decisions/037-single-sign-on.md).
 */
const open = createEndpoints({
  tag: 'Auth',
  access: 'PUBLIC',
  about: 'NOTHING',
})

export const startOidcSignIn = open.get(
  '/v1/auth/oidc/sign-in',
  'Redirect the browser to the identity provider. 404 if single sign-on is off',
  {
    answersRedirect: true,
    refuses: ['not_found'],
    query: z.object({
      returnTo: z.string().max(1500).optional(),
      switchAccount: z
        .stringbool()
        .optional()
        .describe(
          "Whether another account's session in this browser may be replaced. Only the portal's own pages may ask for it",
        ),
    }),
    response: z.unknown(),
  },
)

/**
 * OpenID Connect Core 1.0, §3.1.2.5 and §3.1.2.6. openid-client checks the
 * parameters.
 */
export const completeOidcSignIn = open.get(
  '/v1/auth/oidc/callback',
  'The address that the identity provider returns the browser to. Opens a session and redirects to the portal, or back to the sign-in page with `problem`',
  {
    answersRedirect: true,
    refuses: ['not_found'],
    // Providers add parameters, such as session_state.
    query: z.looseObject({
      code: z.string().optional(),
      state: z.string().optional(),
      iss: z.string().optional(),
      error: z.string().optional(),
    }),
    response: z.unknown(),
  },
)

/** OpenID Connect Back-Channel Logout 1.0, §2.5. */
export const endOidcSessions = open.post(
  '/v1/auth/oidc/back-channel-logout',
  'Called by the identity provider: end the sessions that its logout token names',
  {
    takesForm: true,
    refuses: ['not_found'],
    body: z.looseObject({ logout_token: z.string().min(1).max(16_384) }),
    response: z.object({ ended: z.number().int() }),
  },
)
