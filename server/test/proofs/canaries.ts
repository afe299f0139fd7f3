import type { Actor } from '@portal/contract/user/model'

/** Whether someone may see a text. */
export type Audience = (actor: Actor) => boolean

/** Unique texts, each with a rule for who may see it. */
export type Canaries = {
  plant: (what: string, audience: Audience) => string
  audienceOf: Map<string, Audience>
  pattern: RegExp
}

export function createCanaries(): Canaries {
  const audienceOf = new Map<string, Audience>()
  return {
    audienceOf,
    pattern: /canary-\d{4}-[a-z]+/gi,
    plant: (what, audience) => {
      const text = `CANARY-${1000 + audienceOf.size}-${what}`
      audienceOf.set(text.toLowerCase(), audience)
      return text
    },
  }
}
