/** The headers of responses. */
export const responseHeaders = {
  ETag: {
    description: 'The version of the resource',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitLimit: {
    description: 'The calls that an API key can make in a minute',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'The calls that the API key has left in this minute',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'The seconds until the next minute begins',
    schema: { type: 'integer', minimum: 1 },
  },
  WWWAuthenticate: {
    description: 'How to authenticate, and why a key was refused (RFC 6750)',
    schema: { type: 'string' },
  },
}
