import type { FastifyRequest } from 'fastify'

/** The fields with the version of an answer's subject. */
export const versionNames = ['version', 'slvVersion', 'tdocVersion'] as const
type Versioned = Partial<Record<(typeof versionNames)[number], unknown>>

export const getEtag = (answer: unknown): string | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { version, slvVersion, tdocVersion }: Versioned = answer
  const shown = version ?? slvVersion ?? tdocVersion
  return typeof shown === 'number' ? `"${shown}"` : undefined
}

/**
 * The version in If-Match, with or without the hash of the content
 * (answer-unchanged.ts); undefined without one or for '*'. 0 is no version.
 */
export const readIfMatch = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{1,30})?"$/.exec(header)?.[1]
  return Number(version ?? 0)
}

/** Whether a list of ETags names this one; weak and strong ones are equal. */
export const namesTag = (header: string, tag: string): boolean =>
  header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === tag.replace(/^W\//, ''))
